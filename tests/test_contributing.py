"""CONTRIBUTING.md names what there is to run, once; the fast run has a part of every test."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tests.conftest import FAST_CASES, spread

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()


def test_no_heading_is_there_twice() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)

    assert sorted(set(headings)) == sorted(headings)


def test_every_environment_is_named_with_what_it_takes() -> None:
    settings = configparser.ConfigParser(interpolation=None)
    settings.read(ROOT / "tox.ini")
    environments = {
        name.partition(":")[2] for name in settings.sections() if name.startswith("testenv:")
    }
    lines = re.findall(r"^tox -e (\S+) +# (.+)$", PAGE, re.MULTILINE)
    named = {name for names, _ in lines for name in names.split(",")}

    assert named == environments | {"py"}
    assert not [names for names, told in lines if not re.search("second|minute|hour", told)]


def test_of_many_cases_the_first_the_last_and_some_between_are_fast() -> None:
    items: list[pytest.Item] = [object() for _ in range(1000)]  # type: ignore[misc]
    kept = [items.index(item) for item in spread(items)]

    assert FAST_CASES == 3
    assert kept == [0, 500, 999]
    assert spread(items[:3]) == items[:3]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a copy of the package with the function, the command and the rule that the page adds."""
    folder = tmp_path_factory.mktemp("copy")
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "renderer", folder / "renderer", ignore=leave)
    package = folder / "renderer" / "helmwright"
    blocks = re.findall(r"^   ```python\n(.*?)^   ```$", PAGE, re.MULTILINE | re.DOTALL)
    function, command, rule = map(textwrap.dedent, blocks)
    place = re.search(r"Here `cli/(keys\.py)`", PAGE)
    assert place is not None
    (package / "cli" / place[1]).write_text(command)
    table = package / "cli" / "command_table.py"
    table.write_text(
        table.read_text().replace("COMMANDS = {\n", 'COMMANDS = {\n    "keys": "Print",\n')
    )
    rules = re.search(r"Choose the folder .*, below `renderer/helmwright/(\S+)/`,", PAGE)
    name = re.search(r"`rules/(manifests/host_network\.py)`", PAGE)
    assert rules is not None
    assert name is not None
    (package / rules[1] / name[1]).write_text(rule)
    words = package / "functions" / "words.py"
    words.write_text(f"{words.read_text()}\n\n{function}")
    families = package / "functions" / "__init__.py"
    families.write_text(
        families.read_text().replace("camelcase initials", "camelcase initialism initials")
    )
    return folder


def run(copy: Path, folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "helmwright", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(copy / "renderer"), "HELMWRIGHT_CACHE": "off"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def chart(folder: Path, template: str) -> None:
    (folder / "templates").mkdir()
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (folder / "values.yaml").write_text("")
    (folder / "templates" / "a.yaml").write_text(template)


@pytest.mark.slow
def test_the_function_of_the_page_can_be_called(copy: Path, tmp_path: Path) -> None:
    chart(tmp_path, 'a: {{ "National Aeronautics and Space Administration" | initialism }}\n')

    assert run(copy, tmp_path, "template", ".").endswith("\na: NASA\n")
    (tmp_path / "templates" / "a.yaml").write_text("a: {{ initialism 1 }}\n")
    assert "expected string; found 1" in run(copy, tmp_path, "template", ".")


@pytest.mark.slow
def test_the_rule_of_the_page_finds_its_example_and_nothing_else(
    copy: Path, tmp_path: Path
) -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  hostNetwork: %s\n"
    chart(tmp_path, pod % "true")

    found = run(copy, tmp_path, "lint", ".", "--select", "host-network")
    assert (
        "templates/a.yaml:5:1: info: Pod web: spec.hostNetwork: the pod shares the network" in found
    )
    (tmp_path / "templates" / "a.yaml").write_text(pod % "false")
    assert "host-network" not in run(copy, tmp_path, "lint", ".", "--select", "host-network")
    assert "A pod uses the network of its node" in run(copy, tmp_path, "lint", "--list-rules")


@pytest.mark.slow
def test_the_command_of_the_page_has_flags_help_and_completion(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text("b: 1\na: {x: 1}\n")

    assert run(copy, tmp_path, "keys", "-f", "v.yaml") == "b\na\n"
    assert run(copy, tmp_path, "keys", "-f", "v.yaml", "--sorted", "-n1", "--set", "c=1") == "a\n"
    assert "name values files with -f" in run(copy, tmp_path, "keys", "v.yaml")
    assert "invalid argument" in run(copy, tmp_path, "keys", "--first", "x")
    assert "  -n, --first INT" in run(copy, tmp_path, "help", "keys")
    assert "\n  keys         Print\n" in run(copy, tmp_path, "help")
    assert run(copy, tmp_path, "__complete", "keys", "--so").startswith("--sorted\tprint them in")
