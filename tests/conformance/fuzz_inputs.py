"""Feeds broken, hostile and random input to our command: never a traceback, a hang or a memory bomb.

    python tests/conformance/fuzz_inputs.py [--cases 2000] [--seed 0] [--jobs 2] [--only TEXT]

Every run is a forked process with a limit on memory (1 GiB) and time (10 s). It must end by
itself with an exit code that the command line knows, without a Python traceback, and a failing
run must say "Error: ". First come the named bombs, then mutations of the golden cases: of
templates, values, Chart.yaml, schemas, archives and arguments. Neither Go nor helm is needed.
Exit code 1 if a run misbehaved.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import resource
import shutil
import signal
import sys
import tarfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "renderer")]

from tests.golden_cases import DEFAULT_CHART, Entry, load_all, to_bytes  # noqa: E402 - the path is set first

SECONDS = 10
MEMORY = 1 << 30
EXIT_CODES = {0, 1, 2, 64}


@dataclass(slots=True)
class Input:
    """One hostile run; `refused` says that it must fail."""

    name: str
    entries: list[Entry]
    argv: list[str] = field(default_factory=lambda: ["template", "./c"])
    refused: bool = False


def template(name: str, text: str, *, refused: bool = False, values: str = "") -> Input:
    """Returns a run of the default chart with one template."""
    entries = [
        Entry("c/Chart.yaml", DEFAULT_CHART.encode()),
        Entry("c/templates/t.yaml", to_bytes(text)),
        Entry("c/values.yaml", to_bytes(values)),
    ]
    return Input(name, entries, refused=refused)


def chart(name: str, files: dict[str, bytes], *argv: str, refused: bool = False) -> Input:
    """Returns a run of a chart of files."""
    entries = [Entry("c/Chart.yaml", DEFAULT_CHART.encode())]
    entries += [Entry(f"c/{path}", content) for path, content in files.items()]
    entries = list({entry.path: entry for entry in entries}.values())
    return Input(name, entries, ["template", "./c", *argv], refused)


def archive(name: str, members: list[tuple[str, bytes | str]], *, refused: bool = False) -> Input:
    """Returns a run of an archive; a member whose content is text is a symbolic link."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for path, content in members:
            member = tarfile.TarInfo(path)
            if isinstance(content, str):
                member.type, member.linkname = tarfile.SYMTYPE, content
                tar.addfile(member)
            else:
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    packed = gzip.compress(buffer.getvalue(), 1, mtime=0)
    return Input(name, [Entry("c.tgz", packed)], ["template", "c.tgz"], refused)


def bombs() -> list[Input]:
    """Returns the named bombs."""
    return [
        *_yaml_bombs(),
        *_size_bombs(),
        *_recursion_bombs(),
        *_nesting(),
        *_files(),
        *_archives(),
    ]


def _aliases(levels: int, width: int = 10) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        items = ", ".join([f"*a{level - 1}"] * width)
        lines.append(f"a{level}: &a{level} [{items}]")
    return "\n".join(lines) + "\n"


def _yaml_bombs() -> list[Input]:
    laughs = _aliases(9)
    maps = "a0: &a0 {k: v}\n" + "".join(
        f"a{n}: &a{n} {{{', '.join(f'k{m}: *a{n - 1}' for m in range(9))}}}\n" for n in range(1, 9)
    )
    return [
        template("alias bomb in values", "a: 1", values=laughs),
        template("alias bomb in values, printed", "a: {{ .Values | toYaml | quote }}", values=laughs),
        template("alias bomb of maps", "a: {{ .Values | toJson | len }}", values=maps),
        template("alias bomb in a manifest", laughs),
        template("alias bomb in fromYaml", "a: {{ fromYaml .Values.t | len }}", values="t: |\n  " + laughs.replace("\n", "\n  ")),
        chart("alias bomb in Chart.yaml", {"Chart.yaml": (DEFAULT_CHART + laughs).encode()}),
        chart("alias bomb in the schema's place", {"values.schema.json": laughs.encode()}, refused=True),
        template("merge key bomb", "a: 1", values=laughs.replace("[", "{<<: [").replace("]", "]}")),
        template("alias of itself", "a: 1", values="a: &a [*a]\n"),
        template("merge of itself", "a: 1", values="a: &a\n  <<: *a\n"),
        template("number of 100,000 digits", "a: {{ .Values.a }}", values="a: " + "9" * 100_000),
        template("float of 100,000 digits", "a: {{ .Values.a }}", values="a: 0." + "9" * 100_000),
        template("octal of 100,000 digits", "a: {{ .Values.a }}", values="a: 0" + "7" * 100_000),
        template("exponent bomb", "a: {{ .Values | toJson }}", values="a: 1e999999999\nb: 1e-999999999"),
        template("anchor of 100,000 characters", "a: 1", values="a: &" + "a" * 100_000 + " 1"),
        template("key of 100,000 characters", "a: {{ .Values | toYaml | quote }}", values="? " + "a" * 100_000 + "\n: 1"),
        template("100,000 keys", "a: {{ .Values | toYaml | len }}", values="".join(f"k{n}: {n}\n" for n in range(100_000))),
        template("100,000 documents", "---\n" * 100_000),
        template("unclosed quote of 1 MB", "a: 1", values='a: "' + "x\n" * 500_000, refused=True),
        template("zero bytes in values", "a: 1", values="\0" * 1000),
    ]  # fmt: skip


