"""Names of images: what Go's package for them makes of generated ones, and what ours does."""

from __future__ import annotations

import json
import random
import subprocess

from tests.conformance.peer import go_program

from helmwright.kube.image_names import read_image_name

_COUNT = 20_000
_PIECES = (
    *("web", "Web", "library", "a__b", "a___b", "a--b", "a.b", "x", "0", "nginx", "-", "_", "é"),
    *("docker.io", "index.docker.io", "quay.io", "localhost", "LOCAL", "[::1]", "host:5000", "h:x"),
    *("latest", "1.27", "v1.2.3-rc.1", "1" * 129, "a" * 64, "b" * 300),
    *("sha256", "sha512", "md5", "sha256+b64", "0a" * 32, "0A" * 32, "0a" * 64, "0a" * 16),
)
_SIGNS = ("/", "/", "/", ":", ":", "@", "", ".", " ", "//")


def _names() -> list[str]:
    """Return names, many of them broken, and likely ones whose every part may be another."""
    chance = random.Random(7)  # noqa: S311 - nobody must guess it
    names = []
    for _ in range(_COUNT):
        pieces = [chance.choice(_PIECES) for _ in range(chance.randint(1, 5))]
        names.append("".join(one + chance.choice(_SIGNS) for one in pieces[:-1]) + pieces[-1])
        host, path, tag, kind, digits = (chance.choice(_PIECES) for _ in range(5))
        name = f"{host}/{path}" if chance.random() < 0.7 else path
        name += f":{tag}" if chance.random() < 0.5 else ""
        names.append(name + (f"@{kind}:{digits}" if chance.random() < 0.3 else ""))
    return names


def test_names_are_read_as_go_reads_them() -> None:
    names = _names()
    asked = "".join(f"{json.dumps(one)}\n" for one in names)
    program = go_program("image_names_oracle")
    done = subprocess.run([program], input=asked, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    ours = [found and found._asdict() for found in map(read_image_name, names)]
    assert len(answers) == len(names)
    assert [one for one in zip(names, ours, answers, strict=True) if one[1] != one[2]] == []
    assert sum(answer is not None for answer in answers) > _COUNT // 5
