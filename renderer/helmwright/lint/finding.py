"""What linting finds: a rule that is broken, where, why, and what to write instead."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.records import Record, field

if TYPE_CHECKING:
    from helmwright.base.errors import Position
    from helmwright.base.paths import Path
    from helmwright.rendering.objects import RenderedObject
    from helmwright.values.editing import Edit


class Severity(IntEnum):
    """How bad a finding is, in ascending order."""

    INFO = 1
    """Advice."""
    WARNING = 2
    """Probably not what was meant."""
    ERROR = 3
    """The installation, the upgrade or the start of the master fails, or data is lost."""

    def __str__(self) -> str:
        return self.name.lower()


class Span(NamedTuple):
    """A stretch of a file; lines and columns count from 1, the end is exclusive.

    path: of the file, or the flag that set a value, as ``--set db.port``; then there are no numbers.
    """

    path: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    @classmethod
    def at(
        cls, position: Position, end_line: int | None = None, end_column: int | None = None
    ) -> Span:
        """Return the stretch from a position to an end, by default an empty one."""
        return cls(
            position.path,
            position.line,
            position.column,
            position.line if end_line is None else end_line,
            position.column if end_column is None else end_column,
        )

    def __str__(self) -> str:
        return ":".join(
            str(part) for part in (self.path, self.line, self.column) if part is not None
        )


class Related(NamedTuple):
    """Another place that has to do with a finding, and what it has to do with it."""

    span: Span
    message: str


class Part(NamedTuple):
    """A part of a rendered object that a problem is about.

    path: in the object; of what is missing, too. message: without the name of the object.
    of_key: whether the key is at fault, and not its value.
    """

    one: RenderedObject
    path: Path
    message: str
    of_key: bool = False


class Problem(Record):
    """What a rule says about one place.

    message: one sentence on what is wrong, without a full stop; values of secrets are not in it.
    value_path: the key in the values, from the root chart's; empty where there is none.
    fix: what to write instead, in words; empty if the rule's general advice says all.
    edits: changes of the values file at ``span.path`` that mend it without a person's judgement.
    severity: where it is not that of the rule.
    part: of a rendered object, for a problem that may be traced to a value.
    written: the template's place, of a problem that has been traced to the value at ``span``.
    """

    span: Span
    message: str
    value_path: Path = ()
    fix: str = ""
    edits: tuple[Edit, ...] = ()
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    part: Part | None = field(default=None, compare=False)
    written: Span | None = None


class Finding(Record):
    """A problem with the rule that found it."""

    rule: str
    severity: Severity
    message: str
    span: Span
    value_path: Path = ()
    fix: str = ""
    edits: tuple[Edit, ...] = ()
    related: tuple[Related, ...] = ()

    @property
    def order(self) -> tuple[str, int, int, str]:
        """The key by which findings are sorted: file, line, column, rule."""
        return self.span.path, self.span.line or 0, self.span.column or 0, self.rule
