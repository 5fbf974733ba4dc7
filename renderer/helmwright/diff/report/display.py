"""What all forms of a report have in common: names, signs, counts, and values as lines."""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from helmwright.base.printable import printable, printable_line
from helmwright.diff.model import ABSENT, DEFAULT, KEPT, Effect, Status
from helmwright.diff.paths import path_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from helmwright.diff.grouping import Group
    from helmwright.diff.model import Change, DiffReport, Fold, Impact, ObjectDiff, ObjectKey

SIGNS = {Status.ADDED: "+", Status.REMOVED: "-", Status.CHANGED: "~", Status.RENAMED: "→"}
"""What stands before an object, so that colours are not the only sign."""
_GRAVITY = {effect: at for at, effect in enumerate(Effect)}
_WORDS = re.compile(r"\w+(?:[.+-]\w+)*%?|\s+|[^\w\s]")
"""What differs as a whole: a word, a version or tag, a quantity, a name with dots and dashes, a digest."""
_PLAIN = re.compile(r"[^\s\"'{\[&*!|>%@`#,](?:[^\n]*[^\s])?")
_SETTLED = {"": "", DEFAULT: " (the default)", KEPT: " (kept by the server)"}
_MOST_WORDS = 2000
_MOST_LINES = 5000


def place(key: ObjectKey) -> str:
    """Return an object's namespace and name."""
    return f"{key.namespace}/{key.name}" if key.namespace else key.name


def kind(key: ObjectKey) -> str:
    """Return an object's kind, with its group unless it is one of Kubernetes' own."""
    hook = " (hook)" if key.is_hook else ""
    foreign = "." in key.group and not key.group.endswith(".k8s.io")
    return f"{key.kind}.{key.group}{hook}" if foreign else f"{key.kind}{hook}"


def title(one: ObjectDiff) -> str:
    """Return what an object is called: ``Deployment prod/web``; of a renamed one both names."""
    if one.old_key is None:
        return f"{kind(one.key)} {place(one.key)}"
    return f"{kind(one.key)} {place(one.old_key)} → {place(one.key)}"


def template(one: ObjectDiff) -> str:
    """Return the template that an object is from, or the file, with its line; blank if unknown."""
    state = one.after or one.before
    if state is None or not (state.template or state.position):
        return ""
    return f"{state.template}:{state.line}" if state.template else str(state.position)


def template_file(one: ObjectDiff) -> str:
    """Return the file that an object is from, blank if it is from a template, whose chart has a place."""
    state = one.after or one.before
    if state is None or state.template or state.position is None:
        return ""
    return state.position.path


def sides(report: DiffReport) -> str:
    """Return what is compared."""
    pair = f"{report.before.title} → {report.after.title}"
    return f"{report.environment}: {pair}" if report.environment else pair


def failures(report: DiffReport) -> Iterator[tuple[str, list[str]]]:
    """Yield of each side that does not render, and of Helm if it fails, a sentence and the lines that say why."""
    before, after = report.before.failure, report.after.failure
    if before is not None:
        follows = "" if after else f": all objects of {report.after.title} are shown as added"
        yield f"{report.before.title} does not render{follows}", before.lines
    if after is not None:
        yield f"{report.after.title} does not render: its objects are withheld", after.lines
    if report.refused:
        yield (
            "Helm fails, and what stands behind the first failure may not happen",
            report.refused.splitlines(),
        )


def impacts(one: ObjectDiff | Group) -> list[Impact]:
    """Return what the changes of an object, or of a group, do, the gravest first."""
    return sorted(one.impacts, key=lambda impact: _GRAVITY[impact.effect])


def worst(report: DiffReport) -> Effect | None:
    """Return the gravest thing that a report is about."""
    effects = {impact.effect for one in report.objects for impact in one.impacts}
    return min(effects, key=_GRAVITY.__getitem__, default=None)


def restarts(report: DiffReport) -> int:
    """Return the number of objects whose pods restart."""
    return sum(
        any(impact.effect is Effect.RESTART for impact in one.impacts) for one in report.objects
    )


def summary(report: DiffReport) -> str:
    """Return a report in a line."""
    parts = [", ".join(f"{count} {word}" for count, word in counts(report) if count)]
    if report.fails:
        parts = ["the side after does not render"]
    elif not report.differs and not report.objects:
        parts = ["no differences"]
    if report.before.failure is not None:
        parts.append("the side before does not render")
    if report.refused:
        parts.append("Helm fails")
    if count := restarts(report):
        parts.append(f"pods of {counted(count, 'workload')} restart")
    if folded := sum(fold.changes for fold in report.folds):
        parts.append(f"{counted(folded, 'change')} folded")
    if report.values:
        parts.append(values_differ(report))
    if report.suppressed:
        parts.append(f"{counted(report.suppressed, 'object')} suppressed")
    return "; ".join(filter(None, parts))


def counts(report: DiffReport) -> list[tuple[int, str]]:
    """Return how many objects have which status.

    Changed are also those of which nothing is left but what is folded, which is then said.
    """
    found = [(report.count(status), status.value) for status in Status]
    only = report.only_folded
    if not only:
        return found
    at = [*Status].index(Status.CHANGED)
    changed = found[at][0] + only
    said = "in nothing but what is folded"
    word = f"changed {said}" if changed == only else f"changed, {only} of them {said}"
    return [*found[:at], (changed, word), *found[at + 1 :]]


