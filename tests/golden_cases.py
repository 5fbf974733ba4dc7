"""Reads the golden case files: inputs for `helm template`, and what the real helm answered.

The format is described for people in `golden/README.md`; this module is its only implementation.
Two kinds of files hold cases: `*.cases` (sections, any chart) and `*.rows` (one template a row).
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import re
import shlex
import tarfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
FOLDERS = ("language", "functions", "yaml", "charts")
"""Of cases for `helm template`."""
LINT = ("lint",)
"""Of cases for `helm lint`."""
DEFAULT_CHART = "apiVersion: v2\nname: c\nversion: 0.1.0\n"
HEADER = "---\n# Source: c/templates/t.yaml\n"
HINT = "\n\nUse --debug flag to render out invalid YAML\n"
HINT_MARK = "  [+ debug hint]"
EXPECTED = ("output", "stdout", "stderr", "error", "exit", "wrote")
INPUTS = ("template", "values", "args", "command", "stdin", "env", "usage error", "no Chart.yaml")

_SECTION = re.compile(r"-- (?P<name>.+?)(?: \((?P<how>[^()]*)\))? --$")
_ADDRESS = re.compile(r"\b0x[0-9a-f]{8,}\b")
_ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[nrt\\])")
_NAMED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
# What cannot stand in a case file as it is: controls, separators that editors treat as line
# ends, marks that cannot be seen, and bytes that are not UTF-8 (surrogate escapes).
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xa0\xad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ufffe\uffff\ud800-\udfff]"
)


class CaseFileError(ValueError):
    """A case file that does not follow the format."""


@dataclass(slots=True)
class Entry:
    """One file that a case puts below the working directory."""

    path: str
    content: bytes = b""
    link: str = ""
    directory: bool = False
    mode: int = 0
    size: int = 0

    def as_request(self) -> dict[str, object]:
        """Returns the entry in the form that the oracle reads."""
        request: dict[str, object] = {"path": self.path}
        if self.directory:
            request["dir"] = True
        elif self.link:
            request["link"] = self.link
        else:
            try:
                request["text"] = self.content.decode()
            except UnicodeDecodeError:
                request["base64"] = base64.b64encode(self.content).decode()
            if self.mode:
                request["mode"] = self.mode
            if self.size:
                request["size"] = self.size
        return request

    def write(self, root: Path) -> None:
        """Writes the entry below `root`."""
        path = root / self.path
        if self.directory:
            path.mkdir(parents=True, exist_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.link:
            path.symlink_to(self.link)
            return
        path.write_bytes(self.content)
        if self.size:
            os.truncate(path, self.size)
        if self.mode:
            path.chmod(self.mode)


@dataclass(slots=True)
class Expected:
    """What a run wrote and how it ended; `written` are the files of --output-dir."""

    stdout: str = ""
    stderr: str = ""
    code: int = 0
    written: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Case:
    """One golden case. `raw_input` is its text in the file without the expected sections."""

    file: Path
    name: str
    argv: list[str]
    entries: list[Entry]
    raw_input: str
    stdin: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    usage_error: bool = False
    expected: Expected | None = None

    @property
    def id(self) -> str:
        """The name by which tests call the case: folder/file::name."""
        return f"{self.file.parent.name}/{self.file.name}::{self.name}"


def load_all(folders: Sequence[str] = FOLDERS) -> list[Case]:
    """Returns the cases of every file in golden folders, in file order."""
    return [case for path in case_files(folders) for case in load(path)]


def case_files(folders: Sequence[str] = FOLDERS) -> list[Path]:
    """Returns the paths of the case files in golden folders, sorted."""
    found = [
        path
        for folder in folders
        for path in (GOLDEN / folder).iterdir()
        if path.suffix in {".cases", ".rows"}
    ]
    return sorted(found)


def load(path: Path) -> list[Case]:
    """Returns the cases of one file.

    Raises:
        CaseFileError: The file does not follow the format, or two cases have one name.
    """
    text = path.read_bytes().decode()
    cases = _load_rows(path, text) if path.suffix == ".rows" else _load_sections(path, text)
    names = [case.name for case in cases]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CaseFileError(f"{path}: more than one case is called {twice[0]!r}")
    return cases


def dump(path: Path, cases: list[Case]) -> str:
    """Returns the text of a case file: the inputs as they were, the expected parts anew."""
    if path.suffix == ".rows":
        head = _rows_head(path.read_bytes().decode())[0]
        return head + "\n\n".join(c.raw_input + _dump_row(c) for c in cases) + "\n"
    preface = path.read_bytes().decode().split("== ", 1)[0]
    return preface + "\n".join(c.raw_input + dump_expected(c) for c in cases)


# What earlier releases answer


def load_earlier(path: Path) -> dict[str, Expected]:
    """Returns what Helm 3 answers to cases of a file, by their names; only where it differs."""
    text = earlier_file(path).read_bytes().decode() if earlier_file(path).exists() else ""
    found = {}
    for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        sections = _split_sections(body)
        found[unescape(name)] = _read_expected(
            [(n, _content(how, ls)) for n, how, ls, _ in sections]
        )
    return found


def dump_earlier(cases: list[Case], answers: list[Expected]) -> str:
    """Returns the text of a file that ``load_earlier`` reads; answers are those of Helm 3."""
    parts = []
    for case, answer in zip(cases, answers, strict=True):
        steady = without_chance(answer)
        if steady != case.expected:
            parts.append(f"== {escape(case.name)}\n{dump_expected(replace(case, expected=steady))}")
    return "\n".join(parts)


def earlier_file(path: Path) -> Path:
    """Returns where the answers of Helm 3 to the cases of a file are."""
    return path.with_name(f"{path.name}.helm3")


def without_chance(answer: Expected) -> Expected:
    """Returns an answer of Helm 3 without addresses, times, and the places of its own source."""
    stderr = "".join(
        re.sub(r"^\w+\.go:\d+: ", "", line)
        for line in answer.stderr.splitlines(keepends=True)
        if "[debug]" not in line
    )
    if not error_text(answer.stderr):
        stderr = stderr.lstrip("\n")
    return Expected(_ADDRESS.sub("0x…", answer.stdout), stderr, answer.code, answer.written)


# Comparing


def explain_difference(case: Case, got: Expected) -> str:  # noqa: PLR0911
    """Returns "" when a run of ours agrees with what helm answered, else what differs.

    This is the one place that says what agreement means. Standard output and written files:
    byte for byte. Exit code: the same, but wrong usage ends with 64 here and with 1 in helm.
    Standard error: helm's text from "Error: " to the end is contained in ours (which may say
    more, such as the position, spells out what a terminal would obey, and hides what is secret by
    its form, such as a password in an address), and the log lines
    ("level=", but not DEBUG) are the same in the same order.
    """
    from helmwright.base.printable import (
        printable,  # what writes golden files imports nothing of ours
    )
    from helmwright.secrets.known import KnownSecrets

    want = case.expected
    if want is None:
        return "the case has no expected part; run update_goldens.py"
    if got.stdout != want.stdout:
        return (
            f"stdout differs\nwant: {want.stdout!r}\ngot:  {got.stdout!r}\nstderr: {got.stderr!r}"
        )
    code = 64 if case.usage_error and want.code == 1 else want.code
    if got.code != code:
        return f"exit code: want {code}, got {got.code}\nstderr: {got.stderr!r}"
    message = error_text(want.stderr)
    shown = (message, printable(message), printable(KnownSecrets().safe(message)))
    if not any(one in got.stderr for one in shown):
        return f"error differs\nwant: {message!r}\ngot:  {got.stderr!r}"
    if log_lines(got.stderr) != log_lines(want.stderr):
        return f"log lines differ\nwant: {log_lines(want.stderr)}\ngot:  {log_lines(got.stderr)}"
    if got.written != want.written:
        return f"written files differ\nwant: {want.written!r}\ngot:  {got.written!r}"
    return ""


def error_text(stderr: str) -> str:
    """Returns helm's error from "Error: " to the end, "" if there is none."""
    found = re.search(r"^Error: ", stderr, re.MULTILINE)
    return stderr[found.start() :] if found else ""


