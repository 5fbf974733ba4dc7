"""Packages: the tar inside of our archive is that of helm's, byte for byte, and refusals are its own."""

from __future__ import annotations

import gzip
import os
import subprocess
from pathlib import Path

import pytest
from tests.conformance.peer import clean_environment

from helmwright.errors import HelmwrightError
from helmwright.sources.packing import package

ROOT = Path(__file__).parent.parent.parent
_HEAD = "apiVersion: v2\nname: web\nversion: 1.2.3\n"
_LOCK = (
    "dependencies:\n- {name: sub, version: 0.1.0, repository: '', alias: x}\n- {name: b, tags: [1]}\n"
    'digest: sha256:aa\ngenerated: "2024-01-02T03:04:05.600+02:00"\n'
)
_LONG = f"files/{'d' * 60}/{'e' * 60}"
_SUB = {"charts/sub/Chart.yaml": "name: sub\nversion: 0.1.0\n", "charts/sub/values.yaml": "b: 2\n"}
_CHARTS: dict[str, dict[str, str]] = {
    "small": {"Chart.yaml": _HEAD},
    "whole": {
        "Chart.yaml": _HEAD
        + "description: 'a: <b> \u00a0\u200b'\nkeywords: [b, a]\nmaintainers: [{name: A, email: a@x}]\n"
        "annotations: {z: '1', a: ' x', m: \"l\\nm\\n\"}\ndeprecated: true\nappVersion: 1.10\n"
        "dependencies:\n- {name: sub, version: 0.1.0, import-values: [a, {parent: y, child: z}]}\n",
        "Chart.lock": _LOCK,
        "values.yaml": "\ufeffa: 1 # é\n",
        "values.schema.json": '{"a": 1e999}',
        "templates/b.yaml": "b",
        "templates/NOTES.txt": "",
        "crds/c.yaml": "c",
        "README.md": "r",
        ".helmignore": "*.bak\n",
        "x.bak": "no",
        **_SUB,
    },
    "names": {
        "Chart.yaml": _HEAD,
        f"{_LONG}/{'f' * 90}": "1",
        f"{_LONG}/{'f' * 110}": "2",
        f"{_LONG}/{'g' * 30}/x": "3",
        f"{'h' * 99}/{'i' * 99}": "4",
        "ünï/日本.txt": "5",
        f"{_LONG}/{'ü' * 60}": "6",
    },
    "old": {
        "Chart.yaml": "name: web\nversion: 1.2.3\nappVersion: v1\n",
        "requirements.yaml": "dependencies:\n- {name: sub, version: 0.1.0}\n",
        "requirements.lock": "digest: sha256:aa\n",
        "charts/sub.prov": "p",
        **_SUB,
    },
    "bad-schema": {"Chart.yaml": _HEAD, "values.schema.json": "{"},
    "missing": {"Chart.yaml": _HEAD + "dependencies: [{name: a}, {name: b}]\n"},
    "nothing": {"values.yaml": ""},
    "bad-version": {"Chart.yaml": "apiVersion: v2\nname: web\nversion: one\n"},
    "new-kind": {"Chart.yaml": _HEAD.replace("v2", "v3")},
    "no-kind": {"Chart.yaml": _HEAD.replace("v2", "v9")},
    "slash": {"Chart.yaml": _HEAD.replace("web", "a/b")},
}
_TIMES = (0, 1_600_000_000_500_000_000, 1_599_999_999_499_999_999, -86_400_000_000_000, 10**19)
_ARGUMENTS: dict[str, dict[str, str]] = {
    "": {},
    "version": {"version": "9.8.7-rc.1+b"},
    "app": {"app_version": "x\ty"},
    "no-version": {"version": "nope"},
}


def _made(folder: Path, files: dict[str, str]) -> None:
    """Make a chart whose files were changed at odd times."""
    for number, (name, text) in enumerate(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        when = _TIMES[number % len(_TIMES)]
        os.utime(path, ns=(when, when))


@pytest.mark.parametrize("arguments", _ARGUMENTS)
@pytest.mark.parametrize("chart", _CHARTS)
def test_the_tar_is_helms(
    helm: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chart: str,
    arguments: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    _made(tmp_path / "chart", _CHARTS[chart])

    _compare(helm, tmp_path, "chart", _ARGUMENTS[arguments])


def test_so_is_that_of_the_chart_of_this_repository(helm: Path, tmp_path: Path) -> None:
    _compare(helm, tmp_path, str(ROOT / "chart"), {})


def _compare(helm: Path, folder: Path, chart: str, arguments: dict[str, str]) -> None:
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in arguments.items()]
    done = subprocess.run(
        [helm, "package", chart, "-d", "theirs", *flags],
        cwd=folder,
        env=clean_environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    old = Path.cwd()
    os.chdir(folder)
    try:
        path, error = package(chart, destination="ours", **arguments), ""  # type: ignore[arg-type]
    except HelmwrightError as refusal:
        path, error = "", refusal.message
    finally:
        os.chdir(old)

    assert error == done.stderr.strip().removeprefix("Error: ")
    if done.returncode:
        assert not (folder / "ours").exists()
        return
    theirs = folder / path.replace("ours/", "theirs/")
    assert done.stdout == (
        f"Successfully packaged chart and saved it to: {path.replace('ours/', 'theirs/')}\n"
    )
    assert gzip.decompress((folder / path).read_bytes()) == gzip.decompress(theirs.read_bytes())
    assert (folder / path).read_bytes()[:61] == theirs.read_bytes()[:61]
