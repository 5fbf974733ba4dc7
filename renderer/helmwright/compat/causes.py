"""Causes by ablation: an era is a value, so what a property does is seen by rendering with it alone exchanged.

Nothing is guessed. A field's cause is the property with which the old era renders the new field; where no property
does, the least set of them that does, found by leaving out one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.compat.model import Cause
from helmwright.compat.renders import ARRANGING, properties
from helmwright.compat.targets import Answers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from helmwright.compat.renders import Rendered, Renders
    from helmwright.compat.targets import Changed, Target
    from helmwright.eras.era import Era

MOST_RENDERS = 200
"""How often a chart is rendered at most."""
OTHER = "other-rules"
_IDS: Mapping[str, str] = {
    "build": "helm-version",
    "chart_api_versions": "chart-format",
    "chart_object": "chart-object",
    "copies_aliased": "aliased-subchart",
    "documents": "trailing-newlines",
    "early_kinds": "webhook-order",
    "errors": "error-text",
    "imports": "imported-values",
    "keeps_kube_suffix": "kube-suffix",
    "kube_minor": "kubernetes-version",
    "kube_versions": "kube-suffix",
    "late_kinds": "webhook-order",
    "lines_of_empty_file": "lines-of-empty-file",
    "missing_functions": "missing-function",
    "names_steps": "error-text",
    "nulls": "null-dropped",
    "schema_messages": "error-text",
    "schema_schemes": "schema-reference",
    "semver": "library-version",
    "set_json_objects": "set-json-object",
    "sprig": "library-version",
    "swallows_open_index": "open-index",
    "template_language": "template-language",
    "text_of_imports": "imported-values",
    "toml": "library-version",
    "tpl_shares": "tpl-definitions",
    "type_package": "chart-object",
    "validates_nulls": "schema-reference",
    "values_documents": "values-documents",
    "values_numbers": "values-numbers",
    "version": "helm-version",
}
"""What a property's doing is called."""
_LIKELY = ("nulls", "documents", "chart_object", "version", "values_documents", "copies_aliased")
"""The properties that make most differences, which are tried first."""
NULLS = "nulls"
_WORDS = ("errors", "names_steps", "schema_messages")
"""Properties of the words of errors, which are tried first where a chart fails."""
_WITH = {"version": ("build",), "chart_object": ("type_package",)}
"""Properties that go together: what asks for the version sees the build, too."""


class Move(NamedTuple):
    """Two eras."""

    before: Era
    after: Era

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties that differ, those that make most differences first."""
        old, new = self
        differing = [name for name in properties() if getattr(old, name) != getattr(new, name)]
        return tuple(
            sorted(differing, key=lambda name: _LIKELY.index(name) if name in _LIKELY else 99)
        )

    def replaced(self, names: Iterable[str]) -> Era:
        """Return the older era with some properties of the newer one."""
        return self.before.replaced(
            **{
                other: getattr(self.after, other)
                for name in names
                for other in (name, *_WITH.get(name, ()))
            }
        )


def id_of(names: Sequence[str]) -> str:
    """Return what the doing of properties is called."""
    ids = {_IDS.get(name, OTHER) for name in names}
    return ids.pop() if len(ids) == 1 else OTHER


def causes(
    renders: Renders, move: Move, changed: Sequence[Changed]
) -> dict[Target, tuple[str, ...]]:
    """Return which properties make each target; none for one that nothing makes within the bounds."""
    answers = Answers(renders, changed)
    left = [target for one in changed for target in one.targets]
    found: dict[Target, tuple[str, ...]] = {}
    for name in move.properties:
        if not left or renders.count >= MOST_RENDERS:
            break
        rendered = renders.rendered(move.replaced([name]))
        for target in answers.of(rendered, left):
            found[target] = (name,)
        left = [target for target in left if target not in found]
    while left and renders.count < MOST_RENDERS:
        names = _least(renders, move, answers, left[0])
        rendered = renders.rendered(move.replaced(names))
        explained = answers.of(rendered, left) | {left[0]}
        found.update(dict.fromkeys(explained, names))
        left = [target for target in left if target not in found]
    return found


def _least(renders: Renders, move: Move, answers: Answers, target: Target) -> tuple[str, ...]:
    """Return the least set of properties that makes a target together."""
    names = list(move.properties)
    for name in tuple(reversed(names)):
        if renders.count >= MOST_RENDERS:
            break
        without = [other for other in names if other != name]
        if target in answers.of(renders.rendered(move.replaced(without)), [target]):
            names = without
    return tuple(names)


def failing_property(
    renders: Renders, move: Move, before: Rendered, after: Rendered
) -> tuple[str, ...]:
    """Return the property by which only one of two eras renders a chart, or both fail with other texts."""
    both = before.failure is not None and after.failure is not None
    for name in sorted(move.properties, key=lambda name: name not in _WORDS):
        if both and name in ARRANGING:
            continue
        rendered = renders.rendered(move.replaced([name]))
        fails = rendered.failure is not None
        if both and is_same_failure(rendered, after):
            return (name,)
        if not both and fails is (after.failure is not None):
            return (name,)
    return ()


def is_same_failure(one: Rendered, other: Rendered) -> bool:
    """Tell whether two renders fail with the same text, or both do not fail."""
    if one.failure is None or other.failure is None:
        return one.failure is other.failure
    return one.failure.message == other.failure.message


def told_cause(names: Sequence[str]) -> Cause:
    """Return the cause that properties are, as long as nothing is known of a place."""
    return Cause(id_of(names), tuple(names))
