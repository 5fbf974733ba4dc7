"""Every command that changes files has the same flags for it, and they mean the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, helmwright, write

if TYPE_CHECKING:
    from pathlib import Path

MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: %s}\n"
FILES = {
    "c/Chart.yaml": CHART,
    "c/values.yaml": "a: 1\n",
    "c/values.schema.json": '{"type": "object", "properties": {"a": {"type": "number"}}}',
    "c/templates/a.yaml": MAP % "{{ .Values.a | quote }}",
    "c/golden/prod/case.yaml": "values: {a: 2}\n",
    "c/golden/expected/prod/templates/a.yaml": "---\n# Source: c/templates/a.yaml\nold: 1\n",
    "v.yaml": "a: 1 # one\nb: 2\n",
    "old.yaml": "httpPort: 8080\nslotsPerNode: 4\n",
    "twice.yaml": "maxSlotsPerPod: 4\ndb:\n  cpu_request: 2\n",
    "m.yaml": MAP % "v",
    "p.yaml": MAP % "w",
    "values-schema/root.json": '{"type": "object", "properties": {}}',
    "s.json": "{}\n",
}
WRITING = {
    "set": (["values", "set", "v.yaml", "a=5"], "v.yaml"),
    "unset": (["values", "unset", "v.yaml", "a"], "v.yaml"),
    "migrate": (["values", "migrate", "old.yaml"], "old.yaml"),
    "docs": (["docs", "c"], "c/README.md"),
    "bundle": (["schema", "bundle", "--source", "values-schema", "-o", "s.json"], "s.json"),
    "update": (["golden", "update", "c"], "c/golden/expected/prod/templates/a.yaml"),
}
FILTERS = {"patch": (["patch", "m.yaml", "-p", "p.yaml"], "m.yaml")}
LINT = {"lint": (["lint", "--no-config", "--chart", "determined", "twice.yaml"], "twice.yaml")}
EVERY = {**WRITING, **FILTERS, **LINT}


@pytest.fixture(autouse=True)
def files(place: Path) -> Path:
    write(place, FILES)
    return place


def _changes(place: Path, arguments: list[str], name: str) -> bool:
    path = place / name
    before = path.read_bytes() if path.exists() else None
    helmwright(*arguments)
    return (path.read_bytes() if path.exists() else None) != before


@pytest.mark.parametrize("command", WRITING)
def test_a_command_that_is_there_to_change_files_writes(place: Path, command: str) -> None:
    arguments, name = WRITING[command]

    assert _changes(place, arguments, name)


@pytest.mark.parametrize("command", [*FILTERS, *LINT])
def test_a_filter_and_a_check_do_not(place: Path, command: str) -> None:
    arguments, name = EVERY[command]

    assert not _changes(place, arguments, name)


@pytest.mark.parametrize("spelling", ["--write", "--in-place", "-i"])
@pytest.mark.parametrize("command", EVERY)
def test_write_writes(place: Path, command: str, spelling: str) -> None:
    arguments, name = EVERY[command]

    assert _changes(place, [*arguments, spelling], name)


@pytest.mark.parametrize("flag", ["--diff", "--dry-run", "--check"])
@pytest.mark.parametrize("command", EVERY)
def test_what_only_shows_writes_nothing(place: Path, command: str, flag: str) -> None:
    arguments, name = EVERY[command]

    assert not _changes(place, [*arguments, flag], name)


@pytest.mark.parametrize("command", EVERY)
def test_dry_run_names_the_file(command: str) -> None:
    arguments, name = EVERY[command]

    code, out, err = helmwright(*arguments, "--dry-run")

    assert code == 0
    assert f"{name} would change" in err or f"would write {name}" in out + err


@pytest.mark.slow
@pytest.mark.parametrize("command", EVERY)
def test_check_fails_until_the_file_is_written(command: str) -> None:
    arguments, _ = EVERY[command]

    if command == "docs":  # as long as there is no page, there is nothing to compare
        helmwright(*arguments)
        write_title()
    assert helmwright(*arguments, "--check").code == 1
    helmwright(*arguments, "--write")
    if command not in ("unset", "patch"):
        assert helmwright(*arguments, "--check").code == 0


def write_title() -> None:
    from pathlib import Path

    path = Path("c/README.md")
    path.write_text(path.read_text().replace("# c", "# d"))


@pytest.mark.parametrize("command", EVERY)
def test_diff_shows_the_change(command: str) -> None:
    arguments, _ = EVERY[command]

    _, out, _ = helmwright(*arguments, "--diff")

    assert "\n+" in out


@pytest.mark.parametrize("flag", ["--dry-run", "--check"])
@pytest.mark.parametrize("command", EVERY)
def test_to_write_and_not_to_write_is_wrong_usage(command: str, flag: str) -> None:
    arguments, _ = EVERY[command]

    code, _, err = helmwright(*arguments, flag, "--write")

    assert code == 64
    assert f"{flag} writes nothing: leave --write" in err


@pytest.mark.parametrize("command", ["set", "unset", "migrate"])
def test_diff_and_write_show_and_write(place: Path, command: str) -> None:
    arguments, name = WRITING[command]
    before = (place / name).read_text()

    code, out, err = helmwright(*arguments, "--diff", "--write")

    assert code == 0
    assert out.startswith(f"--- {name}\n")
    assert err.endswith(f"wrote {name}\n")
    assert (place / name).read_text() != before


@pytest.mark.parametrize("command", ["set", "unset", "migrate"])
def test_output_goes_elsewhere(place: Path, command: str) -> None:
    arguments, name = WRITING[command]

    assert not _changes(place, [*arguments, "--output", "new.yaml"], name)
    printed = helmwright(*arguments, "--output", "-").out
    assert (place / "new.yaml").read_text() == printed != ""
