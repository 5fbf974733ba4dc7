"""Release names made by ``--name-template``.

The template is sprig's own: Helm's functions are missing from it, ``env`` and ``expandenv`` are
there. Source: helm pkg/action/install.go (TemplateName)
"""

from __future__ import annotations

from helmwright.base.errors import (
    FunctionError,
    GoError,
    TemplateExecutionError,
    TemplateSyntaxError,
)
from helmwright.functions import FunctionTable
from helmwright.go.fmt import to_text
from helmwright.go.function import Family
from helmwright.go.stacks import descend
from helmwright.go.world import World
from helmwright.template.frames import explain
from helmwright.template.runtime import MARK, NAMES, Scope
from helmwright.template.template_set import Environment, Templates, compile_text

_NAME = "name-template"
_HELM_ONLY = frozenset(
    (
        "fromJsonArray",
        "fromToml",
        "fromYaml",
        "fromYamlArray",
        "mustToToml",
        "mustToYaml",
        "toToml",
        "toYaml",
        "toYamlPretty",
    )
)
_OWN = Family()


@_OWN.function("env")
def env(world: World, name: str) -> str:
    """Return a variable of the environment, or nothing."""
    return world.environment(name)


@_OWN.function("expandenv")
def expandenv(world: World, text: str) -> str:
    """Return ``text`` with ``$name`` and ``${name}`` replaced by variables of the environment.

    Source: os/env.go, Expand
    """
    import re

    def value(match: re.Match[str]) -> str:
        return world.environment(match[1] or match[2] or match[3] or "")

    pattern = r"\$(?:\{(?:([^}]*)\})?|([*#$@!?0-9-])|([A-Za-z_][A-Za-z0-9_]*))"
    return re.sub(pattern, value, text)


@_OWN.function("fail")
def fail(message: str) -> str:
    """Refuse to go on, with ``message``."""
    raise FunctionError(message)


class _SprigTable(FunctionTable):
    """Sprig's functions without Helm's additions."""

    def __contains__(self, name: object) -> bool:
        return name not in _HELM_ONLY and super().__contains__(name)


def release_name(text: str, world: World | None = None) -> str:
    """Return what the template gives.

    Raises:
        TemplateError: with Go's text.
    """
    functions = _SprigTable(_OWN)
    names = {MARK: True, **NAMES, "to_text": to_text, "field_to_text": to_text}
    environment = Environment(functions, names)
    try:
        stored = compile_text(_NAME, text, functions)
    except GoError as error:
        raise TemplateSyntaxError(error.message) from None
    templates = Templates(environment, {template.name: template for template in stored})
    pieces: list[str] = []
    scope = Scope(templates, world or World.real(resolve_hosts=True), None, strict=False)
    try:
        descend(templates[_NAME], scope, None, pieces.append)
    except GoError as error:
        levels = explain(error, {_NAME: text}, functions, {})
        raise TemplateExecutionError(levels[0].text) from None
    return "".join(pieces)
