"""What one run knows to be secret, and texts made safe by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.patterns import lazy_pattern
from helmwright.secrets.forms import decoded, is_reference, spans_of_forms
from helmwright.secrets.matching import Matcher
from helmwright.secrets.names import is_secret_name
from helmwright.secrets.places import HIDDEN, nothing_marked, secret_leaves, starred
from helmwright.secrets.spellings import as_text, is_distinct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from helmwright.base.paths import Path

_NAME = lazy_pattern(r"(?<![\w.-])-{0,2}[A-Za-z_][\w.-]{0,127}")
_PIECE = lazy_pattern(r"[^\s\"'\[\]{},;=]+")
_SIGNS = " \t\r\"':=,;[]{}&*!|>`\\"
_LONGEST_TEXT = 16 << 20


class KnownSecrets:
    """Secrets that have been seen; ``safe`` hides them, and what is secret by its form.

    What is added is looked at when a text is to be made safe for the first time.
    """

    def __init__(self) -> None:
        self._secrets: dict[str, None] = {}
        self._names: set[str] = set()
        self._looked: set[tuple[str, bytes | str]] = set()
        self._safe: dict[tuple[str, str], str] = {}
        self._matcher: Matcher | None = None

    def add(self, value: Any) -> None:
        """Remember a secret, if it can be looked for."""
        if value is None or type(value) is bool:
            return
        text = as_text(value)
        for one in (text, decoded(text) or ""):
            if is_distinct(one) and not is_reference(one) and one not in self._secrets:
                self._secrets[one] = None
                self._forget()

    def add_values(
        self, values: Any, is_marked: Callable[[Path], bool] = nothing_marked, path: Path = ()
    ) -> None:
        """Remember the secrets in values: by their schema, names and forms."""
        for _, value in secret_leaves(values, is_marked, path):
            self.add(value)
        for text in _strings(values):
            self.add_forms(text)

    def add_text(
        self, data: bytes | str, is_marked: Callable[[Path], bool] = nothing_marked
    ) -> None:
        """Remember the secrets of a file: of YAML or JSON, or what looks like some in any other text."""
        from helmwright.go.yaml_read import load, split_documents

        if ("text", data) in self._looked:
            return
        self._looked.add(("text", data))
        text = _text(data)
        if len(text) > _LONGEST_TEXT:
            return
        self.add_forms(text)
        try:
            for document in split_documents(text):
                self.add_values(load(document), is_marked)
        except (HelmwrightError, RecursionError):
            self._add_lines(text)

    def add_line(self, text: str) -> None:
        """Remember what looks like a secret in an argument of a command line."""
        self.add_forms(text)
        self._add_lines(text)

    def add_names(self, names: Iterable[str]) -> None:
        """Remember names of charts and files: what is one of them is no secret."""
        self._names.update(names)
        self._forget()

    def _forget(self) -> None:
        """Drop what was worked out with fewer secrets."""
        self._safe.clear()
        self._matcher = None

    def add_forms(self, data: bytes | str) -> None:
        """Remember what is secret by its form in a text of any kind."""
        if ("form", data) in self._looked:
            return
        self._looked.add(("form", data))
        text = _text(data)
        for start, end in spans_of_forms(text):
            self.add(text[start:end])

    def _add_lines(self, text: str) -> None:
        """Remember what stands behind names of secrets in a text that cannot be read."""
        for line in text.splitlines():
            for found in _NAME.finditer(line):
                if is_secret_name(found[0]):
                    rest = line[found.end() :].strip(_SIGNS)
                    self.add(rest)
                    for piece in _PIECE.findall(rest):
                        self.add(piece.strip(_SIGNS))
                    break

    def safe(self, text: str, instead: str = HIDDEN) -> str:
        """Return a text for people without secrets, with stars or something else instead."""
        found = self._safe.get((text, instead))
        if found is None:
            found = starred(text, self.spans(text, prose=True), instead)
            self._safe[text, instead] = found
        return found

    def spans(self, text: str, *, prose: bool = False) -> list[tuple[int, int]]:
        """Return where a text has secrets; prose: it is a message for people."""
        if self._matcher is None:
            self._matcher = Matcher(self._secrets, self._names)
        self._matcher.look([text])
        known = [(start, end) for start, end, _ in self._matcher.spans(text)]
        return [*known, *spans_of_forms(text, prose=prose)]


def _text(data: bytes | str) -> str:
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else data


def _strings(value: Any) -> Iterator[str]:
    if type(value) is dict:
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif type(value) is list:
        for inner in value:
            yield from _strings(inner)
    elif type(value) is str:
        yield value