def _size_bombs() -> list[Input]:
    double = (
        '{{ $x := "0123456789" }}{{ range until 40 }}{{ $x = print $x $x }}{{ end }}{{ len $x }}'
    )
    lists = "{{ $x := list 1 }}{{ range until 40 }}{{ $x = concat $x $x }}{{ end }}{{ len $x }}"
    nest = (
        "{{ $x := list 1 }}{{ range until 40 }}{{ $x = list $x $x }}{{ end }}{{ toJson $x | len }}"
    )
    shapes = {
        "repeat": '{{ repeat 2000000000 "x" }}',
        "repeat of repeat": '{{ repeat 100000 (repeat 100000 "x") }}',
        "until": "{{ until 2000000000 | len }}",
        "untilStep": "{{ untilStep 0 2000000000 1 | len }}",
        "untilStep near the end": "{{ untilStep 9223372036854775800 9223372036854775807 5 | len }}",
        "seq": "{{ seq 2000000000 | len }}",
        "range over a number": "{{ range 1000000000000 }}x{{ end }}",
        "indent": '{{ indent 2000000000 "x" | len }}',
        "nindent": '{{ nindent 2000000000 "x" | len }}',
        "printf width": '{{ printf "%2000000000d" 1 | len }}',
        "printf star": '{{ printf "%*d" 2000000000 1 | len }}',
        "printf precision": '{{ printf "%.2000000000f" 1.5 | len }}',
        "printf zeros": '{{ printf "%0999999999d" 1 | len }}',
        "text doubling": double,
        "list doubling": lists,
        "list nesting": nest,
        "replace growth": '{{ $x := "aaaaaaaaaa" }}{{ range until 9 }}{{ $x = replace "a" "aaaaaaaaaa" $x }}{{ end }}{{ len $x }}',
        "regex growth": '{{ $x := "aaaaaaaaaa" }}{{ range until 9 }}{{ $x = regexReplaceAll "a" $x "$0$0$0$0$0$0$0$0$0$0" }}{{ end }}{{ len $x }}',
        "join growth": '{{ $x := "a" }}{{ range until 12 }}{{ $x = join $x (list 1 2 3 4 5 6 7 8 9 10) }}{{ end }}{{ len $x }}',
        "quote growth": '{{ $x := "\\"" }}{{ range until 40 }}{{ $x = quote $x }}{{ end }}{{ len $x }}',
        "json growth": '{{ $x := "\\"" }}{{ range until 40 }}{{ $x = toJson $x }}{{ end }}{{ len $x }}',
        "wrapWith growth": '{{ wrapWith 1 (repeat 100000 "x") (repeat 100000 "y") | len }}',
        "output growth": "{{ range until 10000 }}{{ range until 10000 }}xxxxxxxxxx{{ end }}{{ end }}",
        "include that branches": '{{ define "x" }}{{ if . }}{{ include "x" (rest .) }}{{ include "x" (rest .) }}{{ end }}{{ end }}{{ include "x" (until 60) }}',
        "template that branches": '{{ define "x" }}{{ if . }}{{ template "x" (rest .) }}{{ template "x" (rest .) }}{{ end }}{{ end }}{{ template "x" (until 60) }}',
        "tpl of many texts": "{{ range until 800000 }}{{ tpl (printf `{{ %d }}` .) 1 }}{{ end }}",
        "range in range": "{{ range until 1000 }}{{ range until 1000 }}{{ range until 1000 }}{{ end }}{{ end }}{{ end }}",
        "range in range with work": "{{ range until 1000 }}{{ range until 1000 }}{{ range until 1000 }}{{ $x := printf `%d` . | quote | upper }}{{ end }}{{ end }}{{ end }}",
        "append in a loop": "{{ $l := list }}{{ range until 800000 }}{{ $l = append $l . }}{{ end }}{{ len $l }}",
        "texts in a loop": "{{ $l := list }}{{ range until 800000 }}{{ $l = append $l (repeat 60000 `x`) }}{{ end }}",
        "output of texts in a loop": "{{ range until 800000 }}{{ repeat 60000 `x` }}{{ end }}",
        "output through include": "{{ define `a` }}{{ repeat 60000 `x` }}{{ end }}{{ range until 800000 }}{{ include `a` . }}{{ end }}",
        "print in a loop": "{{ $s := `` }}{{ range until 800000 }}{{ $s = print $s `xxxxxxxxxx` }}{{ end }}{{ len $s }}",
        "checksums in a loop": "{{ $s := repeat 30000000 `x` }}{{ range until 800000 }}{{ sha256sum $s }}{{ end }}",
        "large map in a loop": "{{ $d := dict }}{{ range until 300000 }}{{ $_ := set $d (toString .) (dict `a` .) }}{{ end }}{{ range until 100000 }}{{ $_ := toYaml $d }}{{ end }}",
        "keys in a loop": "{{ $d := dict }}{{ range until 300000 }}{{ $_ := set $d (toString .) . }}{{ end }}{{ range until 800000 }}{{ keys $d | sortAlpha | len }}{{ end }}",
        "uniq of maps": "{{ $l := list }}{{ range until 20000 }}{{ $l = append $l (dict `a` .) }}{{ end }}{{ uniq $l | len }}",
        "b64enc growth": "{{ $s := `xxxx` }}{{ range until 200 }}{{ $s = b64enc $s }}{{ end }}{{ len $s }}",
        "b32enc growth": "{{ $s := `xxxx` }}{{ range until 200 }}{{ $s = b32enc $s }}{{ end }}{{ len $s }}",
        "urlquery growth": "{{ $s := `%` }}{{ range until 200 }}{{ $s = urlquery $s }}{{ end }}{{ len $s }}",
        "html growth": "{{ $s := `&` }}{{ range until 200 }}{{ $s = html $s }}{{ end }}{{ len $s }}",
        "js growth": "{{ $s := `'` }}{{ range until 200 }}{{ $s = js $s }}{{ end }}{{ len $s }}",
        "regexQuoteMeta growth": "{{ $s := `.` }}{{ range until 200 }}{{ $s = regexQuoteMeta $s }}{{ end }}{{ len $s }}",
        "YAML growth": "{{ $s := `'x` }}{{ range until 200 }}{{ $s = toYaml (list $s $s) }}{{ end }}{{ len $s }}",
        "pretty YAML growth": "{{ $s := `'x` }}{{ range until 200 }}{{ $s = toYamlPretty (list $s $s) }}{{ end }}{{ len $s }}",
        "TOML growth": "{{ $s := `'x` }}{{ range until 200 }}{{ $s = toToml (dict `a` $s `b` $s) }}{{ end }}{{ len $s }}",
        "YAML of a long text": "{{ toYaml (repeat 10000000 `a\n`) | len }}",
        "YAML to read": "{{ fromYamlArray (repeat 3000000 `- a\n`) | len }}",
        "JSON to read": '{{ fromJsonArray (print `[1` (repeat 3000000 `,{"a":1}`) `]`) | len }}',
        "TOML to read": "{{ fromToml (repeat 1000000 `[[a]]\nb = 1\n`) | len }}",
        "regex that begins everywhere": "{{ regexFindAll `a.*b|a` (repeat 300000 `a`) -1 | len }}",
        "many regexes": "{{ range until 800000 }}{{ regexMatch (printf `a%d(b|c)+` .) `abc` }}{{ end }}",
        "kebabcase of a large text": "{{ kebabcase (repeat 10000000 `aB`) | len }}",
        "map of itself": '{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ toJson $d | len }}',
        "map of itself to YAML": '{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ toYaml $d | len }}',
        "map of itself printed": '{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ $d }}',
        "map of itself compared": '{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ deepEqual $d (deepCopy $d) }}',
        "map of itself merged": '{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ merge $d $d | len }}',
        "map of itself to TOML": '{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ toToml $d | len }}',
        "deepCopy doubling": '{{ $x := dict "a" 1 }}{{ range until 40 }}{{ $x = dict "a" (deepCopy $x) "b" (deepCopy $x) }}{{ end }}{{ len $x }}',
        "splitList of a large text": '{{ splitList "" (repeat 10000000 "x") | len }}',
        "sortAlpha of a long list": "{{ until 1000000 | sortAlpha | len }}",
        "uniq of a long list": "{{ until 100000 | uniq | len }}",
        "without of a long list": "{{ without (until 1000000) 1 2 3 | len }}",
        "chunk of ones": "{{ chunk 1 (until 1000000) | len }}",
        "round places": "{{ round 1.5 2000000000 }}",
        "decimal exponents": '{{ addf "1e2000000000" 1 }}',
        "decimal division": '{{ divf "1e-2000000000" "3e2000000000" }}',
        "atoi of many digits": '{{ atoi (repeat 100000 "9") }}',
        "int of many digits": '{{ int (repeat 100000 "9") }} {{ toDecimal (repeat 100000 "7") }}',
        "semver of many digits": '{{ semver (repeat 100000 "9") }}',
        "constraint of many parts": '{{ semverCompare (repeat 20000 ">1 ") "2.0.0" }}',
        "date layout": '{{ date (repeat 1000000 "2006") 0 | len }}',
        "duration": '{{ duration (repeat 10000 "9") }} {{ dateModify (repeat 10000 "9h") (now) }}',
        "number literal": "{{ " + "9" * 100_000 + " }}",
        "float literal": "{{ 1" + "0" * 100_000 + ".5 }}",
        "hex float literal": "{{ 0x1p99999999999999 }}",
        "title of a large text": '{{ title (repeat 5000000 "ab ") | len }}',
        "snakecase of a large text": '{{ snakecase (repeat 1000000 "aB") | len }}',
        "toml deep": '{{ $x := dict "a" 1 }}{{ range until 5000 }}{{ $x = dict "a" $x }}{{ end }}{{ toToml $x | len }}',
        "regex evil": '{{ regexMatch "(a+)+$" (print (repeat 5000 "a") "b") }}',
        "regex evil alternation": '{{ regexReplaceAll "(a|aa|a?)*$" (print (repeat 5000 "a") "b") "x" | len }}',
        "regex repeated": '{{ regexMatch "((a{0,100}){0,100}){0,100}" "a" }}',
        "regex deep": '{{ regexMatch (print (repeat 20000 "(") "a" (repeat 20000 ")")) "a" }}',
        "regex long": '{{ regexMatch (repeat 100000 "a|b|") "a" }}',
        "regex on a large text": '{{ regexFindAll "a" (repeat 3000000 "a") -1 | len }}',
        "glob evil": '{{ .Files.Glob "*a*a*a*a*a*a*a*a*a*a*b" | len }}{{ .Files.Glob (repeat 3000 "{a,") | len }}',
        "url": '{{ urlParse (repeat 1000000 "a:") | len }}{{ urlParse (repeat 100000 "%41") | len }}',
        "certificate days": '{{ genCA "x" 2000000000 | typeOf }}',
        "randAlpha": "{{ randAlpha 2000000000 | len }}",
        "randBytes": "{{ randBytes 2000000000 | len }}",
        "shuffle": '{{ shuffle (repeat 10000000 "x") | len }}',
    }  # fmt: skip
    unfolding = "{{ $x := dict `a` 1 }}{{ range until 60 }}{{ $x = dict `a` $x `b` $x }}{{ end }}"
    for call in (
        "print",
        "printf `%v`",
        "printf `%#v`",
        "printf `%d`",
        "toString",
        "quote",
        "squote",
        "toYaml",
        "toYamlPretty",
        "toJson",
        "toPrettyJson",
        "toToml",
        "deepCopy",
        "html",
    ):
        shapes[f"aliases through {call}"] = f"{unfolding}{{{{ {call} $x | len }}}}"
    return [template(f"size: {name}", f"a: {text}") for name, text in shapes.items()]


