"""The record of a definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import Record

if TYPE_CHECKING:
    from helmwright.lint.finding import Severity


class Definition(Record):
    """Something that compat can find, with the fields of a rule of the linter.

    summary: one line. why: what happens. advice: what to do. url: the source of the fact.
    """

    id: str
    group: str
    severity: Severity
    summary: str
    why: str
    advice: str
    url: str
