"""Golden files of tests: what a chart rendered to when somebody last looked at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file

if TYPE_CHECKING:
    from helmwright.testing.rendered import RenderedChart


class GoldenFolder:
    """A folder of golden files; updating: those that differ are written anew."""

    def __init__(self, path: Path, *, updating: bool) -> None:
        self.path = path
        self._updating = updating

    def problem(self, rendered: RenderedChart, name: str) -> str:
        """Return how what was rendered differs from the golden file of a name; blank if it does not.

        Secrets are hidden in the file and in the answer. Raises UsageError for a name that leads
        out of the folder.
        """
        if not name or name.startswith("/") or ".." in Path(name).parts:
            raise UsageError(f"{name!r} cannot be the name of a golden file")
        path = self.path / f"{name}.yaml"
        text = rendered.golden_text()
        try:
            known = read_regular(str(path)).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        except FileNotFoundError:
            known = None
        if known == text:
            return ""
        if self._updating:
            data = text.encode("utf-8", "surrogateescape")
            write_file(str(path), data, within=str(self.path))
            return ""
        if known is None:
            return f"there is no golden file {path}; --helmwright-update writes it"
        return f"{_difference(known, text, path)}\n--helmwright-update takes it over"


def _difference(known: str, text: str, path: Path) -> str:
    from difflib import unified_diff

    lines = unified_diff(known.splitlines(), text.splitlines(), str(path), "rendered", lineterm="")
    return "\n".join(lines)
