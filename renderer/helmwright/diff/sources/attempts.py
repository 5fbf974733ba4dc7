"""A side that does not render, kept as a side: what is wrong with it leaves the other one to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GitContentError, GitError, HelmwrightError, UsageError
from helmwright.base.records import replace
from helmwright.diff.model import Failure, Side
from helmwright.diff.pairing import check_unique

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.diff.model import DiffReport

_TOO_DEEP = "the input is nested too deeply"


def attempted(title: str, make: Callable[[], Side], *, shown: str = "") -> Side:
    """Return the side that a function makes, or one that says why it cannot be made.

    title: what errors of the function begin with. shown: what the side is called if it fails, the
    title if blank.

    Raises:
        UsageError: which is a fault of the command line and not of a side.
        GitError: for a repository that cannot be read.
        HelmwrightError: of no class of its own, for standard input that cannot be read.
    """
    try:
        side = make()
        check_unique(side)
    except HelmwrightError as error:
        if _is_no_fault_of_a_side(error):
            raise
        message = error.told.removeprefix(f"{title}: ")
        notes = getattr(error, "__notes__", ())
        failure = Failure("\n".join((message, *notes)), error.position)
    except RecursionError:
        failure = Failure(_TOO_DEEP)
    else:
        return side
    return Side(shown or title, (), failure=failure)


def _is_no_fault_of_a_side(error: HelmwrightError) -> bool:
    if isinstance(error, GitContentError):
        return False
    return isinstance(error, UsageError | GitError) or type(error) is HelmwrightError


def with_safe_failures(report: DiffReport, safe: Callable[[str], str]) -> DiffReport:
    """Return a report whose sides' failures are without secrets.

    safe: takes out of a text what is known to be secret.
    """
    return replace(report, before=_safe(report.before, safe), after=_safe(report.after, safe))


def _safe(side: Side, safe: Callable[[str], str]) -> Side:
    if side.failure is None:
        return side
    return replace(side, failure=side.failure._replace(message=safe(side.failure.message)))