def _recursion_bombs() -> list[Input]:
    return [
        template("recursive include", '{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}', refused=True),
        template("recursive include of two", '{{ define "x" }}{{ include "y" . }}{{ end }}{{ define "y" }}{{ include "x" . }}{{ end }}{{ include "x" . }}', refused=True),
        template("recursive template", '{{ define "x" }}{{ template "x" . }}{{ end }}{{ template "x" . }}', refused=True),
        template("recursive template of two", '{{ define "x" }}{{ template "y" . }}{{ end }}{{ define "y" }}{{ template "x" . }}{{ end }}{{ template "x" . }}', refused=True),
        template("recursive tpl", "{{ tpl .Values.t . }}", refused=True, values='t: "{{ tpl .Values.t . }}"'),
        template("recursive tpl that grows", "{{ tpl .Values.t . }}", refused=True, values='t: "{{ tpl (print .Values.t .Values.t) . }}"'),
        template("recursive tpl through include", '{{ define "x" }}{{ tpl "{{ include \\"x\\" . }}" . }}{{ end }}{{ include "x" . }}', refused=True),
        template("recursive block", '{{ block "x" . }}{{ template "x" . }}{{ end }}', refused=True),
        template("file includes itself", '{{ include "c/templates/t.yaml" . }}', refused=True),
        template("name template", "a: 1"),
    ]  # fmt: skip


