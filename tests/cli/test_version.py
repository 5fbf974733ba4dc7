"""``helmwright version``: a line for people, an object for programs."""

from __future__ import annotations

import json
import platform

import pytest
from tests.cli.command import helmwright

import helmwright as package


@pytest.mark.parametrize("arguments", [["version"], ["--version"], ["-v"], ["version", "-otext"]])
def test_prints_a_line(arguments: list[str]) -> None:
    code, out, err = helmwright(*arguments)

    assert (code, err) == (0, "")
    assert out == f"helmwright {package.__version__} (renders as Helm v4.2.4)\n"


def test_prints_json() -> None:
    code, out, err = helmwright("version", "--output", "json")

    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "helmwright": package.__version__,
        "helm": "v4.2.4",
        "kubernetes": "v1.36.0",
        "python": platform.python_version(),
    }


def test_says_what_the_forms_are() -> None:
    assert helmwright("version", "--output", "xml") == (
        64,
        "",
        "Error: --output is one of text, json\n",
    )


def test_takes_no_arguments() -> None:
    code, out, err = helmwright("version", "json")

    assert (code, out) == (64, "")
    assert 'Error: "helmwright version" accepts no arguments\n' in err
