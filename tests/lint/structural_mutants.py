"""Good values files broken in ways that no example names: misspelt keys, other types, broken YAML.

    python -m tests.lint.structural_mutants

Prints the mutants in which nothing is found where the mistake is, and the share in which it is.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.lint.examples import ROOT, determined_chart
from tests.lint.mutants import EVERYTHING

from helmwright.base.errors import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.kube.schemas import pod as pod_type
from helmwright.lint.finding import Severity
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.source import ValuesSource
from helmwright.lint.subject import Subject
from helmwright.reference.schema_facts import facts
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from helmwright.kube.patch_meta import Type
    from helmwright.lint.finding import Finding

NAME = "mutant.yaml"
KEYS, TYPES, SYNTAX = "misspelt keys", "other types", "broken YAML"
EXAMPLES = sorted((ROOT / "chart" / "examples").glob("*.yaml"))
_POD_SPECS = re.compile(r"(?:[Pp]od_?[Ss]pec)$")
_OTHER = {bool: "[1]", int: "{a: 1}", float: "{a: 1}", str: "{a: {b: 1}}"}
"""What to write instead of a value, so that it has another type."""
_IN_POD = {**_OTHER, int: "[1]", str: "[1]"}


@dataclass(frozen=True, slots=True)
class Change:
    """A good file with one mistake.

    file: its name. what: the change in words. text: the broken file. line: of the mistake.
    """

    kind: str
    file: str
    what: str
    text: str
    line: int


def changes() -> Iterator[Change]:
    """Yields all mutants of all examples of the chart."""
    for path in EXAMPLES:
        yield from changes_of(path)


def changes_of(path: Path) -> Iterator[Change]:
    """Yields the mutants of one file."""
    text = path.read_text()
    source = ValuesSource(NAME, text.encode())
    yield from misspelt_keys(path.name, source)
    yield from other_types(path.name, source)
    yield from broken_syntax(path.name, text)


def misspelt_keys(file: str, source: ValuesSource) -> Iterator[Change]:
    """Yields a mutant for each key that is known: a letter is missing, doubled, or changed."""
    for number, (path, place) in enumerate(source.places.items()):
        key = path[-1] if path else None
        mark = place.key_node.mark
        if not isinstance(key, str) or len(key) < 3 or not _is_known_key(path):
            continue
        line = source.lines[mark.line]
        if not line[mark.column :].startswith(key):  # an alias, or a key in quotes
            continue
        at = number % (len(key) - 2) + 1
        slips = (key[:at] + key[at + 1 :], key[:at] + key[at] + key[at:], _changed(key, at))
        slip = slips[number % 3]
        lines = list(source.lines)
        lines[mark.line] = line[: mark.column] + slip + line[mark.column + len(key) :]
        text = "\n".join(lines)
        yield Change(KEYS, file, f"{dotted(path)} is {slip}", text, mark.line + 1)


def _changed(key: str, at: int) -> str:
    other = "x" if key[at] != "x" else "z"
    return key[:at] + other + key[at + 1 :]


def other_types(file: str, source: ValuesSource) -> Iterator[Change]:
    """Yields a mutant for each scalar whose type is known: something else stands there."""
    for path, place in source.places.items():
        node = place.node
        if node.kind != "scalar" or node.end is None or node.end.line != node.mark.line:
            continue
        value = _value(source.values, path)
        known = type(value) in _OTHER and _is_known_key(path)
        if not known or node.style in ("|", ">") or _takes_anything(path):
            continue
        other = (_IN_POD if _pod_part(path) is not None else _OTHER)[type(value)]
        lines = list(source.lines)
        line = lines[node.mark.line]
        if line[node.mark.column : node.mark.column + 1] in "*&":
            continue
        lines[node.mark.line] = line[: node.mark.column] + other + line[node.end.column :]
        what = f"{dotted(path)} is {other}"
        yield Change(TYPES, file, what, "\n".join(lines), node.mark.line + 1)


def broken_syntax(file: str, text: str) -> Iterator[Change]:
    """Yields a mutant for each way in which a line makes the file no YAML; line: where Helm stops."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        lead = len(line) - len(line.lstrip())
        ways = {
            "no colon": re.sub(r":(?=\s|$)", "", line, count=1),
            "one space more": f" {line}",
            "one space less": line[1:] if lead else line,
            "a tab": "\t" + line.lstrip() if lead else line,
            "no closing quote": re.sub(r"['\"]\s*$", "", line),
            "no space after the colon": re.sub(r": (?=\S)", ":", line, count=1),
            "no space after the dash": re.sub(r"^(\s*)- ", r"\1-", line),
        }
        for way, broken in ways.items():
            whole = "\n".join([*lines[:number], broken, *lines[number + 1 :], ""])
            stop = _stops(whole) if broken != line else None
            if stop is not None:
                yield Change(SYNTAX, file, f"line {number + 1}: {way}", whole, stop)