def _nesting() -> list[Input]:
    found = []
    for deep in (500, 5_000, 100_000):
        shapes = {
            "parentheses": "{{ " + "(" * deep + "1" + ")" * deep + " }}",
            "calls": "{{ " + "(print " * deep + "1" + ")" * deep + " }}",
            "open parentheses": "{{ " + "(" * deep,
            "if": "{{ if true }}" * deep + "x" + "{{ end }}" * deep,
            "else if": "{{ if false }}" + "{{ else if false }}" * deep + "{{ end }}",
            "range": "{{ range list 1 }}" * deep + "x" + "{{ end }}" * deep,
            "with": "{{ with 1 }}" * deep + "x" + "{{ end }}" * deep,
            "open if": "{{ if true }}" * deep,
            "pipes": "{{ 1" + " | print" * deep + " }}",
            "fields": "{{ ." + ".".join(["a"] * deep) + " }}",
            "variables": "".join(f"{{{{ $v{n} := {n} }}}}" for n in range(deep)) + "{{ $v0 }}",
            "blocks": '{{ block "b" . }}' * deep + "{{ end }}" * deep,
            "comments": "{{/* x */}}" * deep,
            "actions": "{{ 1 }}" * deep,
            "arguments": "{{ print" + " 1" * deep + " }}",
            "defines": "".join(f'{{{{ define "d{n}" }}}}{{{{ end }}}}' for n in range(deep)),
            "YAML flow manifest": "a: " + "[" * deep + "]" * deep,
            "YAML flow maps manifest": "{a: " * deep + "1" + "}" * deep,
            "YAML dashes manifest": "- " * deep + "a",
            "fromYaml": f'{{{{ fromYaml (print (repeat {deep} "[") (repeat {deep} "]")) | len }}}}',
            "fromJson": f'{{{{ fromJson (print (repeat {deep} "{{\\"a\\":") "1" (repeat {deep} "}}")) | len }}}}',
            "mustFromJson": f'{{{{ mustFromJson (print (repeat {deep} "[") (repeat {deep} "]")) | len }}}}',
            "fromToml": f'{{{{ fromToml (print "a = " (repeat {deep} "[") (repeat {deep} "]")) | len }}}}',
            "toJson": f"{{{{ $x := list }}}}{{{{ range until {deep} }}}}{{{{ $x = list $x }}}}{{{{ end }}}}{{{{ toJson $x | len }}}}",
            "toYaml": f"{{{{ $x := list }}}}{{{{ range until {deep} }}}}{{{{ $x = list $x }}}}{{{{ end }}}}{{{{ toYaml $x | len }}}}",
            "printed": f"{{{{ $x := list }}}}{{{{ range until {deep} }}}}{{{{ $x = list $x }}}}{{{{ end }}}}{{{{ $x }}}}",
            "compared": f"{{{{ $x := list }}}}{{{{ range until {deep} }}}}{{{{ $x = list $x }}}}{{{{ end }}}}{{{{ deepEqual $x $x }}}}",
        }  # fmt: skip
        found += [template(f"nesting {deep}: {name}", text) for name, text in shapes.items()]
        found += [
            template(f"nesting {deep}: YAML values", "a: 1", values="a: " + "[" * deep + "]" * deep),
            template(f"nesting {deep}: YAML open brackets", "a: 1", values="a: " + "{a: " * deep),
            chart(f"nesting {deep}: schema", {"values.schema.json": b'{"not":' * deep + b"{}" + b"}" * deep}),
            chart(f"nesting {deep}: schema brackets", {"values.schema.json": b"[" * deep}, refused=True),
            chart(f"nesting {deep}: set", {}, "--set", ".".join(["a"] * deep) + "=1", refused=True),
            chart(f"nesting {deep}: set indexes", {}, "--set", "a" + "[0]" * deep + "=1"),
            chart(f"nesting {deep}: set lists", {}, "--set", "a=" + "{" * deep),
            chart(f"nesting {deep}: set-json", {}, "--set-json", "a=" + "[" * deep + "]" * deep),
            chart(f"nesting {deep}: name template", {}, "--name-template", "{{ " + "(" * deep + "1" + ")" * deep + " }}"),
        ]  # fmt: skip
    blocks = "".join("  " * n + "a:\n" for n in range(2000)) + "  " * 2000 + "b: 1\n"
    return [
        *found,
        template("nesting: block maps", "a: {{ .Values | toYaml | len }}", values=blocks),
    ]