def chart_sections(report: DiffReport) -> list[tuple[str, list[str]]]:
    """Return what differs between two versions of a chart besides objects: headings with lines."""
    change = report.chart
    if change is None:
        return []
    sections = [
        (
            "chart",
            [
                f"{name}: {one or '(none)'} → {other or '(none)'}"
                for name, one, other in change.facts
            ],
        ),
        ("your values", [f"{key} {clause}" for key, clause in change.own]),
        (
            "defaults below your values, which stay",
            [f"{one.key}: {inline(one.before)} → {inline(one.after)}" for one in change.defaults],
        ),
        ("schema of the values", [f"{key} {clause}".lstrip() for key, clause in change.schema]),
        (
            "images",
            [
                f"{name}: {one or '(none)'} → {other or '(none)'}"
                for name, one, other in change.images
            ],
        ),
        ("what the chart says", [f"{version}: {text}" for version, text in change.notes]),
    ]
    return [(title, list(map(printable_line, told))) for title, told in sections if told]


def values_differ(report: DiffReport) -> str:
    """Return how many values differ."""
    count = len(report.values)
    return f"{counted(count, 'value')} differ{'s' if count == 1 else ''}"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def fold_line(fold: Fold, title: str = "") -> str:
    """Return a fold in a line, with what it counts; title: instead of its own."""
    count = counted(len(fold.objects), "object")
    if fold.changes != len(fold.objects):
        count += f", {counted(fold.changes, 'change')}"
    return f"{title or fold.title} ({count})"


def fold_name(fold: Fold) -> str:
    """Return what is folded in a few words, without values."""
    return fold.title.partition(": ")[0] if fold.reason == "noise" else fold.title


def example(fold: Fold) -> Change:
    """Return the change that a fold shows; its title says whether a server notices it."""
    return fold.change._replace(settled="")


def change_path(change: Change) -> str:
    """Return a change's path; what is in the text of a field is behind a mark.

    What a server does not notice is said in words.
    """
    if not change.embedded:
        return f"{path_text(change.path)}{_SETTLED[change.settled]}"
    outside = change.path[: -change.embedded]
    return f"{path_text(outside)} ▸ {path_text(change.path[-change.embedded :])}"


def is_block(value: Any) -> bool:
    """Tell whether a value takes several lines."""
    if type(value) is str:
        return "\n" in value
    return type(value) in (dict, list) and bool(value)


def inline(value: Any) -> str:
    """Return a value in a line, a text without quotes where nobody could take it for another."""
    if value is ABSENT:
        return "(absent)"
    if type(value) is str and _PLAIN.fullmatch(value) and not _means_other(value):
        return printable_line(value)
    return printable_line(json.dumps(value, ensure_ascii=False))


def lines(value: Any) -> list[str]:
    """Return the lines of a value: of a text its own, of anything else its YAML."""
    if value is ABSENT:
        return []
    if type(value) is str:
        return [printable(line) for line in value.splitlines()]
    from helmwright.go.yaml_write import marshal

    return [printable(line) for line in marshal(value).splitlines()]


def words(before: str, after: str) -> list[tuple[str, str, str]]:
    """Return two texts in pieces: equal, delete, insert or replace, with both texts of the piece."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) + len(new) > _MOST_WORDS:
        return [("replace", before, after)]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (tag, "".join(old[i:j]), "".join(new[k:m])) for tag, i, j, k, m in matcher.get_opcodes()
    ]


def groups(
    before: Sequence[str], after: Sequence[str], context: int
) -> Iterator[Sequence[tuple[str, int, int, int, int]]]:
    """Yield the differences of two lists of lines with the lines around them, as difflib has them.

    context: how many lines; all if it is negative.
    """
    if len(before) + len(after) > _MOST_LINES and not _alike(before, after):
        yield [("replace", 0, len(before), 0, len(after))]
        return
    matcher = SequenceMatcher(None, before, after)
    if context >= 0:
        yield from matcher.get_grouped_opcodes(context)
    elif before != after:
        yield matcher.get_opcodes()


def _alike(before: Sequence[str], after: Sequence[str]) -> bool:
    """Tell whether lines are enough alike that a comparison ends in a time that people wait."""
    shared = set(before) & set(after)
    return 2 * len(shared) > len(set(before))


def hunk_lines(before: Sequence[str], after: Sequence[str], context: int) -> Iterator[str]:
    """Yield the lines of a difference with a sign first; between its parts a line ``…``."""
    for at, group in enumerate(groups(before, after, context)):
        if at:
            yield "…"
        yield from group_lines(group, before, after)


def group_lines(
    group: Iterable[tuple[str, int, int, int, int]], before: Sequence[str], after: Sequence[str]
) -> Iterator[str]:
    """Yield the lines of one part of a difference with a sign first."""
    for tag, i, j, k, m in group:
        if tag == "equal":
            yield from (f" {line}" for line in before[i:j])
        else:
            yield from (f"-{line}" for line in before[i:j])
            yield from (f"+{line}" for line in after[k:m])


_OTHERS = frozenset(["true", "false", "null", "yes", "no", "on", "off", "~", "(absent)"])


def _means_other(text: str) -> bool:
    """Tell whether a text could be taken for another value: a number, a word of YAML."""
    if text in _OTHERS:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
