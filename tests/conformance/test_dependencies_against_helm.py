"""``dependency update|build|list``: both programs on equal charts, compared in texts, codes and files.

A repository is served from a folder with helm's own index; the registry is the one of the tests.
"""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.conformance.peer import clean_environment
from tests.sources.registry.faulty import FaultyRegistry, fill

if TYPE_CHECKING:
    from collections.abc import Iterator

_RENDERER = Path(__file__).parent.parent.parent / "renderer"
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[^\s\"]+")
_DIGEST = re.compile(r"(?<=digest: ).*")
_CASES: dict[str, tuple[tuple[str, ...], bool]] = {
    "two": (
        ("name: web, version: ^1, repository: URL", "name: db, version: '*', repository: URL/"),
        True,
    ),
    "unmanaged": (("name: web, version: ^1, repository: URL",), False),
    "names": (
        (
            "name: web, version: ~1.0, repository: '@lab'",
            "name: web, alias: b, version: 1.2.0, repository: 'alias:lab'",
        ),
        True,
    ),
    "no-pre-release": (("name: pre, version: '*', repository: URL",), True),
    "pre-release": (("name: pre, version: '>0-0', repository: URL",), True),
    "oci": (("name: web, version: '>=1 <2', repository: 'oci://HOST/good'",), False),
    "oci-exact": (("name: web, version: 2.0.0+build.5, repository: 'oci://HOST/good'",), False),
    "oci-no-version": (("name: web, repository: 'oci://HOST/good'",), False),
    "oci-range-without-match": (
        ("name: web, version: '>7', repository: 'oci://HOST/good'",),
        False,
    ),
    "oci-no-repository": (("name: web, version: '>7', repository: 'oci://HOST/never'",), False),
    "oci-no-tag": (("name: web, version: 7.7.7, repository: 'oci://HOST/good'",), False),
    "oci-corrupt": (("name: web, version: 1.0.0, repository: 'oci://HOST/corrupt'",), False),
    "oci-bad-name": (("name: Web, version: 1.0.0, repository: 'oci://HOST/good'",), False),
    "words": (
        ("name: web, version: 1, repository: stable", "name: db, version: 1, repository: '@nope'"),
        True,
    ),
    "no-range": (("name: web, version: not a range, repository: URL",), True),
    "no-chart": (("name: nope, version: 1, repository: URL",), True),
    "no-version": (
        ("name: web, version: 7.x, repository: URL", "name: db, version: 8.x, repository: URL"),
        True,
    ),
    "file": (("name: lib, version: 1.x, repository: 'file://../lib'",), False),
    "file-absolute": (("name: lib, version: 1.x, repository: 'file://FOLDER/lib'",), False),
    "file-other-version": (("name: lib, version: 2.x, repository: 'file://../lib'",), False),
    "file-no-range": (("name: lib, version: a b, repository: 'file://../lib'",), False),
    "file-no-folder": (("name: lib, version: 2.x, repository: 'file://../nolib'",), False),
    "file-no-chart": (("name: lib, version: 2.x, repository: 'file://..'",), False),
    "in-charts": (("name: inner, version: 1.x",), False),
    "in-charts-not": (("name: missing, version: 1.x",), False),
    "in-charts-other-version": (("name: inner, version: 3.x",), False),
    "none": ((), False),
    "twice": (
        (
            "name: web, version: ^1, repository: URL",
            "name: web, alias: two, version: ^1, repository: URL",
        ),
        True,
    ),
    "nobody-there": (("name: web, version: ^1, repository: 'http://127.0.0.1:1'",), False),
    "ftp": (("name: web, version: ^1, repository: 'ftp://127.0.0.1:1'",), False),
    "page": (("name: web, version: ^1, repository: URL/nothing",), False),
}
_STEPS = (
    ("update",),
    ("build",),
    ("list",),
    ("update", "--skip-refresh"),
    ("list", "--max-col-width", "20"),
)


class Served(NamedTuple):
    """Where things are served."""

    url: str
    host: str


