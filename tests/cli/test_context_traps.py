"""Files of ``--context`` in which YAML 1.1 makes something else of a key or a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    write_chart(place)
    write(place, {"v.yaml.j2": "a: x\n"})


TRAPS = {
    "tag: 1.20\n": "c.yaml:1:6: tag is a number and loses its last zero: write it in quotes",
    "x: 1\nimage: {tag: 2.0}\n": "c.yaml:2:14: image.tag is a number and loses its last zero: "
    "write it in quotes",
    "versions: [1.2, 1.10]\n": "c.yaml:1:17: versions[1] is a number and loses its last zero: "
    "write it in quotes",
    "zone: 0123\n": "c.yaml:1:7: zone is a number, and with a zero in front another one: "
    "write it in quotes",
    "sha: 1234e5\n": "c.yaml:1:6: sha is a number that templates do not print as it is written: "
    "write it in quotes",
    "account: 12345678901234567890\n": "c.yaml:1:10: account is a number that templates do not "
    "print as it is written: write it in quotes",
    "n: 3\n": "c.yaml:1:1: the key n is False in YAML 1.1, and no variable is called n: "
    "write it in quotes",
    "a: 1\non: 3\n": "c.yaml:2:1: the key on is True in YAML 1.1, and no variable is called on: "
    "write it in quotes",
    "point: {x: 1, y: 2}\n": "c.yaml:1:15: the key y is True in YAML 1.1, and no variable is "
    "called y: write it in quotes",
}
COMMANDS = (
    "values render v.yaml.j2 --context c.yaml",
    "values get v.yaml.j2 a --context c.yaml",
    "template c -f v.yaml.j2 --context=c.yaml",
    "lint c -f v.yaml.j2 --context c.yaml --no-config",
    "diff values c -f v.yaml.j2 --to-set a=b --context-file c.yaml",
    "values explain a c -f v.yaml.j2 --context c.yaml",
)


@pytest.mark.parametrize("context", TRAPS)
def test_a_trap_is_named(place: Path, context: str) -> None:
    write(place, {"c.yaml": context})

    outcome = helmwright(*COMMANDS[0].split())

    assert outcome == (0, "a: x\n", f"{TRAPS[context]}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_names_it_once(place: Path, command: str) -> None:
    write(place, {"c.yaml": "tag: 1.20\n"})

    err = helmwright(*command.split()).err

    assert err.count("c.yaml:1:6: tag is a number and loses its last zero") == 1


@pytest.mark.parametrize(
    "context",
    [
        'tag: "1.20"\n',
        "tag: 1.21\n",
        "tag: v1.20\n",
        "share: 0.50\n",
        "port: 8080\n",
        '"n": 3\n',
        "true: 1\n",
        "name: yes\n",
        "no_proxy: x\non_call: y\n",
        "- a\n",
        "~: 1\n",
        "a: .inf\nb: -.nan\nc: 2026-01-01\n",
        "a: [\n",
        "zone: '0123'\nn1: 2\n0: x\n",
        '{"tag": "1.20", "n": 1}\n',
    ],
)
def test_what_is_as_it_looks_is_not_named(place: Path, context: str) -> None:
    write(place, {"c.yaml": context})

    assert "write it in quotes" not in helmwright(*COMMANDS[0].split()).err


def test_a_secret_is_not_shown(place: Path) -> None:
    write(place, {"c.yaml": "password: 0123456789\n"})

    assert "23456" not in helmwright(*COMMANDS[0].split()).err


def test_a_context_that_is_no_map_has_no_line(place: Path) -> None:
    write(place, {"c.yaml": "- a\n"})

    err = helmwright(*COMMANDS[0].split()).err

    assert err.startswith("Error: cannot read the context c.yaml: cannot unmarshal")
