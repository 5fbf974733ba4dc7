"""Changes that know a language or a format: Go templates, Jinja2, archives, stored releases."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import tarfile
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.fuzz import words
from tests.fuzz.mutations import change_bytes, change_tree, replace_word

if TYPE_CHECKING:
    from random import Random

_ACTION = re.compile(rb"\{\{.*?\}\}", re.DOTALL)
_JINJA = re.compile(rb"\{[{%].*?[}%]\}", re.DOTALL)
_FRAMES = (
    "{{ if %s }}a{{ else }}b{{ end }}",
    "{{ with %s }}{{ . }}{{ end }}",
    "{{ range $i, $e := %s }}{{ $i }}{{ $e }}{{ else }}{{ break }}{{ end }}",
    "{{ range %s }}{{ . }}{{ end }}",
    "{{ $x := %s }}{{ $x }}",
    "{{- %s -}}",
    '{{ define "x" }}{{ %s }}{{ end }}{{ include "x" . }}',
    '{{ template "x" %s }}',
    "{{ tpl (toString (%s)) . }}",
    "{{ %s | quote }}",
    "{{ %s | toYaml | nindent 2 }}",
    "{{ while %s }}",
    "{{ %s",
    "{{/* %s */}}",
    '{{ block "b" %s }}{{ end }}',
)
_TYPES = tuple(bytes((one,)) for one in b"0123456 7xgLKSVXA\0\xff")


@cache
def functions() -> tuple[str, ...]:
    """Returns the names of all functions of templates."""
    from helmwright.functions import NAMES

    own = (
        "include",
        "tpl",
        "required",
        "fail",
        "lookup",
        "and",
        "or",
        "not",
        "len",
        "index",
        "slice",
        "print",
        "printf",
    )
    return (
        *NAMES,
        *own,
        "println",
        "call",
        "html",
        "js",
        "urlquery",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
    )


def expression(random: Random, depth: int = 2) -> str:
    """Returns a pipeline of Go's template language, right or wrong."""
    if depth == 0 or random.random() < 0.2:
        return random.choice(words.FUNCTION_ARGUMENTS)
    arguments = [expression(random, depth - 1) for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4)))]
    call = " ".join((random.choice(functions()), *arguments))
    if depth < 2 or random.random() < 0.3:
        return f"({call})"
    return f"{call} | {random.choice(functions())}" if random.random() < 0.4 else call


def change_template(random: Random, text: bytes) -> bytes:
    """Returns a Go template with an action more, or another one."""
    chance = random.random()
    if chance < 0.25:
        return change_bytes(random, text)
    if chance < 0.35:
        return replace_word(random, text, functions())
    new = f"{{{{ {expression(random)} }}}}"
    if chance < 0.6:
        new = random.choice(_FRAMES) % expression(random)
    return _with_piece(random, _ACTION, text, new.encode("utf-8", "replace"))


def change_jinja(random: Random, text: bytes) -> bytes:
    """Returns a Jinja2 template with a tag more, or another one."""
    if random.random() < 0.3:
        return change_bytes(random, text)
    return _with_piece(random, _JINJA, text, random.choice(words.JINJA).encode("utf-8", "replace"))


def _with_piece(random: Random, pattern: re.Pattern[bytes], text: bytes, new: bytes) -> bytes:
    found = list(pattern.finditer(text))
    if found and random.random() < 0.6:
        one = random.choice(found)
        return text[: one.start()] + new + text[one.end() :]
    place = random.randrange(len(text) + 1)
    return text[:place] + new + text[place:]


def change_archive(random: Random, data: bytes) -> bytes:
    """Returns a .tgz with other members, another header, or a broken stream."""
    chance = random.random()
    if chance < 0.2:
        return change_bytes(random, data)
    try:
        raw = zlib.decompress(data, 31)
    except zlib.error:
        return change_bytes(random, data)
    raw = _change_header(random, raw) if chance < 0.6 else _change_members(random, raw)
    return gzip.compress(raw, 1, mtime=0)