@pytest.fixture(scope="module")
def served(helm: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Returns a repository with an index of helm, and a registry."""
    folder = tmp_path_factory.mktemp("repository")
    for name, version in (
        ("web", "1.0.0"),
        ("web", "1.2.0"),
        ("db", "0.1.0"),
        ("old", "9.0.0"),
        ("pre", "1.0.0-rc.1"),
    ):
        chart = _chart(folder / "charts" / f"{name}{version}", name, version)
        subprocess.run([helm, "package", chart, "-d", folder], check=True, capture_output=True)
    subprocess.run([helm, "repo", "index", folder], check=True)
    handler = functools.partial(_Quiet, directory=str(folder))
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        FaultyRegistry() as registry,
    ):
        fill(registry)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Served(f"http://127.0.0.1:{server.server_address[1]}", registry.host)
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _chart(folder: Path, name: str, version: str = "1.0.0", more: str = "") -> Path:
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text(f"apiVersion: v2\nname: {name}\nversion: {version}\n{more}")
    (folder / "templates" / "a.yaml").write_text("a: b\n")
    return folder


@pytest.mark.parametrize("case", _CASES)
def test_both_do_and_say_the_same(helm: Path, tmp_path: Path, served: Served, case: str) -> None:
    outcomes = {who: _outcome(who, helm, tmp_path / who, served, case) for who in ("helm", "ours")}

    assert outcomes["ours"] == outcomes["helm"]


def _outcome(who: str, helm: Path, base: Path, served: Served, case: str) -> object:
    """Return what a program says, step by step, and what it leaves."""
    dependencies, is_added = _CASES[case]
    lines = "".join(f"- {{{one}}}\n" for one in dependencies)
    text = f"dependencies:\n{lines}" if dependencies else ""
    text = text.replace("URL", served.url).replace("HOST", served.host)
    _chart(base / "lib", "lib", "1.5.0")
    chart = _chart(base / "c", "c", "1.0.0", text.replace("FOLDER", str(base)))
    charts = chart / "charts"
    charts.mkdir()
    _chart(charts / "inner", "inner", "1.1.0")
    for name in ("old-9.0.0.tgz", "_x.tgz", "web-0.0.1.tgz"):
        (charts / name).write_bytes(_old(helm, base))
    (charts / ".hidden").write_text("x")
    environment = {**clean_environment(base / "home"), "PYTHONPATH": str(_RENDERER)}
    if is_added:
        command = [str(helm), "repo", "add", "lab", served.url]
        subprocess.run(command, env=environment, check=True, capture_output=True)
    program = [str(helm)] if who == "helm" else [sys.executable, "-m", "helmwright"]
    said = []
    for step in _STEPS:
        plain = () if step[0] == "list" else ("--plain-http",)
        done = subprocess.run(
            [*program, "dependency", step[0], "c", *plain, *step[1:]],
            cwd=base,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        texts = (done.stdout.replace(str(base), "BASE"), done.stderr.replace(str(base), "BASE"))
        said.append((step, done.returncode, *texts))
    tree = _tree(chart)
    if case == "file-absolute":  # the digest is of the folder, too
        tree["Chart.lock"] = _DIGEST.sub("", tree["Chart.lock"])
    return said, tree


def _old(helm: Path, base: Path) -> bytes:
    """Return an archive that no dependency asks for."""
    folder = base / "packed"
    if not folder.exists():
        chart = _chart(base / "old", "old", "9.0.0")
        subprocess.run([helm, "package", chart, "-d", folder], check=True, capture_output=True)
        shutil.rmtree(chart)
    return (folder / "old-9.0.0.tgz").read_bytes()


def _tree(folder: Path) -> dict[str, str]:
    """Return the files of a chart; of archives their names, since those that are packed differ."""
    return {
        str(path.relative_to(folder)): ""
        if path.suffix == ".tgz"
        else _TIME.sub("TIME", path.read_text()).replace(str(folder.parent), "BASE")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