def _stops(text: str) -> int | None:
    """Returns the line where Helm stops to read; None if it does not."""
    try:
        load_values(text.encode(), path=NAME)
    except HelmwrightError as error:
        return (error.position.line if error.position else None) or 1
    return None


def findings_of(change: Change, selection: Selection = EVERYTHING) -> list[Finding]:
    """Returns what is found in a mutant."""
    chart = determined_chart(upstream=False)
    subject = Subject(chart, ((NAME, change.text.encode()),), whole_chart=False)
    return lint_subject(subject, selection).findings


def is_found(change: Change, findings: list[Finding]) -> bool:
    """Tells whether a mistake is found: on its line, or of broken YAML where Helm stops or before."""
    if change.kind == SYNTAX:
        return any(
            one.rule in {"broken-yaml", "affinity-among-tolerations"}
            and (one.span.line or 1) <= change.line
            for one in findings
        )
    least = Severity.WARNING if change.kind == KEYS else Severity.ERROR
    return any(one.severity >= least and one.span.line == change.line for one in findings)


def _is_known_key(path: tuple[str | int, ...]) -> bool:
    """Tells whether a key is one that the chart or Kubernetes names, and not the user."""
    if path[0] == "extraObjects":
        return False
    part = _pod_part(path)
    if part is not None:
        return _in_pod(part)
    above = _facts(path[:-1])
    return above is not None and path[-1] in (above.properties or {}) and not above.values


def _takes_anything(path: tuple[str | int, ...]) -> bool:
    """Tells whether no type is wrong."""
    if _pod_part(path) is not None:
        return False
    known = _facts(path)
    return known is None or not known.types or "object" in known.types


def _pod_part(path: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """Returns the path in a pod spec of tasks; None if it is in none."""
    for index, step in enumerate(path[:-1]):
        if isinstance(step, str) and _POD_SPECS.search(step):
            return path[index + 1 :]
    return None


def _in_pod(path: tuple[str | int, ...]) -> bool:
    of: Type | None = pod_type()
    for step in path:
        while of is not None and of.kind == "ptr":
            of = of.element
        if of is None:
            return False
        if isinstance(step, int):
            of = of.element
        elif of.kind == "struct" and step in of.fields:
            of = of.fields[step].type
        else:
            return False
    return True


@cache
def _schema() -> Any:
    return json.loads((ROOT / "chart" / "values.schema.json").read_bytes())


def _facts(path: tuple[str | int, ...]) -> Any:
    part: Any = _schema()
    for step in path:
        known = facts(part, _schema())
        part = known.items if isinstance(step, int) else (known.properties or {}).get(step)
        if part is None:
            return None
    return facts(part, _schema())


def _value(values: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        values = values[step]
    return values


def main() -> int:
    """Prints the mutants that survive, by kind."""
    missed = 0
    for kind in (KEYS, TYPES, SYNTAX):
        count = found = 0
        for change in changes():
            if change.kind != kind:
                continue
            count += 1
            findings = findings_of(change, Selection(ignore=frozenset({"yaml-style"})))
            if is_found(change, findings):
                found += 1
            else:
                places = [f"{one.rule}:{one.span.line}" for one in findings]
                print(f"{change.file}:{change.line}: {change.what}: {places}")
        print(f"{kind}: {count} mutants, {found} found")
        missed += count - found
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