def _files() -> list[Input]:
    loop = [Entry("c/Chart.yaml", DEFAULT_CHART.encode()), Entry("c/templates/loop", link=".")]
    loops = [
        Entry("c/Chart.yaml", DEFAULT_CHART.encode()),
        Entry("c/a/b", link="../d"),
        Entry("c/d/e", link="../a"),
    ]
    refs = {
        "itself": {"$ref": "#"},
        "a cycle": {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        "allOf itself": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]},
        "evil pattern": {"properties": {"a": {"pattern": "(a+)+$"}}},
        "broken pattern": {"properties": {"a": {"pattern": "(?=a)"}}},
        "huge bounds": {"properties": {"a": {"maxLength": 1e300, "multipleOf": 1e-300}}},
        "digits": {"maximum": 10**400},
    }  # fmt: skip
    return [
        Input("symlink loop", loop),
        Input("symlinks to each other", loops),
        Input("symlink to the root", [loop[0], Entry("c/root", link="/proc/self")]),
        Input("device as a file", [loop[0], Entry("c/templates/zero", link="/dev/zero")], refused=True),
        Input("device as values", [loop[0]], ["template", "./c", "-f", "/dev/zero"]),
        Input("device as set-file", [loop[0]], ["template", "./c", "--set-file", "a=/dev/zero"]),
        Input("device as chart", [], ["template", "/dev/zero"], refused=True),
        Input("memory as values", [loop[0]], ["template", "./c", "-f", "/proc/self/mem"], refused=True),
        chart("ignore rule that backtracks", {".helmignore": b"*a" * 40 + b"b\n", "a" * 200: b""}),
        chart("many ignore rules", {".helmignore": b"*.x\n" * 50_000}),
        chart("5,000 templates", {f"templates/t{n}.yaml": b"a: 1\n" for n in range(5000)}),
        chart("template of 5 MiB", {"templates/t.yaml": b"a: 1\n" * 1_000_000}),
        chart("template of one line of 5 MiB", {"templates/t.yaml": b"a: " + b"x" * 5_000_000}),
        chart("template of braces", {"templates/t.yaml": b"{" * 4_000_000}),
        chart("template of quotes", {"templates/t.yaml": b"{{" + b'"' * 1_000_000}),
        chart("template of open comments", {"templates/t.yaml": b"{{/*" * 500_000}),
        chart("template of spaces", {"templates/t.yaml": b"{{ 1 }}" + b" \n" * 2_000_000 + b"{{- 2 }}"}),
        chart("charts in charts", {"charts/c/" * n + "Chart.yaml": DEFAULT_CHART.encode() for n in range(1, 60)}),
        chart("set with a large index", {}, "--set", "a[65536]=1"),
        chart("set with large indexes", {}, "--set", "a[65536][65536][65536][65536]=1"),
        chart("set with many large indexes", {}, *[x for n in range(200) for x in ("--set", f"a{n}[65536]=1")]),
        chart("set of 100,000 pairs", {}, "--set", ",".join(f"a{n}={n}" for n in range(10_000))),
        chart("api-versions", {}, "-a", "x/v1," * 20_000),
        chart("kube-version digits", {}, "--kube-version", "1." + "9" * 5000),
        chart("release name", {}, "--name-template", "{{ repeat 2000000000 `x` }}"),
        chart("show-only that backtracks", {"templates/" + "a" * 200: b"a: 1"}, "-s", "*a" * 40 + "b"),
        *[
            chart(f"schema: {name}", {"values.schema.json": json.dumps(text).encode(), "values.yaml": b"a: " + b"a" * 3000 + b"b"})
            for name, text in refs.items()
        ],
    ]  # fmt: skip


