"""Every template function on every kind of container that a template can get hold of.

Go looks at the type of a map or list, not only at what is in it: `.Values` is `common.Values` until a
function that wants `map[string]interface {}` gives it back. So each function is called with each
container at each of its arguments, and what comes out is printed with its type, and passed on to
functions that look at types themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from tests.conformance.grammar import Example
from tests.conformance.signatures import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

CHART = """\
apiVersion: v2
name: c
version: 0.1.0
annotations: {one: "1", two: "2"}
keywords: [a, b]
sources: [https://example.com]
maintainers: [{name: m, email: m@example.com}]
"""
VALUES = """\
a: text
n: 1
t: true
e: ""
nil:
l: [x, y, 1, null]
m: {b: deep, m: {c: 3}}
host: example.com
s: {a: of the subchart, m: {d: 1}}
"""
CONTAINERS = (
    ".",
    ".Values",
    ".Values.m",
    ".Values.s",
    ".Subcharts",
    ".Subcharts.s",
    ".Subcharts.s.Values",
    ".Template",
    ".Chart",
    ".Chart.Annotations",
    ".Chart.Keywords",
    ".Chart.Maintainers",
    ".Release",
    ".Files",
    '(.Files.Glob "*.txt")',
    '(.Files.Lines "f.txt")',
    '(.Files.GetBytes "f.txt")',
    ".Capabilities",
    ".Capabilities.APIVersions",
    ".Capabilities.KubeVersion",
    ".Capabilities.HelmVersion",
    ".Values.l",
    ".Values.AsMap",
    '(.Values.Table "m")',
    '(split "," "a,b")',
    '(splitList "," "a,b")',
    "(until 2)",
    "(chunk 1 .Values.l)",
    '(urlParse "http://u@h/p")',
    '(fromYaml "a: 1")',
    '(fromYamlArray "[1]")',
    '(fromJson "null")',
    '(fromJsonArray "null")',
    '(fromToml "a = [{b = 1}]")',
    '(semver "1.2.3")',
    '(toDate "2006" "2020")',
    "(list .Values .)",
    '(dict "v" .Values "c" .Chart.Annotations "f" .Files)',
    "(unset nil `a`)",
    "(rest list)",
    ".Values.nil",
    ".Values.none",
)
"""Expressions for something that is a map, a list, a struct, or nil."""
_NAMED = CONTAINERS[:14]
_PROBES = (
    "typeOf $x",
    "kindOf $x",
    "$x",
    "printf `%T %v` $x $x",
    "toJson $x",
)
"""What is asked of the result of a call, each in a template of its own kind."""
_ARGUMENTS = {
    "any": '"a"',
    "base64": '"YQ=="',
    "bool": "true",
    "constraint": '">1"',
    "date": '(toDate "2006" "2020")',
    "digits": '"12"',
    "duration": '"1h"',
    "float": "0.5",
    "format": '"%v"',
    "int": "1",
    "json": "`{}`",
    "layout": '"2006"',
    "list": "(list 1 2)",
    "map": '(dict "a" 1)',
    "name": '"h"',
    "num": "2",
    "path": '"a/b"',
    "regex": '"a"',
    "replacement": '"b"',
    "small": "0",
    "str": '"a"',
    "template": '"{{ . }}"',
    "time": "0",
    "toml": '"a = 1"',
    "url": '"http://a"',
    "version": '"1.2.3"',
    "yaml": '"a: 1"',
}
_CONSUMERS = (
    'dig "a" "none" @',
    'dig "m" "b" "none" @',
    'dig "Values" "a" "none" @',
    "merge @ (dict `z` 1)",
    "mergeOverwrite (dict `z` 1) @",
    'set @ "z" 1',
    'get @ "a"',
    "deepCopy @",
    "(deepCopy @).m",
    "mustMerge (deepCopy @) (dict)",
    "toYaml @",
    "toYamlPretty @",
    "toToml @",
    "deepEqual @ .Values",
    "deepEqual @ .Values.AsMap",
    "eq @ .Values",
    "len @",
    'index @ "a"',
    "@.a",
    "@.PathValue `a`",
    "@.Table `m`",
    "@.AsMap",
    "@.YAML",
    'typeIs "common.Values" @',
    'typeIsLike "map[string]interface {}" @',
    "include `h` @",
    "tpl `{{ typeOf . }}` @",
    "printf `%#v` (omit @ `Capabilities` `Files` `Chart`)",
    "printf `%q %s` @ @",
    "omit @ `Capabilities` `Chart` `Files` | toJson",
    "pick @ `a` `m`",
    "pluck `a` @ @ | toJson",
    "values (pick @ `a`)",
    "keys @ | sortAlpha",
    "hasKey @ `a`",
    "first (list @)",
    "has @ (list @)",
    "uniq (list @ @)",
    "without (list @ 1) @",
    "concat (list @) (list 1)",
    "default 1 @",
    "empty @",
    "coalesce @ 1",
    "ternary @ 1 true",
    "dict `k` @",
    "mustMerge (dict) (dict `k` @)",
    "merge (dict `k` (dict `a` 0)) (dict `k` @)",
    "mergeOverwrite (dict `k` @) (dict `k` (dict `a` 1))",
    "dig `k` `a` 1 (dict `k` @)",
    "slice @ 0",
    "compact (list @)",
    "quote @",
    "cat @",
    "join `-` @",
    "html @",
    "urlJoin @",
    "required `x` @",
    "toString @",
)
"""Calls that look at the type of what they are given, at `@`."""
_PASSING = (
    "merge @",
    "mustMerge @",
    "merge @ (dict)",
    "mergeOverwrite @ (dict `y` 2)",
    "mustMergeOverwrite @",
    "set @ `y` 2",
    "unset @ `y`",
    "deepCopy @",
    "mustDeepCopy @",
    "pick @ `a` `m`",
    "omit @ `Capabilities`",
    "first (list @)",
    "default (dict) @",
    "get (dict `k` @) `k`",
    "index (list @) 0",
    "(list @ | last)",
    "and true @",
    "or @ 1",
    "ternary @ 1 true",
    "fromYaml (toYaml @)",
    "mustFromJson (toJson @)",
)
"""Calls that give back what they are given, or something like it."""


@dataclass
class TypedExample(Example):
    """An example whose chart has metadata, files and a subchart."""

    form: str = "direct"

    def files(self) -> dict[str, str]:
        """Returns the files of the chart."""
        return {
            "c/Chart.yaml": CHART,
            "c/values.yaml": VALUES,
            "c/f.txt": "one\ntwo\n",
            "c/templates/t.yaml": self.template,
            "c/templates/_h.tpl": '{{ define "h" }}{{ typeOf . }}{{ end }}',
            "c/charts/s/Chart.yaml": "apiVersion: v2\nname: s\nversion: 0.1.0\n",
            "c/charts/s/values.yaml": "b: 2\n",
        }


def _probed(call: str, probe: str) -> TypedExample:
    return TypedExample("{{ $x := " + call + " }}a: {{ " + probe + " | quote }}\n")


def calls() -> Iterator[TypedExample]:
    """Yields every function with every container at each of its arguments."""
    for name, kinds, _ in FUNCTIONS:
        fixed = [_ARGUMENTS[kind.rstrip("*")] for kind in kinds]
        for at, container in product(range(len(fixed)), CONTAINERS):
            given = " ".join([*fixed[:at], container, *fixed[at + 1 :]])
            for probe in ("printf `%T` $x", "toJson $x"):
                yield _probed(f"{name} {given}", probe)


def consumers() -> Iterator[TypedExample]:
    """Yields what looks at a type, of every container and of what functions make of it."""
    for container, consumer in product(CONTAINERS, _CONSUMERS):
        yield _probed(consumer.replace("@", container), "printf `%T %v` $x $x")
    for container, passing in product(_NAMED, _PASSING):
        call = passing.replace("@", container)
        for consumer in _CONSUMERS:
            yield _probed(consumer.replace("@", f"({call})"), "printf `%T %v` $x $x")
        for probe in _PROBES:
            yield _probed(call, probe)
        # What was changed through one name is seen through the other.
        yield TypedExample(
            f"{{{{ $x := {call} }}}}{{{{ $_ := set $x `changed` 1 }}}}{{{{ $y := {container} }}}}"
            "a: {{ hasKey $y `changed` }} {{ typeOf $y }}\n"
        )
