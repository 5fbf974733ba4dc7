"""Every test has a folder of its own, and no cache."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    return tmp_path
