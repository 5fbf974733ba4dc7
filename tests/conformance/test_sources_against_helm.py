"""Repositories: what the real Helm does with the same server, and with files that the other program wrote."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import yaml
from tests.conformance import peer
from tests.conformance.update_source_goldens import helm
from tests.sources.origin import Origin
from tests.sources.recorded import (
    HOMES,
    PARTS,
    Case,
    Masking,
    cases,
    environment_of,
    expected,
    filled,
    outcome,
    tree,
)
from tests.sources.shop import stock
from tests.sources.test_recorded import as_ours, ours

from helmwright.sources.index import Index, read_index

if TYPE_CHECKING:
    from pathlib import Path

INDEXES = 500


@pytest.fixture(scope="session")
def binary() -> Path:
    return peer.helm_binary()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_helm_still_does_what_was_recorded(case: Case, binary, tmp_path):
    found = outcome(case, helm(binary), tmp_path)

    wanted = expected(case)
    for part in PARTS:
        assert getattr(found, part) == getattr(wanted, part)


JOURNEYS = {
    "add-and-render": [
        "repo add lab {origin}/lab",
        "template lab/web",
        "show values lab/web --version 1.0.0",
    ],
    "add-twice": [
        "repo add lab {origin}/lab",
        "repo add lab {origin}/lab",
        "repo add evil {origin}/evil --force-update",
        "repo list",
    ],
    "login": [
        "repo add auth {origin}/auth --username me --password secret",
        "repo update",
        "template auth/web",
        "pull auth/web",
    ],
    "remove": [
        "repo add lab {origin}/lab",
        "repo add evil {origin}/evil",
        "repo remove lab",
        "repo list -o yaml",
        "search repo",
    ],
    "pull-and-index": [
        "repo add lab {origin}/lab",
        "pull lab/web lab/db",
        "pull lab/web --version 1.0.0",
        "repo index . --url https://charts.example.com",
        "show chart web-1.0.0.tgz",
    ],
    "search": ["repo add lab {origin}/lab", "search repo -l --devel -o json", "search repo http"],
}


@pytest.mark.parametrize("first", ["helm", "ours", "by turns"])
@pytest.mark.parametrize("name", JOURNEYS)
def test_one_program_goes_on_where_the_other_stopped(name, first, binary, tmp_path):
    theirs = helm(binary)
    orders = {
        "helm": lambda step: ours if step else theirs,
        "ours": lambda step: theirs if step else ours,
        "by turns": lambda step: ours if step % 2 else theirs,
    }

    alone = _travelled(JOURNEYS[name], lambda _: theirs, tmp_path / "helm")
    mixed = _travelled(JOURNEYS[name], orders[first], tmp_path / "both")

    assert mixed == alone


def _travelled(lines, program_of, home):
    """Return what each command printed, all requests, and the files at the end."""
    for name in HOMES:
        (home / name).mkdir(parents=True)
    with Origin() as origin:
        stock(origin)
        masked = Masking(origin, home)
        told = []
        for step, line in enumerate(lines):
            arguments = filled(line, origin, home).split()
            stdout, stderr, code = program_of(step)(
                arguments, home / "work", environment_of(home), b""
            )
            told.append((line, as_ours(masked(stdout)), as_ours(masked(stderr)), code))
        asked = [masked(str(one)) for one in origin.requests]
        return told, asked, tree(home, masked)


def _versions(chance: random.Random) -> list[str]:
    """Return versions among which many are equal but for what does not count."""
    found = []
    for _ in range(chance.choice((1, 2, 5, 12, 13, 40, 120))):
        numbers = ".".join(str(chance.randrange(3)) for _ in range(chance.choice((2, 3, 3, 3))))
        pre = chance.choice(("", "", "", "-rc.1", "-alpha", "-0"))
        build = chance.choice(("", "", f"+{chance.randrange(40)}", f"+b.{chance.randrange(40)}"))
        found.append(chance.choice(("", "", "", "v")) + numbers + pre + build)
    return found


def _asked(chance: random.Random, versions: list[str]) -> str:
    simple = ["", "", ">0.0.0-0", "^1", "~0", "<2", "1", "0.1", "1.x", ">=1 <2", "2 || 0.0.1", "9"]
    return chance.choice([*simple, chance.choice(versions)])


def test_the_same_version_is_chosen_from_five_hundred_lists(binary, tmp_path):
    chance = random.Random(11)  # noqa: S311 - cases that repeat
    charts = {f"c{number}": _versions(chance) for number in range(INDEXES)}
    asked = {name: _asked(chance, versions) for name, versions in charts.items()}
    entries = {
        name: [
            {"name": name, "version": one, "urls": [f"{place}-{one}.tgz"]}
            for place, one in enumerate(versions)
        ]
        for name, versions in charts.items()
    }
    data = yaml.safe_dump({"apiVersion": "v1", "entries": entries}).encode()
    with Origin() as origin:
        origin.serve("/many/index.yaml", data)
        for name in HOMES:
            (tmp_path / name).mkdir()
        run = helm(binary)
        environment = environment_of(tmp_path)
        run(["repo", "add", "many", f"{origin.url}/many"], tmp_path, environment, b"")
        whole = read_index(data, "there")

        def told(name: str) -> str:
            version = [f"--version={asked[name]}"] if asked[name] else []
            _, stderr, _ = run(["pull", f"many/{name}", *version], tmp_path, environment, b"")
            lines: list[str] = stderr.decode().splitlines()
            return lines[-1]

        with ThreadPoolExecutor(2) as pool:
            theirs = dict(zip(charts, pool.map(told, charts), strict=True))
        mine = {name: _told(whole, name, asked[name], origin.url) for name in charts}

    assert mine == theirs


def _told(index: Index, name: str, version: str, url: str) -> str:
    """Return what Helm says in the end: that an archive is not there, or no version fits."""
    from helmwright.base.errors import SourceError

    try:
        found = index.get(name, version)
    except SourceError as error:
        return (
            f'Error: chart "{name}" matching {version} not found in many index. '
            f"(try 'helm repo update'): {error.message}"
        )
    return f"Error: failed to fetch {url}/many/{found.urls[0]} : 404 File not found"