def log_lines(stderr: str) -> list[str]:
    """Returns the log lines of a run's standard error; those of --debug are not compared."""
    lines = stderr.split("\n")
    return [one for one in lines if one.startswith("level=") and not one.startswith("level=DEBUG")]


def mask(text: str, working_directory: str) -> str:
    """Replaces what differs from machine to machine: the working directory, Go's patch release."""
    return re.sub(r"\bgo1\.26\.\d+", "go1.26.x", text.replace(working_directory, "$CWD"))


# Escapes


def unescape(line: str) -> str:
    """Returns the text that an escaped line stands for; \\x80 to \\xff are raw bytes."""

    def one(found: re.Match[str]) -> str:
        what = found[1]
        if what in _NAMED:
            return _NAMED[what]
        code = int(what[1:], 16)
        return chr(0xDC00 + code) if what[0] == "x" and code >= 0x80 else chr(code)

    text = _ESCAPE.sub(one, line)
    # Raw bytes that together are UTF-8 become the characters they are.
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def escape(text: str) -> str:
    """Returns text in the form that `unescape` reads; the newline is escaped, too."""

    def one(found: re.Match[str]) -> str:
        char = found[0]
        for letter, plain in _NAMED.items():
            if char == plain:
                return "\\" + letter
        code = ord(char)
        if 0xDC80 <= code <= 0xDCFF:
            return f"\\x{code - 0xDC00:02x}"
        if code < 0x80:
            return f"\\x{code:02x}"
        return f"\\u{code:04x}"

    return re.sub(r"[\n\t\\]|" + _ODD.pattern, one, text)


