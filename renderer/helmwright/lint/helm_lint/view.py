"""The messages of ``helm lint`` as rules see them: with their places."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position, line_of_yaml, with_line
from helmwright.eras.era import DEFAULT
from helmwright.lint.finding import Problem, Span
from helmwright.lint.helm_lint import helm_messages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.eras.era import Era
    from helmwright.go.yaml_positions import Place
    from helmwright.lint.helm_lint.folder import ChartFolder
    from helmwright.lint.helm_lint.message import HelmMessage


class FolderView:
    """A chart as ``helm lint`` sees it.

    overrides: the user's values. The other arguments are those of ``helm_messages``.
    """

    def __init__(  # noqa: PLR0913 - those of helm_messages
        self,
        folder: ChartFolder,
        overrides: dict[str, Any],
        *,
        namespace: str = "default",
        kube_version: str = "",
        skip_schema_validation: bool = False,
        era: Era = DEFAULT,
    ) -> None:
        self.folder = folder
        self._overrides = overrides
        self._namespace = namespace
        self._kube_version = kube_version
        self._skip_schema_validation = skip_schema_validation
        self._era = era
        self._places: dict[str, Mapping[Path, Place]] = {}

    @cached_property
    def messages(self) -> list[HelmMessage]:
        """Everything that ``helm lint`` says, in its order."""
        return helm_messages(
            self.folder,
            self._overrides,
            namespace=self._namespace,
            kube_version=self._kube_version,
            skip_schema_validation=self._skip_schema_validation,
            era=self._era,
        )

    def problems(self, kind: str) -> Iterator[Problem]:
        """Yield the messages of one kind as problems, without those in which Helm is mistaken."""
        for message in self.messages:
            if message.kind == kind and not message.mistaken:
                value_path = message.key if message.path == "values.yaml" else ()
                span = self._span(message)
                text = _with_line(message, span)
                yield Problem(span, text, value_path, severity=message.severity)

    def _span(self, message: HelmMessage) -> Span:
        if message.span is not None:
            return message.span
        error = self.folder.error
        if message.kind == "chart-does-not-load" and error is not None and error.position:
            return Span.at(error.position)
        name = f"{self.folder.path}/{message.path}"
        of_chart = not message.path or message.path == self.folder.absolute
        if of_chart or message.path.endswith("/") or not self.folder.exists(message.path):
            return Span.at(Position(f"{self.folder.path}/Chart.yaml", 1, 1))
        if message.line:
            return Span.at(Position(name, message.line, 1))
        return self._key_span(message, name)

    def _key_span(self, message: HelmMessage, name: str) -> Span:
        if message.path not in self._places:
            self._places[message.path] = self._read_places(message.path)
        places = self._places[message.path]
        for length in range(len(message.key), 0, -1):
            place = places.get(message.key[:length])
            if place is not None:
                node = place.node if length == len(message.key) else place.key_node
                if node.kind != "scalar" or node.end is None:
                    return Span.at(Position(name, place.key.line, place.key.column))
                start = Position(name, node.mark.line + 1, node.mark.column + 1)
                return Span.at(start, node.end.line + 1, node.end.column + 1)
        return Span.at(Position(name, 1, 1))

    def _read_places(self, name: str) -> Mapping[Path, Place]:
        from helmwright.go.yaml_positions import positions

        try:
            return positions(self.folder.read(name), name)
        except HelmwrightError:
            return {}


def _with_line(message: HelmMessage, span: Span) -> str:
    """Return Helm's text, in which a line of YAML does not contradict the place of the finding."""
    if message.kind != "rendered-not-yaml":
        return with_line(message.text, span.line or 1)
    parts = line_of_yaml(message.text)
    if parts is None:
        return message.text
    line = message.line or parts[1]
    return f"{parts[0]}{line} of what is rendered{parts[2]}"
