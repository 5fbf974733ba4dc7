"""Runs the command line in this process on charts that tests write."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from helmwright.cli import run

if TYPE_CHECKING:
    from pathlib import Path

CHART = "apiVersion: v2\nname: c\nversion: 0.1.0\n"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


def helmwright(*arguments: str, stdin: bytes = b"") -> Outcome:
    stdout, stderr = io.BytesIO(), io.BytesIO()
    code = run(arguments, stdin=io.BytesIO(stdin), stdout=stdout, stderr=stderr)
    texts = (stream.getvalue().decode("utf-8", "surrogateescape") for stream in (stdout, stderr))
    return Outcome(code, *texts)


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_chart(root: Path, files: dict[str, str] | None = None) -> None:
    """Writes a chart called c that has one template with the name and the values."""
    write(
        root / "c",
        {
            "Chart.yaml": CHART,
            "values.yaml": "a: 1\n",
            "templates/a.yaml": "kind: A\nv: {{ .Values | toJson }}\nn: {{ .Release.Name }}\n",
            **(files or {}),
        },
    )