def to_bytes(text: str) -> bytes:
    """Returns the bytes that a text of a case stands for."""
    return text.encode("utf-8", "surrogateescape")


# Files of sections


def _load_sections(path: Path, text: str) -> list[Case]:
    return [read_case(path, part) for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:]]


def read_case(path: Path, part: str) -> Case:
    """Returns the case of one part of a file, whose first line is its name."""
    name, _, body = part.partition("\n")
    sections = _split_sections(body)
    inputs = [one for one in sections if one[0].split()[0] not in EXPECTED]
    if sections and [one[0].split()[0] not in EXPECTED for one in sections].count(True) != len(
        inputs
    ):
        raise CaseFileError(f"{path}: {name}: an input section follows an expected one")
    first_expected = next((raw for n, _, _, raw in sections if n.split()[0] in EXPECTED), None)
    raw_input = part if first_expected is None else part[: part.index(first_expected)]
    case = Case(path, name, [], [], "== " + raw_input.rstrip("\n") + "\n")
    _apply_inputs(case, [(n, _content(how, lines), how) for n, how, lines, _ in inputs])
    if first_expected is not None:
        case.expected = _read_expected([(n, _content(how, ls)) for n, how, ls, _ in sections])
    return case


def _split_sections(body: str) -> list[tuple[str, str, list[str], str]]:
    """Returns (name, how, lines, the heading line itself) for each section."""
    sections: list[tuple[str, str, list[str], str]] = []
    for line in body.split("\n"):
        heading = _SECTION.match(line)
        if heading:
            sections.append((heading["name"], heading["how"] or "", [], line))
        elif sections:
            sections[-1][2].append(line)
    return sections


def _content(how: str, lines: list[str]) -> str:
    while lines and not lines[-1]:
        lines = lines[:-1]
    if how == "escaped":
        return "".join(unescape(line) for line in lines)
    text = "\n".join(lines) + "\n" if lines else ""
    if how == "no newline":
        return text[:-1]
    blank = re.match(r"(\d+) blank lines? follows?$", how)
    return text + "\n" * int(blank[1]) if blank else text


def section(name: str, text: str) -> str:
    """Returns a section for a text, with the notation that keeps its bytes."""
    special = any(line.startswith("== ") or _SECTION.match(line) for line in text.split("\n"))
    if _ODD.search(text) or special:
        return f"-- {name} (escaped) --\n" + "".join(line + "\n" for line in _escaped_lines(text))
    body = text.rstrip("\n")
    count = len(text) - len(body)
    if not body:
        return f"-- {name} --\n" if not count else f"-- {name} ({_blank(count)}) --\n"
    how = " (no newline)" if count == 0 else f" ({_blank(count - 1)})" if count > 1 else ""
    return f"-- {name}{how} --\n{body}\n"


def _escaped_lines(text: str) -> list[str]:
    parts = text.split("\n")
    lines = [escape(part) + "\\n" for part in parts[:-1]]
    return [*lines, escape(parts[-1])] if parts[-1] else lines


