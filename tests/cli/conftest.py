"""Every test of the command line has a directory, a home and an environment of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

_VARIABLES = (
    "HELM_DEBUG",
    "HELM_KUBECAFILE",
    "HELM_KUBECONTEXT",
    "HELM_NAMESPACE",
    "KUBECONFIG",
    "KUBERNETES_SERVICE_HOST",
)


@pytest.fixture
def determined(place: Path) -> None:
    """Settings that ask for the bundled chart, so that nothing is said about it."""
    (place / ".helmwright.yaml").write_text("chart: determined\n")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path
