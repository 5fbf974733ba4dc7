"""Plain scalars of values files whose text is not what templates get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.lint.expectations import expected_types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node
    from helmwright.lint.effective import EffectiveValues


class ChangedScalar(NamedTuple):
    """A scalar without quotes that ``{{ .Values.x }}`` prints as another text.

    text: as written. value: what it stands for. printed: what templates print.
    expected: the types that the chart wants there, in JSON Schema's words; None if unknown.
    refused: whether the chart's schema refuses it. editable: whether it is written in a file of the
    user's at its own path.
    """

    path: Path
    text: str
    value: Any
    printed: str
    expected: frozenset[str] | None
    refused: bool
    editable: bool

    @property
    def for_text(self) -> bool:
        """Whether the chart wants a text there, and nothing else."""
        return self.expected is not None and self.expected <= {"string"}

    def wanted(self, *types: str) -> bool:
        """Tell whether the chart wants one of the types there."""
        return self.expected is not None and not self.expected.isdisjoint(types)


def changed_scalars(settings: EffectiveValues) -> Iterator[ChangedScalar]:
    """Yield the scalars of all files that count, and that templates print differently."""
    refused = {violation.path for violation in settings.violations}
    for layer in settings.layered.layers:
        if layer.text is None:
            continue
        for own, place in settings.source_of(layer).places.items():
            node = place.node.target or place.node
            changed = _changed(node)
            if changed is None:
                continue
            path = (*layer.prefix, *own)
            below = path[len(settings.prefix) :]
            if path[: len(settings.prefix)] != settings.prefix:
                continue
            if settings.layered.strongest(path) is not layer:
                continue
            yield ChangedScalar(
                path=below,
                text=node.value,
                value=changed[0],
                printed=changed[1],
                expected=expected_types(settings, below),
                refused=below in refused,
                editable=layer.kind == "file" and place.node.target is None,
            )


def _changed(node: Node) -> tuple[Any, str] | None:
    """Return the value of a scalar and how templates print it, if that is not its text."""
    from helmwright.go.yaml_resolve import resolve_plain

    if node.kind != "scalar" or node.tag or not node.implicit or not node.value:
        return None
    value = resolve_plain(node.value)
    if value is None or isinstance(value, str):
        return None
    printed = printed_text(value)
    return None if printed == node.value else (value, printed)


def printed_text(value: bool | float) -> str:  # noqa: FBT001 - a value of a file
    """Return how ``{{ .Values.x }}`` prints a boolean or a number of a values file."""
    from helmwright.go.fmt import to_text

    return to_text(value if isinstance(value, bool) else float(value))
