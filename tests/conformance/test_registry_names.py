"""Names of charts in registries: what oras makes of generated ones, and what ours does."""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

from tests.conformance.peer import go_program

from helmwright.errors import SourceError
from helmwright.sources.registry.reference import parse_reference

_COUNT = 10_000
_PIECES = (
    *("web", "Web", "charts", "a__b", "a___b", "a--b", "a.b", "a..b", "x", "0", "-", "_", "é", ""),
    *("docker.io", "registry-1.docker.io", "localhost", "[::1]", "[::1", "h:5000", "h:x", "u@h"),
    *("h?q", "h#f", "h%41", "h%zz", "10.0.0.1:80", "latest", "1.0.0", "2.0.0+b.5", "2.0.0_b.5"),
    *("1" * 129, "a" * 64, "sha256", "sha512", "sha384", "md5", "sha256+b64", "0a" * 32, "0A" * 32),
    *("0a" * 64, "0a" * 48, "00", "a b", "\x00", "\u2028"),
)
_SIGNS = ("/", "/", "/", ":", ":", "@", "", ".", " ", "//")


def _names() -> list[str]:
    """Return names, many of them broken, and likely ones whose every part may be another."""
    chance = random.Random(11)  # noqa: S311 - nobody must guess it
    names = []
    for _ in range(_COUNT // 2):
        pieces = [chance.choice(_PIECES) for _ in range(chance.randint(1, 5))]
        names.append("".join(one + chance.choice(_SIGNS) for one in pieces[:-1]) + pieces[-1])
        host, path, tag, kind, digits = (chance.choice(_PIECES) for _ in range(5))
        name = f"{host}/{path}" + (f":{tag}" if chance.random() < 0.5 else "")
        names.append(name + (f"@{kind}:{digits}" if chance.random() < 0.3 else ""))
    return names


def _ours(name: str) -> dict[str, Any]:
    found = dict.fromkeys(("registry", "repository", "reference", "host", "text", "error"), "")
    try:
        read = parse_reference(name)
    except SourceError as error:
        return {**found, "error": error.message}
    return {**found, **read._asdict(), "host": read.host, "text": str(read)}


def test_names_are_read_as_oras_reads_them() -> None:
    names = _names()
    asked = "".join(f"{json.dumps(one)}\n" for one in names)
    program = go_program("registry_names_oracle")
    done = subprocess.run([program], input=asked, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]

    ours = list(map(_ours, names))

    assert [one for one in zip(names, ours, answers, strict=True) if one[1] != one[2]] == []
    assert sum(not answer["error"] for answer in answers) > _COUNT // 20