def _archives() -> list[Input]:
    head = ("c/Chart.yaml", DEFAULT_CHART.encode())
    big = b"\0" * (5 << 20)
    bomb = gzip.compress(b"\0" * (256 << 20), 1, mtime=0)
    return [
        archive("zip slip", [head, ("c/../../../tmp/evil", b"x")], refused=True),
        archive("zip slip, absolute", [head, ("/tmp/evil", b"x")]),  # noqa: S108 - never written
        archive("zip slip, link", [head, ("c/templates/t.yaml", "/etc/passwd")]),
        archive("100 MiB", [head, *[(f"c/f{n}", big) for n in range(21)]], refused=True),
        archive("one file of 100 MiB", [head, ("c/f", b"\0" * (100 << 20))], refused=True),
        archive("100,000 files", [head, *[(f"c/f{n}", b"") for n in range(100_000)]]),
        archive("archive in archive", [head, ("c/charts/x.tgz", gzip.compress(bomb))]),
        Input("gzip of gzip zeros", [Entry("c.tgz", bomb)], ["template", "c.tgz"], refused=True),
        Input("many gzip members", [Entry("c.tgz", gzip.compress(b"") * 100_000)], ["template", "c.tgz"], refused=True),
        archive("long names", [head, ("c/" + "d/" * 4000 + "x", b"")]),
        archive("name of a megabyte", [head, ("c/" + "x" * (1 << 20), b"")]),
    ]  # fmt: skip


