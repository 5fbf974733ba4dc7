"""Indexes of chance: of the form that Helm writes, and broken in ways that people break files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

WHOLE = """\
apiVersion: v1
entries:
  api:
  - annotations:
      artifacthub.io/changes: |
        - kind: added
          description: "more": and

        - kind: fixed
      artifacthub.io/license: Apache-2.0
      note: 'it''s folded
        here'
    apiVersion: v2
    appVersion: 1.2.3
    created: "2024-02-28T03:04:05.678Z"
    dependencies:
    - alias: cache
      condition: redis.enabled,global.redis
      import-values:
      - data
      name: redis
      repository: https://charts.example.com/stable
      tags:
      - database
      version: ^17.3.1
    - name: common
      repository: oci://registry.example.com/charts
      version: 1.x.x
    deprecated: true
    description: 'Words: some'
    digest: 9bd0cfb82bc9e849fc01fe5a2d14e42941d102d719ff6a182a5a63237138c2a3
    home: https://example.com/#top
    icon: https://example.com/icon.svg
    keywords:
    - api
    - http
      server
    kubeVersion: '>=1.25.0-0'
    maintainers:
    - email: somebody@example.com
      name: Some Body
      url: https://example.com
    - name: Other
    name: api
    sources:
    - https://github.com/example/api
    type: application
    urls:
    - https://example.com/api-1.2.3.tgz
    version: 1.2.3
  - created: 2024-01-31T03:04:05.678+02:00
    description: "Quoted \\"words\\" with \\U0001F680 and a fold
      \\ here"
    keywords: []
    name: api
    removed: false
    urls:
    - api-1.2.2.tgz
    version: v1.2.2-rc.1
  web-site:
  - apiVersion: v1
    appVersion: "7"
    created: "2024-02-28T03:04:05Z"
    description: A long text that is
      folded over lines, as long ones are
    digest: sha256:9bd0cfb82bc9e849fc01fe5a2d14e42941d102d719ff6a182a5a63237138c2a3
    engine: gotpl
    name: web-site
    tillerVersion: '>2'
    type: library
    urls:
    - web-site-1.0.0.tgz
    version: 1.0.0
  - name: web-site
    urls:
    - web-site-0.1.0.tgz
    version: 0.1.0+build
generated: "2024-01-02T03:04:05.678Z"
"""
PIECES = (
    *(
        '"',
        "'",
        ": ",
        ":",
        " #",
        "#",
        "- ",
        "-",
        "\n",
        "\n\n",
        " ",
        "  ",
        "&a ",
        "*a",
        "!!str ",
        "!x ",
        "|",
    ),
    *(
        ">",
        "|-",
        ">+",
        "{",
        "}",
        "[",
        "]",
        "[]",
        "{}",
        "true",
        "no",
        "null",
        "~",
        "1",
        "1.5",
        "0x1",
        "1e3",
    ),
    *(
        ".inf",
        "=",
        "<<",
        "<<: *a",
        "\t",
        "\r\n",
        "é",
        "\u2028",
        "\x85",
        "\ufeff",
        "\x7f",
        "\x00",
        "%",
        "---\n",
    ),
    *(
        "...\n",
        "? ",
        "@",
        "`",
        ",",
        "\\",
        "\\u00e9",
        "\\ud800",
        "\\/",
        "\\q",
        "+",
        "_",
        "2024-01-02",
        "y",
        "On",
    ),
    *(
        "entries:\n",
        "  web:\n",
        "  - ",
        "    name: x\n",
        "    foo: 1\n",
        "    version: bad\n",
        "      ",
        "# x\n",
    ),
    *(
        "    type: thing\n",
        "    deprecated: no\n",
        "    created: soon\n",
        "    alias: a b\n",
        "\U0001f680",
        "0",
    ),
)


def broken(chance: random.Random, text: str = WHOLE) -> str:
    """Return an index with one to three changes; most are then wrong, some are not."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = _CHANGES[chance.randrange(len(_CHANGES))](chance, text)
    return text


def _insert(chance: random.Random, text: str) -> str:
    place = chance.randrange(len(text))
    return text[:place] + chance.choice(PIECES) + text[place:]


def _insert_where_a_value_begins(chance: random.Random, text: str) -> str:
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    key, colon, value = lines[number].partition(": ")
    if colon:
        kept = chance.choice((value, ""))
        lines[number] = key + colon + chance.choice(PIECES) + kept
    return "\n".join(lines)


def _delete(chance: random.Random, text: str) -> str:
    place = chance.randrange(len(text))
    return text[:place] + text[place + chance.choice((1, 1, 2, 6)) :]


def _of_lines(chance: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    number = chance.randrange(len(lines))
    other = chance.randrange(len(lines))
    change = chance.randrange(5)
    if change == 0:
        del lines[number]
    elif change == 1:
        lines.insert(number, lines[number])
    elif change == 2:
        lines.insert(number, lines[other])
    elif change == 3:
        lines[number], lines[other] = lines[other], lines[number]
    else:
        lines[number] = " " * chance.randrange(5) + lines[number].lstrip(" ")
    return "".join(lines)


_CHANGES = (_insert, _insert_where_a_value_begins, _delete, _of_lines)
