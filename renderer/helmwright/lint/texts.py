"""The texts of all files that findings about a subject may point into."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.subject import Subject


class SubjectTexts:
    """Texts by the path that findings show: the user's values files, and those of the chart."""

    def __init__(self, subject: Subject) -> None:
        self._user = dict(subject.files)
        self._prefix = f"{subject.chart.path}/"
        self._raw = {raw.name: raw for raw in subject.chart.raw}
        self._lines: dict[str, list[str] | None] = {}

    def lines(self, path: str) -> list[str] | None:
        """Return the lines of a file without their ends; None for what is no file here."""
        if path not in self._lines:
            data = self._data(path)
            self._lines[path] = (
                None
                if data is None
                else [
                    line.removesuffix("\r")
                    for line in data.decode("utf-8", "surrogateescape").split("\n")
                ]
            )
        return self._lines[path]

    def _data(self, path: str) -> bytes | None:
        if path in self._user:
            return self._user[path]
        raw = self._raw.get(path.removeprefix(self._prefix))
        return None if raw is None or not path.startswith(self._prefix) else raw.data

    def of_user(self) -> Iterator[str]:
        """Yield the paths of the user's values files."""
        yield from self._user

    def of_chart(self) -> Iterator[tuple[str, bytes]]:
        """Yield the paths and contents of the chart's files."""
        for name, raw in self._raw.items():
            yield self._prefix + name, raw.data
