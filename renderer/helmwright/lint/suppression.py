"""Comments that allow findings: ``# helmwright: allow RULE reason``.

Behind something on its line, a comment is about that line; alone on its line, about the next one and
everything that is nested below it. ``allow-file`` is about the whole file. In templates a comment is
``{{/* helmwright: allow RULE reason */}}``. Without a reason nothing is allowed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record, field
from helmwright.lint.finding import Problem, Span

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    from helmwright.lint.finding import Finding
    from helmwright.lint.subject import Subject
    from helmwright.lint.texts import SubjectTexts

MARK = "helmwright:"
VERBS = ("allow", "allow-file")
OF_COMPAT = frozenset(
    [
        "aliased-subchart",
        "apply-conflict",
        "apply-duplicate-key",
        "apply-unknown-field",
        "apply-wrong-type",
        "blank-lines",
        "chart-format",
        "chart-object",
        "commands",
        "error-text",
        "flag-gone",
        "flag-renamed",
        "flag-value",
        "flag-without-effect",
        "helm-version",
        "hook-post-rendered",
        "imported-values",
        "kube-suffix",
        "kubernetes-version",
        "leftover-separator",
        "library-version",
        "lines-of-empty-file",
        "lint-without-chart",
        "list-of-all-statuses",
        "missing-function",
        "null-dropped",
        "object-twice",
        "open-index",
        "other-rules",
        "plugin-not-verified",
        "post-renderer-program",
        "recreate-strategy",
        "registry-path",
        "release-client-side",
        "render-fails",
        "rendering",
        "schema-reference",
        "set-json-object",
        "subchart-default-returns",
        "template-language",
        "tpl-definitions",
        "trailing-newlines",
        "upgrade",
        "upgrade-refused",
        "values-documents",
        "values-numbers",
        "wait-permissions",
        "webhook-order",
    ]
)
"""Names of the findings of ``compat`` and of their groups: comments allow them, too, and it looks for them."""
_HASH = lazy_pattern(r"(?:^|(?<=\s))#+[ \t]*helmwright:[ \t]*(?P<verb>[\w-]*)(?P<rest>.*)$")
_TEMPLATE = lazy_pattern(
    r"\{\{-?[ \t]*/\*[ \t]*helmwright:[ \t]*(?P<verb>[\w-]*)(?P<rest>.*?)\*/[ \t]*-?\}\}"
)
_NAMES = lazy_pattern(r"[ \t]*(?P<names>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?(?P<reason>.*)")
_WORD = lazy_pattern(r"[\w-]+")


class Name(NamedTuple):
    """A rule or a group as a comment names it, and where."""

    text: str
    span: Span


class Allowance(Record, frozen=False):
    """One comment.

    verb: what it asks for, which may be no word that we know. span: of the whole comment.
    first, last: the lines that it is about, from 1; all of the file's for ``allow-file``.
    used: the names that have allowed something.
    """

    verb: str
    names: tuple[Name, ...]
    reason: str
    span: Span
    first: int
    last: int
    used: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        """The file that the comment is in."""
        return self.span.path

    def covers(self, span: Span) -> bool:
        """Tell whether the comment is about a place."""
        if span.path != self.path or not self.reason or self.verb not in VERBS:
            return False
        if self.verb == "allow-file":
            return True
        return span.line is not None and self.first <= span.line <= self.last


class Allowances:
    """The comments in the files of a subject.

    ran: the ids of the rules that had something to look at, for what is not used.
    """

    def __init__(self, subject: Subject, texts: SubjectTexts) -> None:
        self._subject = subject
        self._texts = texts
        self.ran: set[str] = set()

    @cached_property
    def comments(self) -> tuple[Allowance, ...]:
        """All comments, file by file."""
        found: list[Allowance] = []
        for path in self._texts.of_user():
            found += self._in_file(path)
        for path, data in self._texts.of_chart():
            if MARK.encode() in data:
                found += self._in_file(path)
        return tuple(found)

    @cached_property
    def judged(self) -> frozenset[str]:
        """The files all of whose findings are looked for, so that what is not used can be told."""
        paths = set(self._texts.of_user())
        if self._subject.whole_chart:
            paths.update(path for path, _ in self._texts.of_chart())
        return frozenset(paths)

    def _in_file(self, path: str) -> Iterator[Allowance]:
        lines = self._texts.lines(path) or []
        if not any(MARK in line for line in lines):
            return
        for comment in read_comments(path, lines):
            if not self._is_text(comment.span):
                yield comment

    def _is_text(self, span: Span) -> bool:
        """Tell whether what looks like a comment is inside a scalar of a values file."""
        for source in self._subject.sources:
            if source.name == span.path:
                return any(
                    place.node.kind == "scalar"
                    and place.node.end is not None
                    and (place.node.mark.line, place.node.mark.column)
                    <= ((span.line or 1) - 1, (span.column or 1) - 1)
                    < (place.node.end.line, place.node.end.column)
                    for place in source.places.values()
                )
        return False

    def rules_of(self, name: str) -> frozenset[str]:
        """Return the ids that a name in a comment stands for; none for one that is unknown."""
        from helmwright.lint.catalogue import expand

        try:
            return expand([name])
        except UsageError:
            return frozenset()

    def named(self) -> frozenset[str]:
        """Return the ids of all rules that comments name."""
        return frozenset().union(
            *(
                self.rules_of(name.text)
                for comment in self.comments
                if comment.path in self.judged
                for name in comment.names
            )
        )

    def allow(self, finding: Finding, written: Span | None = None) -> tuple[Allowance, Name] | None:
        """Return the comment that allows a finding, and remember that it was of use.

        written: the template's place of one that is about a value; a comment there counts, too.
        """
        for comment in self.comments:
            if comment.covers(finding.span) or (written and comment.covers(written)):
                for name in comment.names:
                    if finding.rule in self.rules_of(name.text):
                        comment.used.add(name.text)
                        return comment, name
        return None

    def problem(self, span: Span, message: str, *, fix: str = "") -> Problem:
        """Return a problem with a comment."""
        return Problem(span, message, (), fix)


def read_comments(path: str, lines: Sequence[str]) -> Iterator[Allowance]:
    """Yield what looks like such a comment in the lines of a file."""
    for index, line in enumerate(lines):
        if MARK not in line:
            continue
        for match in _TEMPLATE.finditer(line):
            yield _allowance(path, lines, index, match)
        comment = _HASH.search(line)
        if comment and "*/" not in comment["rest"]:
            yield _allowance(path, lines, index, comment)


def _allowance(path: str, lines: Sequence[str], index: int, match: re.Match[str]) -> Allowance:
    parts = _NAMES.match(match["rest"])
    listed, reason = (parts["names"] or "", parts["reason"]) if parts else ("", "")
    start = match.start("rest") + (parts.start("names") if parts and listed else 0)
    names = tuple(
        Name(word.group(), _span(path, index, start + word.start(), start + word.end()))
        for word in _WORD.finditer(listed)
    )
    alone = not (line := lines[index])[: match.start()].strip() and not line[match.end() :].strip()
    end = match.start() + len(match.group().rstrip())
    return Allowance(
        verb=match["verb"],
        names=names,
        reason=reason.strip(" \t:-–—"),
        span=_span(path, index, match.start(), end),
        first=index + 1,
        last=_last_line(lines, index + 1) if alone else index + 1,
    )


def _span(path: str, index: int, start: int, end: int) -> Span:
    return Span(path, index + 1, start + 1, index + 1, end + 1)


def _last_line(lines: Sequence[str], index: int) -> int:
    """Return the number of the last line that belongs to the first with content from ``index`` on."""
    while index < len(lines) and _is_empty(lines[index]):
        index += 1
    if index == len(lines):
        return index
    head = lines[index]
    depth = _indent(head)
    holds_items = not head.lstrip().startswith("- ")  # items may stand right below their key
    last = index
    for following in range(index + 1, len(lines)):
        line = lines[following]
        if _is_empty(line):
            continue
        item = holds_items and _indent(line) == depth and line.lstrip().startswith("- ")
        if _indent(line) <= depth and not item:
            break
        last = following
    return last + 1


def _is_empty(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("#") or bool(_TEMPLATE.fullmatch(text))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def closest(name: str, known: Iterable[str]) -> str:
    """Return what a name was probably meant to be; blank if nothing is near."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), 1)
    return close[0] if close else ""
