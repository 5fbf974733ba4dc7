"""Every text that a report may show, where secrets are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.secrets.spellings import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.diff.model import DiffReport


def shown_texts(reports: Sequence[DiffReport]) -> Iterator[str]:
    """Yield every text of the reports that may be shown."""
    for report in reports:
        yield from (report.environment, report.refused, *report.notes)
        for side in (report.before, report.after):
            yield from (side.title, *side.notes)
            if side.failure is not None:
                yield from strings(side.failure)
        for fold in report.folds:
            yield fold.title
            yield from strings((fold.change, fold.objects))
        for one in report.objects:
            yield from strings((one.key, one.old_key, one.changes, one.impacts))
            for state in (one.before, one.after):
                if state is not None:
                    yield from strings((state.key, state.data))
        yield from strings(report.values)


def strings(value: Any) -> Iterator[str]:
    """Yield the texts in a value, and its numbers as texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, (int, float)) and type(value) is not bool:
        yield as_text(value)