def _blank(count: int) -> str:
    return "1 blank line follows" if count == 1 else f"{count} blank lines follow"


def _apply_inputs(case: Case, inputs: list[tuple[str, str, str]]) -> None:
    arguments: list[str] = []
    command = ["template", "./c"]
    default_chart = True
    for name, text, how in inputs:
        if name == "args":
            arguments = shlex.split(text, comments=False)
        elif name == "command":
            command = shlex.split(text, comments=False)
        elif name == "stdin":
            case.stdin = text
        elif name == "env":
            case.environment = dict(line.split("=", 1) for line in text.splitlines())
        elif name == "usage error":
            case.usage_error = True
        elif name == "no Chart.yaml":
            default_chart = False
        else:
            case.entries.append(_entry(name, text, how))
    if default_chart and not any(one.path == "c/Chart.yaml" for one in case.entries):
        case.entries.insert(0, Entry("c/Chart.yaml", DEFAULT_CHART.encode()))
    case.argv = command + [_escaped_argument(one) for one in arguments]


def _escaped_argument(argument: str) -> str:
    """Arguments are as in a shell; one that starts with `escaped:` is in escaped form."""
    return unescape(argument[8:]) if argument.startswith("escaped:") else argument


def _entry(name: str, text: str, how: str) -> Entry:  # noqa: PLR0911
    short = {"template": "templates/t.yaml", "values": "values.yaml"}
    path = os.path.normpath(f"c/{short.get(name, name)}")
    if how == "link":
        return Entry(path, link=text.strip())
    if how == "directory":
        return Entry(path, directory=True)
    if how == "base64":
        return Entry(path, base64.b64decode(text))
    if how == "tgz":
        return Entry(path, build_archive(text))
    if how.startswith("size "):
        return Entry(path, to_bytes(text), size=int(how[5:]))
    if how.startswith("mode "):
        return Entry(path, to_bytes(text), mode=int(how[5:], 8))
    return Entry(path, to_bytes(text))


