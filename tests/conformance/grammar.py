"""Makes random templates over the whole language, random values and random --set arguments.

Everything comes from one `random.Random`, so that a seed names a case for ever (for one version
of this file). Most of what is made is plausible, about an eighth is of a wrong kind, and some
texts are broken on purpose.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.conformance.signatures import BY_RESULT

if TYPE_CHECKING:
    from random import Random

VALUES = """\
str: text
blank: ""
num: 5
big: 1234567
frac: 2.5
neg: -3
zero: 0
flag: true
off_: false
nothing: null
list: [1, two, null, true, 2.5]
words: [b, a, c]
empty: []
nested: [[1, 2], [3]]
maps: [{a: 1}, {b: 2}]
map: {a: 1, b: {c: deep}, k1: x, k10: z, k2: w}
emptymap: {}
wide: "é😀 ü"
lines: "one\\ntwo\\n"
odd: "a: b #c"
"""
NAMES = ["str", "blank", "num", "big", "frac", "neg", "zero", "flag", "off_", "nothing", "list"]
NAMES += ["words", "empty", "nested", "maps", "map", "emptymap", "wide", "lines", "odd", "none"]
OF_KIND = {
    "str": ["str", "blank", "wide", "lines", "odd"],
    "int": [],
    "float": ["num", "big", "frac", "neg", "zero"],
    "bool": ["flag", "off_"],
    "list": ["list", "words", "empty", "nested", "maps"],
    "map": ["map", "emptymap", "map.b"],
}
KEYS = ["a", "b", "c", "k1", "k2", "k10", "é", "", "x-y", "Str"]
POOLS: dict[str, list[str]] = {
    "digits": ["0", "1", "-1", "12", "007", "0x1F", "1.0", "1.9", "1e3", "1_000", "abc", "+5", "95", "9223372036854775808", "0b11", "08"],
    "path": ["/a/b.c", "", ".", "/", "a/../b", "a//b/", "../x", "x.tar.gz", "/..", "a.b/c"],
    "base64": ["aGVsbG8=", "", "!!", "aGVsbG8", "w6k=", "/w=="],
    "layout": ["2006-01-02", "15:04:05", "Jan _2 2006", "3:04PM Z07:00", ".000 Mon", "x 2006 MST"],
    "duration": ["1h", "-90m", "1h30m10.5s", "bad", "", "2400h", "1s", "100ms"],
    "regex": ["a+", "[a-z]*", "(", "(b)(c)?", "^t", "x$", r"\\d+", r"\\w", "(?i)TE", "[^a]", "", "."],
    "replacement": ["$1", "${1}x", "$0", "x", "", "$$", "${n}", "$1W"],
    "version": ["1.2.3", "v1.2", "1", "1.2.3-beta.1+b", "bad", "", "0.0.1", "1.20.1-gke.1", "2.0.0"],
    "constraint": [">=1.2", "^1.2.3", "~1.2", "1.x", "*", ">1 <2", "1.2 - 1.4", "bad", "", "!=1.2.3",
                   ">=1.19-0", "<2 || >=3"],
    "url": ["http://u:p@h:80/p?q=1#f", "", "mailto:a@b", "//h/p", "http://[::1", "%zz", "/p a", "h"],
    "json": ['{"a":1}', "[1,null,2.5]", "{", "null", '"x"', "1e6", '{"a":{"b":[]}}', "", "tru"],
    "yaml": ["a: 1", "- 1\n- b", "a: [", "", "x", "a: {b: yes}\nc: 0777", "a: &x 1\nb: *x", "a: b: c",
             "k: |\n  x\n", "1: 2", "a: 1e3\nb: 1_0\nc: .5", "- a: 1\n  b: 2"],
    "toml": ["a = 1", "[t]\nx = 1.5", "bad", "", 'a = "x"\nb = [1, 2]', "a = 1979-05-27"],
    "name": ["void", "dot", "root", "bad", "main2", "nope", "c/templates/_h.tpl"],
    "format": ["%v", "%s", "%d", "%q", "%5v|%-5v", "%x", "%T", "%t", "%+v", "%#v", "%06.2f", "%e",
               "%s-%s", "%[2]v", "%", "%z", "%c", "%U", "%05d", "%.2s", "%g %v", "a%%b", "%*d"],
    "template": ["{{ . }}", "x{{ .Values.str }}", "{{ .a.b }}", "{{", "", "{{ nope }}", "<no value>",
                 '{{ include "dot" . }}', "{{ .none }}", '{{ define "q" }}Q{{ end }}{{ template "q" }}'],
}  # fmt: skip
TEXTS = ["a", "b ", " ", "\n", "  ", "x: ", "é", "\n\n", "<", "\t", "{", "}", "#", "-", "\n  ", "|"]
STRINGS = ["", "a", "b", "abc", "text", "é", "😀", "a b c", "x-y_z", "HTTPServer", "one\\ntwo", "1",
           "true", "null", "\\t", '\\"q\\"', "it's", "a: b", "- x", "\\xff", "<no value>", "{{", "k1",
           "string", "int", "map", "slice", "/", ",", ".", "  pad  ", "\\u00a0", "yes", "1e3"]  # fmt: skip
INTS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-2",
    "7",
    "10",
    "100",
    "'a'",
    "0x1F",
    "017",
    "1_000",
    "0b11",
    "5",
]
BIG = ["9223372036854775807", "-9223372036854775808", "1000000", "4294967296"]
FLOATS = ["0.0", "1.5", "-2.5", "1e3", "1e6", "1e21", "0.1", "1e-7", "3.0", "-0.0", "123456.789"]
FLOATS += ["1.", ".5", "0x1p4", "100000.0", "2.675"]
ODD_LITERALS = ["1i", "1+2i", "nil", "99999999999999999999", "1e400", "'ab'", '"\\q"', "08", "0xg"]
PLACES = [".", "$", "$.Release.Name", "$.Chart.Name", "$.Template.Name", "$.Files", "$.Chart"]
PLACES += ["$.Capabilities.KubeVersion", "$.Release", '($.Files.Get "f.txt")', "$.Subcharts"]
PLACES += ['($.Capabilities.APIVersions.Has "v1")', "$.Values", "$.Capabilities.KubeVersion.Minor"]
ODD_LITERALS += ["$undeclared", "$.Capabilities.Nope", ".Values.none.x"]
HELPERS = """\
{{ define "void" }}{{ end }}{{ define "dot" }}{{ . }}{{ end }}
{{ define "root" }}{{ $.Values.str }}{{ end }}{{ define "bad" }}{{ .Values.a.b.c }}{{ end }}
"""


@dataclass(slots=True)
class Example:
    """One generated run of `helm template`."""

    template: str
    values: str = VALUES
    extra: str | None = None
    arguments: list[str] = field(default_factory=list)
    form: str = "include"

    def files(self) -> dict[str, str]:
        """Returns the files of the run, chart and values file."""
        files = {
            "c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\n",
            "c/values.yaml": self.values,
        }
        helpers = HELPERS
        if self.form == "include":
            helpers += '{{ define "main" }}' + self.template + "{{ end }}"
            files["c/templates/t.yaml"] = 'a: {{ include "main" . | quote }}\n'
        elif self.form == "tpl":
            files["c/f.txt"] = self.template
            files["c/templates/t.yaml"] = 'a: {{ tpl (.Files.Get "f.txt") . | quote }}\n'
        else:
            files["c/templates/t.yaml"] = self.template
        files["c/templates/_h.tpl"] = helpers
        if self.extra is not None:
            files["extra.yaml"] = self.extra
        return files

    def argv(self) -> list[str]:
        """Returns the arguments of helm."""
        more = ["-f", "extra.yaml"] if self.extra is not None else []
        return ["template", "./c", *more, *self.arguments]


class Grammar:
    """Makes examples from a random source."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.variables: list[str] = []
        self.loops = 0
        self.rebound = 0  # how many range and with are around
        self.wild = 0.0  # how likely things of a wrong kind are

    def example(self) -> Example:
        """Returns a random example."""
        chance = self.random.random
        form = self.random.choice(["include", "include", "include", "direct", "direct", "tpl"])
        self.variables, self.loops, self.rebound = [], 0, 0
        self.wild = self.random.choice([0.0, 0.0, 0.0, 0.02, 0.1])
        template = self.body(self.random.choice([1, 2, 2, 3]))
        if form == "direct":
            template = self.random.choice(["a: ", "# ", "kind: "]) + template + "\n"
        if form != "tpl" and chance() < 0.1:
            template += self.define()
        if chance() < 0.12:
            template = self.broken(template)
        example = Example(template, form=form)
        if chance() < 0.12:
            example.arguments = self.set_arguments()
            example.template += "{{ .Values | toJson }}" if form != "direct" else ""
        if chance() < 0.08:
            example.extra = self.yaml_text()
            example.template += "{{ .Values | toJson }}" if form != "direct" else ""
        return example

    # Statements

    def body(self, depth: int) -> str:
        declared = len(self.variables)
        parts = [self.statement(depth) for _ in range(self.random.choice([1, 1, 2, 3, 4]))]
        del self.variables[declared:]
        return "".join(parts)

    def statement(self, depth: int) -> str:
        pick = self.random.random()
        if pick < 0.2:
            return self.random.choice(TEXTS)
        if depth > 0 and pick < 0.5:
            return self.random.choice([self.if_, self.with_, self.range_, self.block, self.call])(
                depth - 1
            )
        if pick < 0.62:
            return self.assignment(depth)
        if pick < 0.65:
            return "{{/*" + self.random.choice(["", " x ", " a\nb ", " }} "]) + "*/}}"
        if (self.loops and pick < 0.70) or (self.wild and pick > 0.997):
            return self.action(self.random.choice(["break", "continue"]))
        return self.action(self.pipeline(self.random.choice([1, 2, 2, 3])))

    def action(self, inside: str) -> str:
        left = self.random.choice(["{{ ", "{{ ", "{{ ", "{{", "{{- ", "{{-\n"])
        right = self.random.choice([" }}", " }}", " }}", "}}", " -}}"])
        return left + inside + right

    def if_(self, depth: int) -> str:
        text = self.action("if " + self.pipeline(2)) + self.body(depth)
        while self.random.random() < 0.3:
            text += self.action("else if " + self.pipeline(2)) + self.body(depth)
        return text + self.ending(depth)

    def with_(self, depth: int) -> str:
        declared = len(self.variables)
        text = self.action("with " + self.declaration(1) + self.pipeline(2))
        self.rebound += 1
        text += self.body(depth)
        while self.random.random() < 0.15:
            text += self.action("else with " + self.pipeline(1)) + self.body(depth)
        self.rebound -= 1
        text += self.ending(depth)
        del self.variables[declared:]
        return text

    def range_(self, depth: int) -> str:
        declared = len(self.variables)
        heading = "range " + self.declaration(2) + self.argument(
            self.random.choice(["list", "list", "map", "small", "any"]), 2
        )  # fmt: skip
        self.loops, self.rebound = self.loops + 1, self.rebound + 1
        text = self.action(heading) + self.body(depth)
        self.loops, self.rebound = self.loops - 1, self.rebound - 1
        text += self.ending(depth)
        del self.variables[declared:]
        return text

    def ending(self, depth: int) -> str:
        text = ""
        if self.random.random() < 0.4:
            text = self.action("else") + self.body(depth)
        return text + self.action("end")

    def declaration(self, most: int) -> str:
        if self.random.random() < 0.5:
            return ""
        names = [self.new_variable() for _ in range(self.random.choice([1, most, most]))]
        return ", ".join(names) + " := "

    def new_variable(self) -> str:
        name = "$" + self.random.choice("xyzw")
        self.variables.append(name)
        return name

    def assignment(self, depth: int) -> str:
        value = self.pipeline(2 if depth else 1)
        if self.variables and self.random.random() < 0.4:
            return self.action(f"{self.random.choice(self.variables)} = {value}")
        return self.action(f"{self.new_variable()} := {value}")

    def block(self, depth: int) -> str:
        name = self.random.choice(["b1", "b2"])
        dot = self.random.choice(["$", "$", "$", self.pipeline(1)])
        outer = self.loops, self.variables, self.rebound
        self.loops, self.variables, self.rebound = 0, [], 0
        text = self.action(f'block "{name}" {dot}') + self.body(depth)
        self.loops, self.variables, self.rebound = outer
        return text + self.action("end")

    def call(self, _: int) -> str:
        name = self.random.choice(POOLS["name"][:4])
        dot = self.random.choice(["", " .", " $", " " + self.pipeline(1)])
        return self.action(f'template "{name}"{dot}')

    def define(self) -> str:
        self.variables, self.loops, self.rebound = [], 0, 0
        return self.action('define "main2"') + self.body(1) + self.action("end")

    # Expressions

    def pipeline(self, depth: int) -> str:
        text = self.command(self.kind(), depth)
        while self.random.random() < 0.25:
            name, arguments = self.random.choice(BY_RESULT["any"])
            text += " | " + " ".join([name, *self.arguments(arguments[:-1], depth - 1)])
        return text

    def kind(self) -> str:
        return self.random.choice(["str", "int", "float", "bool", "list", "map", "any", "any"])

    def command(self, kind: str, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.2:
            return self.operand(kind)
        name, arguments = self.random.choice(BY_RESULT.get(kind) or BY_RESULT["any"])
        return " ".join([name, *self.arguments(arguments, depth - 1)])

    def arguments(self, kinds: list[str], depth: int) -> list[str]:
        found = []
        for kind in kinds:
            count = self.random.choice([0, 1, 1, 2]) if kind.endswith("*") else 1
            found += [self.argument(kind.rstrip("*"), depth) for _ in range(count)]
        if self.random.random() < self.wild / 4:
            found.append(self.argument("any", 0))
        elif found and self.random.random() < self.wild / 5:
            found.pop()
        return found

    def argument(self, kind: str, depth: int) -> str:
        if self.random.random() < self.wild and kind != "small":
            kind = self.kind()
        if kind in ("num", "time"):
            kind = self.random.choice(
                ["int", "float", "float"] if kind == "num" else ["int", "date"]
            )
        if depth > 0 and kind not in POOLS and kind != "small" and self.random.random() < 0.45:
            text = f"({self.command(kind, depth)})"
            return (
                text + self.random.choice([".a", ".b.c"])
                if self.random.random() < self.wild / 2
                else text
            )
        return self.operand(kind)

    def operand(self, kind: str) -> str:  # noqa: PLR0911
        choice = self.random.choice
        if kind in POOLS:
            return self.quoted(choice(POOLS[kind]))
        if kind == "small":
            return choice(
                ["0", "1", "2", "3", "5", "-1", "10", "(int .Values.num)", '"x"', ".Values.num"]
            )
        if kind == "date":
            return choice(['(toDate "2006-01-02" "2021-02-03")', '(toDate "15:04" "bad")'])
        if kind == "semver":
            return '(semver "1.2.3-a")'
        if kind == "any" or self.random.random() < self.wild:
            return self.anything()
        values = OF_KIND.get(kind, [])
        if values and self.random.random() < 0.5:
            return self.value(choice(values))
        return self.literal(kind)

    def value(self, name: str) -> str:
        """Returns a way to write a value: with the dot, where it is still the root, or $."""
        plain = self.rebound == 0 if self.random.random() > self.wild else self.rebound > 0
        return (".Values." if plain and self.random.random() < 0.8 else "$.Values.") + name

    def anything(self) -> str:
        pick = self.random.random()
        if pick < 0.4:
            return self.value(self.random.choice(NAMES))
        if pick < 0.5 and self.random.random() < self.wild * 10:
            return self.field_chain()
        if pick < 0.65 and self.variables:
            name = self.random.choice(self.variables)
            fields = ["", "", "", ".a", ".b.c"] if self.wild else [""]
            return name + self.random.choice(fields)
        if pick < 0.7:
            return self.random.choice(PLACES)
        if pick < 0.75 and self.wild:
            return self.random.choice(ODD_LITERALS)
        return self.literal(self.random.choice(["str", "int", "float", "bool", "list", "map"]))

    def field_chain(self) -> str:
        start = self.random.choice([".Values", ".Values.map", "$.Values", ".", ".Values.none", "$"])
        names = [
            self.random.choice(["a", "b", "c", "str", "num", "none", "map", "x"])
            for _ in range(self.random.choice([1, 2, 3]))
        ]
        chain = start.rstrip(".") + "." + ".".join(names)
        return f"({start}).{names[0]}" if self.random.random() < 0.15 else chain

    def literal(self, kind: str) -> str:  # noqa: PLR0911
        choice = self.random.choice
        if kind == "str":
            text = choice(STRINGS)
            if self.random.random() < 0.12 and "\\" not in text:
                return f"`{text}`"
            return f'"{text}"'
        if kind == "int":
            return choice(INTS) if self.random.random() < 0.93 else choice(BIG)
        if kind == "float":
            return choice(FLOATS)
        if kind == "bool":
            return choice(["true", "false"])
        if kind == "list":
            return (
                "(list "
                + " ".join(
                    self.literal(choice(["str", "int", "float"]))
                    for _ in range(choice([0, 1, 2, 3]))
                )
                + ")"
            )
        pairs = [
            f'"{choice(KEYS)}" {self.literal(choice(["str", "int", "float", "list"]))}'
            for _ in range(choice([0, 1, 2, 3]))
        ]
        return "(dict " + " ".join(pairs) + ")"

    def quoted(self, text: str) -> str:
        if "\\\\" in text:
            return f'"{text}"'
        return json.dumps(text, ensure_ascii=False)

    # Texts that are broken, values, arguments

    def broken(self, text: str) -> str:
        """Returns the text with one to three small injuries."""
        odd = [
            "{{",
            "}}",
            "(",
            ")",
            '"',
            "`",
            "'",
            "|",
            ".",
            "$",
            ":=",
            "=",
            ",",
            " ",
            "-",
            "\n",
            "end",
        ]
        odd += [
            "{{end}}",
            "{{else}}",
            "{{if}}",
            "/*",
            "*/",
            "é",
            "\x00",
            "1",
            "x",
            "{{ break }}",
            "nil",
        ]
        for _ in range(self.random.choice([1, 1, 2, 3])):
            at = self.random.randrange(len(text) + 1)
            pick = self.random.random()
            if pick < 0.4:
                text = text[:at] + self.random.choice(odd) + text[at:]
            elif pick < 0.8:
                text = text[:at] + text[at + self.random.choice([1, 1, 2, 5]) :]
            else:
                text = text[:at] + text[at : at + 4] + text[at:]
        return text

    def set_arguments(self) -> list[str]:
        found = []
        for _ in range(self.random.choice([1, 1, 2, 3])):
            flag = self.random.choice(
                ["--set", "--set", "--set", "--set-string", "--set-literal", "--set-json"]
            )
            found += [flag, self.json_setting() if flag == "--set-json" else self.setting()]
        return found

    def setting(self) -> str:
        names = [
            "a",
            "b",
            "str",
            "num",
            "map",
            "list",
            "map.a",
            "map.b.c",
            "list[0]",
            "list[2]",
            "x[1].a",
            "k\\.x",
        ]
        values = [
            "1",
            "x",
            "true",
            "null",
            "",
            "{1,2}",
            "{a}",
            "1.5",
            "01",
            "a b",
            "é",
            "b\\,c",
            "{}",
            "NULL",
            "-5",
        ]
        text = ",".join(
            f"{self.random.choice(names)}={self.random.choice(values)}"
            for _ in range(self.random.choice([1, 1, 2]))
        )
        for _ in range(self.random.choice([0, 0, 0, 1, 2])):
            at = self.random.randrange(len(text) + 1)
            text = (
                text[:at]
                + self.random.choice([*list("=.,[]{}\\ 0a-\n\"'é"), ""])
                + text[at + self.random.choice([0, 1]) :]
            )
        return text

    def json_setting(self) -> str:
        choice = self.random.choice
        body = choice(
            ["1", "null", '"x"', "[1,2]", '{"x":1}', "1.5", "tru", "{", "", "1e3", '{"a":null}']
        )
        name = choice(["a", "map", "map.a", "list", "list[1]", "x.z", "num"])
        return choice(
            [
                f"{name}={body}",
                f"{name}={body},b=2",
                body,
                '{"map":' + body + "}",
                f"{name} = {body}",
            ]
        )

    def yaml_text(self) -> str:
        """Returns a values file, sometimes broken."""
        scalars = [
            "1",
            "x",
            "yes",
            "~",
            "0777",
            "1e3",
            '"q"',
            "'s'",
            "1:30",
            "[1, a]",
            "{a: b}",
            "|\n  x\n",
            ">-\n  a\n  b\n",
            "2020-01-02",
            "*n",
            "&n 1",
            "!!str 5",
            ".inf",
            "- a",
            "a: b",
            "# c",
            "",
            "1_0",
            "-.5",
            "null",
            "é",
        ]
        names = [
            "a",
            "b",
            "str",
            "map",
            "list",
            "num",
            "y",
            "1",
            "?",
            '"q"',
            "é",
            "<<",
            "- x",
            "1.5",
            "{}",
        ]
        lines = []
        for _ in range(self.random.choice([1, 2, 3, 4])):
            pad = self.random.choice(["", "", "", "", "  ", "- ", "\t"])
            lines.append(f"{pad}{self.random.choice(names)}: {self.random.choice(scalars)}\n")
        if self.random.random() < 0.15:
            lines.insert(
                self.random.randrange(len(lines) + 1),
                self.random.choice(["---\n", "...\n", "--- # c\n", "---x\n", "%YAML 1.1\n"]),
            )
        return "".join(lines)