def mutations(seed: int, count: int) -> list[Input]:
    """Returns random injuries of golden cases."""
    random = Random(seed)  # noqa: S311 - reproducible, not secret
    cases = [case for case in load_all() if sum(len(one.content) for one in case.entries) < 200_000]
    found = []
    for number in range(count):
        case = random.choice(cases)
        entries = [
            Entry(one.path, one.content, one.link, one.directory, one.mode, 0)
            for one in case.entries
        ]
        argv = list(case.argv)
        target = random.choice(
            [one for one in entries if not one.link and not one.directory] or [None]
        )
        if random.random() < 0.15:
            at = random.randrange(len(argv))
            argv[at] = (
                _injure(random, to_bytes(argv[at]))
                .replace(b"\0", b"")
                .decode("utf-8", "surrogateescape")
            )
        elif target is not None:
            for _ in range(random.choice([1, 1, 2, 4])):
                target.content = _injure(random, target.content)
        found.append(Input(f"mutation {seed}/{number} of {case.id}", entries, argv))
    return found  # fmt: skip


def _injure(random: Random, content: bytes) -> bytes:
    at = random.randrange(len(content) + 1)
    end = min(len(content), at + random.choice([1, 1, 2, 8, 40]))
    odd = [b"{{", b"}}", b"\xff", b"\0", b"\n", b"\t", b'"', b"[", b"{", b": ", b"- ", b"&a ", b"*a", b"<<: ", b"|", b"(", b")", b"\\", b"\xc3", b"\xed\xa0\x80", b"9" * 30, b"e99999", b"-", b"\r", b"~", b"!!binary ", b"{{ .a.b }}", b"\xef\xbb\xbf", b"$", b","]  # fmt: skip
    return random.choice(
        [
            content[:at] + random.choice(odd) + content[at:],
            content[:at] + content[end:],
            content[:at] + random.randbytes(random.choice([1, 1, 4, 16])) + content[end:],
            content[:at] + content[at:end] * random.choice([2, 3, 50]) + content[end:],
            content[:at],
            random.randbytes(random.choice([0, 1, 20, 300])),
        ]
    )