def _change_header(random: Random, raw: bytes) -> bytes:
    """Changes a field of a tar header, and mostly corrects its checksum."""
    blocks = max(len(raw) // 512, 1)
    start = 512 * random.choice((0, 0, random.randrange(blocks)))
    header = bytearray(raw[start : start + 512].ljust(512, b"\0"))
    place, size = random.choice(
        ((0, 100), (100, 8), (124, 12), (136, 12), (156, 1), (157, 100), (257, 8), (345, 155))
    )
    new = random.choice(
        (
            *words.PIECES,
            *_TYPES,
            b"../../x",
            b"/x",
            b"77777777777",
            b"-1",
            b"\x80" + b"\xff" * 11,
            b"c/../../x",
            b"c/x/" * 30,
        )
    )
    header[place : place + size] = new[:size].ljust(size, b"\0")
    if random.random() < 0.8:
        header[148:156] = b" " * 8
        header[148:156] = b"%06o\0 " % sum(header)
    return raw[:start] + bytes(header) + raw[start + 512 :]


def _change_members(random: Random, raw: bytes) -> bytes:
    try:
        with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
            members = [(one, archive.extractfile(one)) for one in archive.getmembers()]
            contents = [(one, file.read() if file else b"") for one, file in members]
    except (tarfile.TarError, OSError, ArithmeticError, ValueError, EOFError):
        return change_bytes(random, raw)
    place = random.randrange(len(contents) or 1)
    what = random.randrange(5)
    if what == 0 and contents:
        del contents[place]
    elif what == 1 and contents:
        contents.insert(0, contents[place])
    elif what == 2 and contents:
        member, content = contents[place]
        contents[place] = (member, change_named(random, member.name, content))
    else:
        name = random.choice(
            (
                "c/charts/d/Chart.yaml",
                "c/x",
                "d/Chart.yaml",
                "c/templates/../y",
                "c/crds/a.yaml",
                "c/.helmignore",
                "c/charts/x.tgz",
                "c/\x1b[31m",
                "./c/Chart.yaml",
                "",
            )
        )
        contents.append((tarfile.TarInfo(name), random.choice(words.PIECES)))
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for member, content in contents:
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def change_release(random: Random, data: bytes) -> bytes:
    """Returns a stored release with another content, or broken on the way to it."""
    chance = random.random()
    if chance < 0.25:
        return change_bytes(random, data)
    try:
        secret = json.loads(data)
        holder = secret["data"]
        payload = base64.b64decode(holder["release"])
        release = zlib.decompress(base64.b64decode(payload), 31)
    except (ValueError, KeyError, TypeError, zlib.error):
        return change_tree(random, data, words.CHART_WORDS)
    if chance < 0.3:
        return change_tree(random, data, words.CHART_WORDS)
    release = _change_release_content(random, release)
    raw = gzip.compress(release, 1, mtime=0)
    if chance > 0.9:
        raw = change_bytes(random, raw)
    holder["release"] = base64.b64encode(base64.b64encode(raw)).decode()
    return json.dumps(secret).encode()


def _change_release_content(random: Random, release: bytes) -> bytes:
    if random.random() < 0.5:
        return change_tree(random, release, words.CHART_WORDS)
    try:
        data: dict[str, Any] = json.loads(release)
        manifest = data["manifest"].encode()
    except (ValueError, KeyError, TypeError, AttributeError):
        return change_bytes(random, release)
    changed = change_tree(random, manifest, words.CHART_WORDS)
    data["manifest"] = changed.decode("utf-8", "replace")
    return json.dumps(data).encode()


def change_named(  # noqa: PLR0911 - one for each language
    random: Random, name: str, content: bytes
) -> bytes:
    """Returns the content of a file with one change that suits its name."""
    if random.random() < 0.1:
        return change_bytes(random, content)
    if name.endswith((".tgz", ".tar.gz")):
        return change_archive(random, content)
    if name.endswith(".j2"):
        return change_jinja(random, content)
    if "release" in name and name.endswith(".json"):
        return change_release(random, content)
    if "/templates/" in name or name.endswith((".tpl", ".txt")):
        return change_template(random, content)
    known = _words_of(name)
    chance = random.random()
    if chance < 0.4:
        return change_tree(random, content, known)
    return replace_word(random, content, known) if chance < 0.6 else change_bytes(random, content)


def _words_of(name: str) -> tuple[str, ...]:
    if "schema" in name or name.startswith("src/"):
        return words.SCHEMA_WORDS
    if "_test.yaml" in name:
        return words.SUITE_WORDS
    if ".helmwright" in name or name.endswith("case.yaml"):
        return words.SETTING_WORDS
    return words.PATCH_WORDS if name.startswith(("p.", "new.")) else words.CHART_WORDS
