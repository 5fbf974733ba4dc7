"""Every command that writes: ended by force, at the same time as itself, and through links."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import CHART, helmwright, write

from helmwright.disk.writing import is_left_over

SOURCE = str(Path(__file__).parents[2] / "renderer")
MANIFEST = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: %s}\n"
SUITE = """\
suite: s
templates: [a.yaml]
tests:
  - it: is the same
    asserts: [{matchSnapshot: {}}]
"""
FILES = {
    "c/Chart.yaml": CHART,
    "c/values.yaml": "a: 1\n",
    "c/values.schema.json": '{"type": "object", "properties": {"a": {"type": "number"}}}',
    "c/templates/a.yaml": MANIFEST % "{{ .Values.a | quote }}",
    "c/golden/prod/case.yaml": "values: {a: 2}\n",
    "c/golden/expected/prod/templates/a.yaml": "---\n# Source: c/templates/a.yaml\nold: 1\n",
    "c/golden/expected/gone/templates/a.yaml": "---\n# Source: c/templates/a.yaml\nold: 1\n",
    "c/tests/a_test.yaml": SUITE,
    "c/tests/__snapshot__/a_test.yaml.snap": "is the same:\n  1: |\n    old: 1\n",
    "v.yaml": "a: 1\nb: 2\n",
    "old.yaml": "httpPort: 8080\nslotsPerNode: 4\n",
    "twice.yaml": "maxSlotsPerPod: 4\ndb:\n  cpu_request: 2\n",
    "m.yaml": MANIFEST % "v",
    "p.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: w}\n",
    "n.yaml": MANIFEST % "w",
    "values-schema/root.json": '{"type": "object", "properties": {}}',
    "out/c/templates/a.yaml": "old\n",
    "r.out": "old\n",
}
COMMANDS = {
    "values set": (["values", "set", "v.yaml", "a=5"], ["v.yaml"]),
    "values unset": (["values", "unset", "v.yaml", "b"], ["v.yaml"]),
    "values migrate": (["values", "migrate", "old.yaml", "--write"], ["old.yaml"]),
    "lint --fix": (["lint", "--no-config", "twice.yaml", "--fix"], ["twice.yaml"]),
    "lint --output": (
        ["lint", "--no-config", "twice.yaml", "--format", "json", "--output", "r.out"],
        ["r.out"],
    ),
    "lint --write-baseline": (
        ["lint", "--no-config", "twice.yaml", "--baseline", "r.out", "--write-baseline"],
        ["r.out"],
    ),
    "docs": (["docs", "c", "--overwrite"], ["c/README.md"]),
    "docs --output": (["docs", "c", "--overwrite", "--output", "r.out"], ["r.out"]),
    "schema bundle": (
        ["schema", "bundle", "--source", "values-schema", "--output", "r.out"],
        ["r.out"],
    ),
    "golden update": (
        ["golden", "update", "c"],
        ["c/golden/expected/prod/templates/a.yaml", "c/golden/expected/gone/templates/a.yaml"],
    ),
    "golden new": (["golden", "new", "more", "c"], ["c/golden/more/case.yaml"]),
    "golden run --output": (
        ["golden", "run", "c", "--format", "json", "--output", "r.out"],
        ["r.out"],
    ),
    "golden run --coverage": (
        ["golden", "run", "c", "--coverage", "lcov", "--coverage-output", "r.out"],
        ["r.out"],
    ),
    "template --output-dir": (
        ["template", "c", "--output-dir", "out"],
        ["out/c/templates/a.yaml"],
    ),
    "patch --in-place": (["patch", "m.yaml", "--patch", "p.yaml", "--in-place"], ["m.yaml"]),
    "patch --output": (["patch", "m.yaml", "--patch", "p.yaml", "--output", "r.out"], ["r.out"]),
    "diff --output": (
        ["diff", "manifests", "m.yaml", "n.yaml", "--format", "json", "--output", "r.out"],
        ["r.out"],
    ),
    "unittest -u": (["unittest", "c", "-u"], ["c/tests/__snapshot__/a_test.yaml.snap"]),
    "unittest --output-file": (
        ["unittest", "c", "--output-file", "r.out", "-t", "JUnit"],
        ["r.out"],
    ),
}
KILLED = """
import os, signal, sys
from helmwright.disk import writing
from helmwright.cli import main

