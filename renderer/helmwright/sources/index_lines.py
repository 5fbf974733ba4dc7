"""The lines of an index as Helm writes them: what can be checked by its form alone.

``repo index``, ChartMuseum, Artifactory and chart-releaser let the same library write: two blanks before
the names of charts, the keys of a version in the order of the alphabet. A version of this form has no
unknown key, none twice, no value of a wrong type, a name, and a version that is one. Anything else may
be right as well, but has to be read to know: anchors, tags, tabs, comments, values that could be
numbers.

Source: go-yaml v2 emitterc.go, helm pkg/repo/v1/index.go
"""

from __future__ import annotations

import re
from functools import cache

_NO_STRING = (
    rb"(?:[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF|[tT]rue|TRUE|[fF]alse|FALSE|[nN]ull|NULL)"
)
"""A word of letters that is no string."""
_TEXT = rb"[^\n\t:#]*+(?:(?::(?=[^ \n\t])|(?<! )#)[^\n\t:#]*+)*+"
_FIRST = rb"(?:[A-Za-z/(_^$]|[0-9]+\.(?:[0-9]+\.[0-9A-Za-z]|[xX]))"
"""What begins a plain scalar that is no number."""
_ESCAPE = (
    rb"\\(?:[\"\\nrt]|x[0-9A-Fa-f]{2}|u(?![dD][89a-fA-F])[0-9A-Fa-f]{4}"
    rb"|U000(?!0[dD][89a-fA-F])[0-9A-Fa-f]{5})"
)
_NAME = rb"(?!" + _NO_STRING + rb"[:\n])[A-Za-z][A-Za-z0-9_.-]{0,200}+"
_ALIAS = _NAME.replace(rb"_.-", rb"_-")
_KEY = rb"(?!" + _NO_STRING + rb":)[A-Za-z][A-Za-z0-9_./-]{0,200}+"
_DAY = (
    rb"(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)"
    rb"|(?:0[13578]|1[02])-31)"
)
TIME = (
    rb"20[0-9]{2}-"
    + _DAY
    + rb"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{0,8}[1-9])?"
    + rb"(?:Z|[+-](?:0[1-9]|1[0-9]):[0-5][0-9])"
)
"""What Go writes as it reads it."""
_PART = rb"(?:0(?![0-9A-Za-z-])|[1-9A-Za-z][0-9A-Za-z-]*+)"
_VERSION = (
    rb"v?(?:0|[1-9][0-9]{0,17})(?:\.(?:0|[1-9][0-9]{0,17})){2}"
    rb"(?:-(?=[0-9A-Za-z.-]{1,99}\n)" + _PART + rb"(?:\." + _PART + rb")*+)?"
)
_DIGEST = rb"(?![0-9]+e?[0-9]*\n)(?:sha256:)?[0-9a-f]{1,64}"


def _scalar(indent: int) -> bytes:
    """Return what a string looks like behind a key, or a dash, at this column."""
    more, inner = rb" {%d,}" % (indent + 1), rb" {%d}" % (indent + 2)
    fold = rb"\n(?:" + more + rb"(?=[^ \n])|(?=\n))"
    plain = (
        rb"(?!"
        + _NO_STRING
        + rb" *\n)"
        + _FIRST
        + _TEXT
        + rb"(?:\n"
        + more
        + rb"(?=[^ \n])"
        + _TEXT
        + rb")*+"
    )
    double = rb'"(?:[^"\\\n\t]++|' + _ESCAPE + rb"|\\?" + fold + rb'|\\ )*+" *'
    single = rb"'(?:[^'\n\t]++|''|" + fold + rb")*+' *"
    block = (
        rb"[|>][+-]?\n" + inner + rb"[^ \n\t][^\n\t]*+(?:\n(?:" + inner + rb"[^\n\t]*+|(?=\n)))*+"
    )
    return rb"(?: (?:" + plain + rb"|" + double + rb"|" + single + rb"|" + block + rb")\n)"


def _strings(indent: int) -> bytes:
    item = rb" {%d}-" % indent + _scalar(indent)
    return rb"(?: \[\]\n|\n(?:" + item + rb")++)"


def _optional(prefix: bytes, name: bytes, value: bytes) -> bytes:
    return rb"(?:" + prefix + name + rb":" + value + rb")?+"


def _maintainer() -> bytes:
    prefix, text = rb"(?:(?<=\n    -) | {6})", _scalar(6)
    fields = b"".join(_optional(prefix, name, text) for name in (b"email", b"name", b"url"))
    return rb"(?: {4}-(?= [enu])" + fields + rb")"


def _dependency() -> bytes:
    prefix, text, strings = rb"(?:(?<=\n    -) | {6})", _scalar(6), _strings(6)
    fields = (
        (b"alias", rb" " + _ALIAS + rb"\n"),
        (b"condition", text),
        (b"enabled", rb" (?:true|false)\n"),
        (b"import-values", strings),
        (b"name", text),
        (b"repository", text),
        (b"tags", strings),
        (b"version", text),
    )
    known = b"".join(_optional(prefix, name, value) for name, value in fields)
    return rb"(?: {4}-(?= [aceinrtv])" + known + rb")"


CHART = re.compile(rb"  (" + _NAME + rb"):\n")
"""The line before the versions of a chart."""


@cache
def version_pattern() -> re.Pattern[bytes]:
    """Return what a version of a chart looks like.

    Groups: ``annotations``, whose keys may still be there twice, and as they are written ``name``,
    ``version``, ``appVersion``, ``description``, ``keywords``.
    """
    prefix, text, strings = rb"(?:(?<=\n  -) | {4})", _scalar(4), _strings(4)
    flag, annotation = rb" (?:true|false)\n", rb" {6}" + _KEY + rb":" + _scalar(6)
    time = rb" (?:\"" + TIME + rb"\"|" + TIME + rb"|'" + TIME + rb"')\n"
    fields = {
        "annotations": rb"\n(?P<annotations>(?:" + annotation + rb")++)",
        "apiVersion": rb" v[12]\n",
        "appVersion": rb"(?P<appVersion>" + text + rb")",
        "checksum": text,
        "condition": text,
        "created": time,
        "dependencies": rb"\n" + _dependency() + rb"++",
        "deprecated": flag,
        "description": rb"(?P<description>" + text + rb")",
        "digest": rb" " + _DIGEST + rb"\n",
        "engine": text,
        "home": text,
        "icon": text,
        "keywords": rb"(?P<keywords>" + strings + rb")",
        "kubeVersion": text,
        "maintainers": rb"\n" + _maintainer() + rb"++",
        "name": rb" (?P<name>" + _NAME + rb")\n",
        "removed": flag,
        "sources": strings,
        "tags": text,
        "tillerVersion": text,
        "type": rb" (?:application|library)\n",
        "url": text,
        "urls": strings,
        "version": rb" (?P<version>" + _VERSION + rb")\n",
    }
    pattern = rb"  -(?= [a-z])"
    for name, value in fields.items():
        one = prefix + name.encode() + rb":" + value
        pattern += one if name in ("name", "version") else rb"(?:" + one + rb")?+"
    return re.compile(pattern)
