"""What every check of an assertion shares: its context, and the lines on what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record
from helmwright.unittest_suites.paths import PathError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.documents import Document
    from helmwright.unittest_suites.snapshots import Snapshots

Outcome = tuple[bool, list[str]]
"""Whether a check passed, and lines on why it did not."""
PASSED: Outcome = (True, [])
NO_DOCUMENT = "no manifest found"


class Check(Record):
    """One assertion on the documents of one template.

    documents: all that the template gave. selected: those that the assertion is about.
    negative: it must not hold. error: why the chart could not be rendered, blank if the error is
    among the documents. test: whose snapshots are compared.
    """

    parameters: dict[str, Any]
    documents: Sequence[Document]
    selected: Sequence[Document]
    negative: bool
    snapshots: Snapshots
    test: str
    error: str = ""
    fail_fast: bool = False

    @property
    def path(self) -> str:
        """The JSON path of the assertion."""
        return str(self.parameters["path"])

    def each_document(
        self, one: Callable[[Document, int], Outcome], nothing: Callable[[], list[str]]
    ) -> Outcome:
        """Check every selected document; nothing: says that there is none."""
        if not self.selected:
            return (True, []) if self.negative else (False, nothing())
        return self._all(one(document, index) for index, document in enumerate(self.selected))

    def each_value(
        self, document: Document, index: int, one: Callable[[Value, int, int], Outcome]
    ) -> Outcome:
        """Check every value that the path leads to in a document.

        one: given the value, the index of the document and that of the value.
        """
        try:
            values = document.values_at(self.path)
        except PathError as error:
            return False, failure(str(error), index)
        if not values:
            return PASSED if self.negative else (False, failure(f"unknown path {self.path}", index))
        return self._all(one(value, index, number) for number, value in enumerate(values))

    def each(
        self, one: Callable[[Value, int, int], Outcome], nothing: Callable[[], list[str]]
    ) -> Outcome:
        """Check every value that the path leads to in every selected document."""
        return self.each_document(
            lambda document, index: self.each_value(document, index, one), nothing
        )

    def _all(self, outcomes: Any) -> Outcome:
        passed = True
        details: list[str] = []
        for outcome in outcomes:
            passed = passed and outcome[0]
            details += outcome[1]
            if not passed and self.fail_fast:
                break
        return passed, details


def failure(message: str, document: int = -1, value: int = -1) -> list[str]:
    """Return the lines on an error."""
    return said({"Error": message}, document, value)


def said(blocks: dict[str, str], document: int = -1, value: int = -1) -> list[str]:
    """Return lines: each name, and its text indented below; the path stands beside its name.

    document, value: the indexes of what is wrong; -1 leaves them out.
    """
    lines = []
    if document >= 0:
        lines.append(f"DocumentIndex:\t{document}")
    if value >= 0:
        lines.append(f"ValuesIndex:\t{value}")
    for name, text in blocks.items():
        if name == "Path":
            lines.append(f"Path:\t{text}")
            continue
        lines.append(f"{name}:")
        lines += [f"\t{line}" for line in text.strip("\n\t ").split("\n")]
    return lines


def expected(check: Check, what: str, *, path: bool = True, **blocks: str) -> dict[str, str]:
    """Return the blocks ``Path`` and ``Expected … WHAT``, whose text is ``value``, and ``Actual``."""
    found = {"Path": check.path} if path else {}
    found[f"Expected{' NOT' if check.negative else ''} {what}"] = blocks["value"]
    if "actual" in blocks:
        found["Actual"] = blocks["actual"]
    return found


def difference(known: str, new: str) -> str:
    """Return how two texts differ, as a unified diff."""
    from difflib import unified_diff

    lines = unified_diff(
        known.splitlines(), new.splitlines(), "Expected", "Actual", lineterm="", n=1
    )
    return "\n".join(lines)
