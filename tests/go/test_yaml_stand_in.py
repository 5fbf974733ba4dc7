"""A process that has left out PyYAML's loader in Python has it as soon as somebody asks."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN = """
import sys
from helmwright.go.yaml_stand_in import skip_python_loader
skip_python_loader()
from helmwright.go.yaml_read import load
assert load("a: [1]") == {"a": [1.0]}
assert "yaml.loader" not in sys.modules
"""


def said(program: str) -> str:
    """Return what a program prints behind the beginning."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BEGIN + program],
        env={"PYTHONPATH": "renderer"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("program", "output"),
    [
        ("import yaml; print(yaml.safe_load('a: [1]'))", "{'a': [1]}\n"),
        ("from yaml import safe_dump; print(safe_dump({'a': 1}), end='')", "a: 1\n"),
        ("import yaml; print(yaml.__version__ == __import__('yaml').__version__)", "True\n"),
        ("from yaml import CSafeLoader, load as y; print(y('a: 1', CSafeLoader))", "{'a': 1}\n"),
        (
            "import yaml.constructor; print(yaml.constructor.SafeConstructor.__name__)",
            "SafeConstructor\n",
        ),
    ],
)
def test_whoever_asks_for_more_gets_it(program: str, output: str) -> None:
    assert said(program) == output


@pytest.mark.parametrize("before", ["", "import yaml; yaml.safe_load; "])
def test_our_own_reading_goes_on(before: str) -> None:
    program = (
        before
        + """
try:
    load("a: [")
except Exception as error:
    print(type(error).__name__)
print(load("b: 2"))
"""
    )
    assert said(program) == "YAMLError\n{'b': 2.0}\n"


def test_what_the_extension_raises_is_what_the_package_has() -> None:
    program = """
import yaml
try:
    yaml.load("a: [", yaml.CSafeLoader)
except yaml.parser.ParserError as error:
    print(isinstance(error, yaml.YAMLError))
"""
    assert said(program) == "True\n"


def test_there_is_one_whole_package() -> None:
    program = """
import yaml as first
first.safe_load
import yaml as second
print(first.safe_load is second.safe_load, first.YAMLError is second.YAMLError)
"""
    assert said(program) == "True True\n"
