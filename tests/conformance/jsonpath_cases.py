"""Expressions for ``show values --jsonpath``: those that are recorded, and others by chance."""

from __future__ import annotations

import random
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / "golden" / "jsonpath"
_KEYS = (
    "a",
    "l",
    "m",
    "ports",
    "name",
    "port",
    "mixed",
    "o",
    "only",
    "s",
    "e",
    "none",
    "nope",
    "k\\.d",
)
_LISTS = (".l", ".m.z.deep", ".mixed", ".e", ".ports", "['l']", ".ports[2].tags", ".ports[*].tags")
_SLICES = (
    *(
        "[0]",
        "[-1]",
        "[*]",
        "[1:]",
        "[:2]",
        "[::2]",
        "[0,1]",
        "[]",
        "[:-1]",
        "[0:0]",
        "[-2:]",
        "[0:2:1]",
        "[ 1,0 ]",
    ),
    *("[?(@>1.0)]", '[?(@=="b")]', "[?(@)]", "[?(@<3)]", "[-1,0]", "[:]", "[1:2]", "..", ""),
)
_FILTERS = (
    *(
        "[?(@.port>80.0)]",
        "[?(@.port<=443.0)]",
        '[?(@.name=="a")]',
        "[?(@.name!='b')]",
        "[?(@.on)]",
        "[*]",
    ),
    *(
        "[?(@.tags[0]=='u')]",
        "[?(@.name>='b')]",
        '[?(@.name=="q\'c")]',
        "[?(@.port)]",
        "[?(@..name)]",
        "[1:]",
    ),
    *(
        "[?(@.nope)]",
        "[?(@[7])]",
        "[?(@.port!=80.0)]",
        "[?(@.port<443.0)]",
        "[?(@.name<'b')]",
        "[0,2]",
        "[?(@.on!=true)]",
    ),
)
_SUFFIXES = (
    ".name",
    ".port",
    "",
    ".tags[*]",
    ".tags[0]",
    "['name','port']",
    ".*",
    "..",
    "['name']",
    ".on",
)
_SINGLE = (
    ".a",
    ".big",
    ".f",
    ".none",
    ".s",
    ".t",
    ".m.x",
    ".o.only.one",
    ".o.*",
    ".k\\.d",
    "..one",
    ".s[*]",
    ".o",
    ".m",
)
_PIECES = (
    *("[0]", "[-1]", "[*]", "[1:]", "[:2]", "[::2]", "[0,1]", "['name']", "['a','s']", "[]", "[9]"),
    *(
        "[2:1]",
        "[-9]",
        "[1:2:0]",
        "[x]",
        "['k.d']",
        "[:-1]",
        "[0:0]",
        ".*",
        "..",
        ".",
        "..name",
        "[ 1 ]",
    ),
    *(
        "[?(@.port>80.0)]",
        "[?(@.port<=443.0)]",
        '[?(@.name=="a")]',
        "[?(@.name!='b')]",
        "[?(@.on)]",
    ),
    *("[?(@.on==true)]", "[?(@.port==80)]", "[?(@>1.0)]", '[?(@=="x")]', "[?(@.tags[0]=='u')]"),
    *("[?(@.x=~1)]", "[?(@", "[?(@.nope)]", "[?(@[7])]", "[?(@.name>='b')]", '[?(@.name=="q\'c")]'),
    *("[?(@.port)]", "[?(@.name=='a)')]", "[?(@..name)]", "[?(@.on=true)]"),
)
ODD = (
    *(
        "{",
        "}",
        "{}",
        "{{.a}}",
        "{.a",
        "text",
        "{'x'}",
        '{"\\t"}',
        '{"\\q"}',
        "{'\\''}",
        '{"\\xff"}',
        '{"\\u00fc"}',
    ),
    *(
        "{1}",
        "{-1.5}",
        "{1e3}",
        "{+}",
        "{1..2}",
        "{true}",
        "{false}",
        "{end}",
        "{range}",
        "{range .l[*]}",
        "{word}",
    ),
    *(
        "{#}",
        "{ü}",
        "{~}",
        "{\n}",
        "{....}",
        "{.a,.s}",
        "{ .a }",
        "{$.a}",
        "{@.a}",
        "{$}",
        "{'a\nb'}",
        '{"x}',
        "{.a}{.s}",
    ),
    *(
        "{\\}",
        "{.\\}",
        "{.l[1",
        "{[']}",
        "{.l[99999999999999999999]}",
        "{٣}",
        "{.l[?(@)}",
        "{.l[?(@]}",
        "{.l[?(@.a}b)]}",
    ),
)


class Expressions:
    """Expressions by chance."""

    def __init__(self) -> None:
        self._chance = random.Random(11)  # noqa: S311 - nobody must guess it

    def _path(self) -> str:
        chance = self._chance
        kind = chance.random()
        if kind < 0.3:
            return chance.choice(_LISTS) + chance.choice(_SLICES)
        if kind < 0.7:
            return ".ports" + chance.choice(_FILTERS) + chance.choice(_SUFFIXES)
        if kind < 0.85:
            return chance.choice(_SINGLE)
        steps = [
            chance.choice(_PIECES) if chance.random() < 0.45 else f".{chance.choice(_KEYS)}"
            for _ in range(chance.randint(1, 3))
        ]
        return (
            chance.choice(("", "", "$", "@", " ")) + "".join(steps) + chance.choice(("", "", " "))
        )

    def _braced(self) -> str:
        return f"{{{self._path()}}}" if self._chance.random() < 0.5 else self._chance.choice(ODD)

    def expression(self) -> str:
        """Return one, from text, paths, ranges and oddities."""
        chance = self._chance
        kind = chance.random()
        if kind < 0.55:
            return f"{{{self._path()}}}"
        if kind < 0.7:
            return f"<{{{self._path()}}}, {{{self._path()}}}>"
        if kind < 0.9:
            inner = chance.choice(("{.name}", "{@}", "{.port}{'\\t'}{.name}", "x", self._braced()))
            end = chance.choice(("{end}", "{end}", "{end}", "", "{end}{end}"))
            more = f"{{range {self._path()}}}{{@}};{{end}}" if chance.random() < 0.3 else ""
            return f"{{range {self._path()}}}{inner}{more}\n{end}{chance.choice(('', '.', '{.a}'))}"
        return "".join(chance.choice(ODD) for _ in range(chance.randint(1, 2)))


def recorded() -> list[str]:
    """Return the expressions whose answers are recorded; none of them depends on the order of a map."""
    chance = Expressions()
    made = [one for one in (chance.expression() for _ in range(400)) if "*" not in one]
    calm = [one for one in made if ".." not in one][:110]
    return list(dict.fromkeys([*ODD, *calm]))


def files() -> list[dict[str, str]]:
    """Return the files of the chart that expressions are about."""
    about = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
    values = (FOLDER / "values.yaml").read_text()
    return [{"path": "c/Chart.yaml", "text": about}, {"path": "c/values.yaml", "text": values}]
