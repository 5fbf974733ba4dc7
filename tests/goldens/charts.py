"""A small chart with golden cases, written by tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n",
    "values.yaml": "replicas: 1\npassword: ''\ntls: {enabled: false}\n",
    "templates/deployment.yaml": (
        "apiVersion: apps/v1\n"
        "kind: Deployment\n"
        "metadata:\n"
        "  name: {{ .Release.Name }}\n"
        "spec:\n"
        "  replicas: {{ .Values.replicas }}\n"
        "  {{- if .Values.tls.enabled }}\n"
        "  paused: true\n"
        "  {{- end }}\n"
    ),
    "templates/service.yaml": (
        "apiVersion: v1\n"
        "kind: Service\n"
        "metadata:\n"
        "  name: {{ .Release.Name }}\n"
        "  namespace: {{ .Release.Namespace }}\n"
    ),
}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_chart(root: Path, files: dict[str, str] | None = None) -> str:
    """Writes a chart called web with a deployment and a service; returns its path."""
    write(root / "web", {**FILES, **(files or {})})
    return str(root / "web")