def check(one: Input) -> str:
    """Runs one input in a forked process and returns what was wrong, "" if nothing."""
    base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path("/tmp")  # noqa: S108
    folder = base / f"helmwright-fuzz-{os.getpid()}-{id(one)}"
    root = folder / "work"
    root.mkdir(parents=True)
    try:
        for entry in one.entries:
            try:
                entry.write(root)
            except (OSError, ValueError):
                return ""  # a mutation that no file system takes
        return _judge(one, folder, root)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _judge(one: Input, folder: Path, root: Path) -> str:  # noqa: PLR0911
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        _run_child(one, folder, root)
    status, usage = _wait(child, start)
    seconds = time.monotonic() - start
    stderr = (folder / "stderr").read_bytes().decode("utf-8", "replace")
    if status is None:
        return f"took longer than {SECONDS} s"
    if os.WIFSIGNALED(status):
        return f"ended by signal {os.WTERMSIG(status)}: {stderr[-300:]}"
    if usage > MEMORY // 1024:
        return f"took {usage // 1024} MiB"
    if "Traceback (most recent call last)" in stderr:
        return "traceback: " + " / ".join(stderr.strip().splitlines()[-3:])
    if "internal error" in stderr:
        return stderr.strip()[-300:]
    code = os.WEXITSTATUS(status)
    if code not in EXIT_CODES:
        return f"exit code {code}: {stderr[-300:]}"
    if code and "Error: " not in stderr and "level=" not in stderr:
        return f"exit code {code} without a message"
    if one.refused and not code:
        return f"was not refused ({seconds:.1f} s)"
    return ""


def _wait(child: int, start: float) -> tuple[int | None, int]:
    """Returns the status of the child, None if it had to be killed, and its peak memory in KiB."""
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            return status, usage.ru_maxrss
        if time.monotonic() - start > SECONDS:
            os.kill(child, signal.SIGKILL)
            os.wait4(child, 0)
            return None, 0
        time.sleep(0.002)


def _run_child(one: Input, folder: Path, root: Path) -> None:
    code = 70
    try:
        for descriptor, name in ((0, os.devnull), (1, os.devnull), (2, str(folder / "stderr"))):
            opened = os.open(name, os.O_RDWR | os.O_CREAT)
            os.dup2(opened, descriptor)
        resource.setrlimit(resource.RLIMIT_AS, (3 * MEMORY, 3 * MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.chdir(root)
        os.environ.update({"HOME": str(folder), "HELMWRIGHT_CACHE": "off", "TZ": "UTC"})
        from helmwright import cli

        with (
            open(0, "rb", closefd=False) as stdin,
            open(1, "wb", closefd=False) as stdout,
            open(2, "wb", 0, closefd=False) as stderr,
        ):
            code = cli.run(one.argv, stdin=stdin, stdout=stdout, stderr=stderr)
            stdout.flush()
    except BaseException:  # noqa: BLE001 - the judge looks for tracebacks
        import traceback

        os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        os._exit(code)


def main() -> int:
    """Runs the bombs and the mutations that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=int, default=2000, help="how many mutations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="only inputs whose name contains this text")
    options = parser.parse_args()
    import helmwright.cli
    import helmwright.cli.template  # noqa: F401 - forked processes find it imported

    inputs = [*bombs(), *mutations(options.seed, options.cases)]
    inputs = [one for one in inputs if options.only in one.name]
    bad = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for one, problem in zip(inputs, pool.map(check, inputs), strict=True):
            if problem:
                bad += 1
                print(f"{one.name}: {problem}", flush=True)
    print(f"{len(inputs)} inputs, {bad} misbehaved")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