def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv.pop(1) == "replacing":
    os.replace = kill
else:
    def write(descriptor, mode="r"):
        class Half:
            def __enter__(self): return self
            def __exit__(self, *_): return False
            def fileno(self): return descriptor
            def write(self, data):
                os.write(descriptor, data[: len(data) // 2])
                kill()
        return Half()
    os.fdopen = write
    os.replace = lambda *_: sys.exit("nothing was written half")
sys.exit(main())
"""


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path / "w", FILES)
    monkeypatch.chdir(tmp_path / "w")
    return tmp_path / "w"


def contents(place: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(place)): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and not is_left_over(path.name)
    }


def left_over(place: Path) -> list[Path]:
    return list(place.rglob(".helmwright-*.tmp"))


@pytest.mark.parametrize("moment", ["writing", "replacing"])
@pytest.mark.parametrize(("command", "written"), COMMANDS.values(), ids=COMMANDS)
def test_what_is_killed_leaves_the_old_files_and_the_next_run_tidies_up(
    place: Path, command: list[str], written: list[str], moment: str
) -> None:
    before = contents(place)
    cache = {"HELMWRIGHT_CACHE": "off", "PYTHONPATH": SOURCE}
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, moment, *command],
        env={**os.environ, **cache},
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert contents(place) == before
    assert len(left_over(place)) == 1
    done = helmwright(*command)
    assert done.code in (0, 1), done.err
    after = contents(place)
    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == set(
        written
    ), done.err
    assert left_over(place) == []


@pytest.mark.parametrize(
    ("command", "written"),
    [COMMANDS[name] for name in ("docs", "golden update", "template --output-dir", "unittest -u")],
)
def test_files_that_are_links_are_refused_with_their_path(
    place: Path, command: list[str], written: list[str]
) -> None:
    canary = place.parent / "canary"
    canary.write_text(FILES.get(written[0], "mine\n"))
    before = canary.read_text()
    path = place / written[0]
    path.unlink(missing_ok=True)
    path.symlink_to(canary)
    done = helmwright(*command)
    assert canary.read_text() == before, done
    assert "nothing is written through it" in done.err + done.out
    assert written[0] in done.err + done.out
    assert done.code == 1


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        (["golden", "update", "c"], "c/golden/expected"),
        (["golden", "update", "c"], "c/golden/expected/prod"),
        (["golden", "new", "more/x", "c"], "c/golden/more"),
        (["template", "c", "--output-dir", "out"], "out/c"),
        (["template", "c", "--output-dir", "out"], "out"),
        (["unittest", "c", "-u"], "c/tests/__snapshot__"),
    ],
)
def test_folders_that_are_links_are_refused_with_their_path(
    place: Path, command: list[str], folder: str
) -> None:
    outside = place.parent / "outside"
    path = place / folder
    if path.exists():
        path.rename(outside)
    else:
        outside.mkdir()
    path.symlink_to(outside)
    before = contents(outside)
    done = helmwright(*command)
    assert contents(outside) == before, done
    assert done.code == 1, done
    assert "link to" in done.err + done.out
    assert folder in done.err + done.out


def test_a_chart_does_not_say_that_its_cases_are_elsewhere(place: Path) -> None:
    write(place, {"c/.helmwright.yaml": "golden:\n  cases: ../x\n", "x/prod/case.yaml": "{}\n"})
    for action in ("run", "update"):
        done = helmwright("golden", action, "c")
        assert done.code == 64
        assert "c/.helmwright.yaml:2:" in done.err
        assert "must be a folder below that of this file" in done.err
    assert helmwright("golden", "update", "c", "--cases", "x").code == 0
    assert (place / "x/expected/prod/templates/a.yaml").exists()


def test_values_that_are_set_at_the_same_time_are_all_there(place: Path) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "helmwright", "values", "set", "v.yaml", f"k{number}={number}"],
            env={**os.environ, "PYTHONPATH": SOURCE},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for number in range(8)
    ]
    errors = [child.communicate()[1] for child in children]
    assert [child.returncode for child in children] == [0] * 8, errors
    lines = (place / "v.yaml").read_text().splitlines()
    assert {f"k{number}: {number}" for number in range(8)} <= set(lines)
    assert left_over(place) == []