def build_archive(recipe: str) -> bytes:
    """Builds a .tgz from a recipe, always the same bytes for the same recipe.

    A recipe has one JSON object per line: name, and text, base64, link, hard link, directory
    (true), zeros (a count of zero bytes) or fill (a count of letters x); format "pax" or "gnu".
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for line in recipe.splitlines():
            if line.strip():
                _add_member(archive, json.loads(line))
    return gzip.compress(buffer.getvalue(), 6, mtime=0)


def _add_member(archive: tarfile.TarFile, recipe: dict[str, object]) -> None:
    member = tarfile.TarInfo(str(recipe["name"]))
    member.mode = 0o644
    content = str(recipe.get("text", "")).encode("utf-8", "surrogateescape")
    if "base64" in recipe:
        content = base64.b64decode(str(recipe["base64"]))
    if "zeros" in recipe:
        content = bytes(int(str(recipe["zeros"])))
    if "fill" in recipe:
        content = b"x" * int(str(recipe["fill"]))
    if "pax" in recipe:
        member.pax_headers = {"comment": str(recipe["pax"])}
    for kind, tag in (("link", tarfile.SYMTYPE), ("hard link", tarfile.LNKTYPE)):
        if kind in recipe:
            member.type, member.linkname = tag, str(recipe[kind])
    if recipe.get("directory"):
        member.type = tarfile.DIRTYPE
    if member.isreg():
        member.size = len(content)
    archive.addfile(member, io.BytesIO(content))


def _read_expected(sections: list[tuple[str, str]]) -> Expected:
    expected = Expected()
    for name, text in sections:
        kind, _, rest = name.partition(" ")
        if kind == "output":
            expected.stdout = HEADER + text
        elif kind == "stdout":
            expected.stdout = text
        elif kind == "stderr":
            expected.stderr = text
        elif kind == "error":
            expected.stderr, expected.code = text, 1
        elif kind == "exit":
            expected.code = int(rest)
        elif kind == "wrote":
            expected.written[rest] = text
    return expected


def dump_expected(case: Case) -> str:
    """Returns the expected sections of a case."""
    want = case.expected
    if want is None:
        return ""
    parts = []
    if want.code == 1 and not want.stdout and error_text(want.stderr):
        parts.append(section("error", want.stderr))
    else:
        if want.stdout.startswith(HEADER) and "\n---\n" not in want.stdout:
            parts.append(section("output", want.stdout[len(HEADER) :]))
        elif want.stdout or not want.code:
            parts.append(section("stdout", want.stdout))
        if want.stderr:
            parts.append(section("stderr", want.stderr))
        if want.code:
            parts.append(f"-- exit {want.code} --\n")
    parts += [section(f"wrote {path}", text) for path, text in sorted(want.written.items())]
    return "".join(parts)


# Files of rows


def _rows_head(text: str) -> tuple[str, str]:
    mark = re.search(r"^-- rows --\n", text, re.MULTILINE)
    if mark is None:
        raise CaseFileError('no line "-- rows --"')
    return text[: mark.end()] + "\n", text[mark.end() :]


def _load_rows(path: Path, text: str) -> list[Case]:
    head, body = _rows_head(text)
    shared = [
        (name, _content(how, lines), how)
        for name, how, lines, _ in _split_sections(head)
        if name != "rows"
    ]
    cases: list[Case] = []
    titles = ""
    for block in re.split(r"\n\n+", body.strip("\n")):
        if all(line.startswith("##") for line in block.split("\n")):
            titles += block + "\n\n"
        elif block:
            case = _read_row(path, block, shared)
            case.raw_input = titles + case.raw_input
            cases.append(case)
            titles = ""
    return cases


def _read_row(path: Path, block: str, shared: list[tuple[str, str, str]]) -> Case:
    template: list[str] = []
    comments: list[str] = []
    inputs = list(shared)
    wanted: dict[str, list[str]] = {"=>": [], "==": [], "!!": [], "??": []}
    kept: list[str] = []
    for line in block.split("\n"):
        mark, escaped = line[:2], line[2:3] == "\\"
        if mark in wanted and (len(line) == 2 or line[2] in " \\"):
            wanted[mark].append((unescape if escaped else str)(line[3 + escaped :]))
            continue
        kept.append(line)
        if line.startswith("# ") and not template:
            comments.append(line[2:])
        elif line.startswith("$ "):
            inputs.append(("args", line[2:], ""))
        elif line == "% usage error":
            inputs.append(("usage error", "", ""))
        else:
            template.append(line)
    source = "\n".join(template) + "\n"
    name = " ".join(comments or [one.strip() for one in template])
    if any(one.startswith("$ ") for one in kept) and not comments:
        name += " " + " ".join(one[2:] for one in kept if one.startswith("$ "))
    case = Case(path, name, [], [], "\n".join(kept) + "\n")
    _apply_inputs(case, [*inputs, ("template", source, "")])
    case.expected = _row_expected(wanted)
    return case


def _row_expected(wanted: dict[str, list[str]]) -> Expected | None:
    if not any(wanted.values()):
        return None
    logs = "".join(line + "\n" for line in wanted["??"])
    if wanted["!!"]:
        error = "".join(line + "\n" for line in wanted["!!"])
        return Expected("", logs + error.replace(HINT_MARK + "\n", HINT), 1)
    whole = "".join(line + "\n" for line in wanted["=="])
    part = "".join(line + "\n" for line in wanted["=>"])
    return Expected(whole or HEADER + part, logs)


def _dump_row(case: Case) -> str:
    want = case.expected
    if want is None:
        return ""
    message = error_text(want.stderr)
    logs = want.stderr[: len(want.stderr) - len(message)]
    lines = [_row_line("??", line) for line in logs.split("\n")[:-1]]
    if want.code:
        if want.code != 1 or want.stdout or not message.endswith("\n"):
            raise CaseFileError(f"{case.id}: a row cannot say this; write a case: {want}")
        shown = message.replace(HINT, HINT_MARK + "\n")
        lines += [_row_line("!!", line) for line in shown.split("\n")[:-1]]
    elif want.stdout.startswith(HEADER) and "\n---\n" not in want.stdout:
        rest = want.stdout[len(HEADER) :]
        lines += [_row_line("=>", line) for line in rest.split("\n")[:-1]]
    else:
        lines += [_row_line("==", line) for line in want.stdout.split("\n")[:-1]]
    return "\n".join(lines)


def _row_line(mark: str, line: str) -> str:
    if _ODD.search(line):
        return f"{mark}\\ {escape(line)}"
    return f"{mark} {line}" if line else mark
