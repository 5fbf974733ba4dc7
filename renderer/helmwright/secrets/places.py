"""Where values have secrets: by their schema, their names, and as variables, Secrets, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.secrets.forms import is_reference, is_switch, spans_of_forms
from helmwright.secrets.names import holds_secrets, is_open_below, is_secret_name
from helmwright.secrets.spellings import as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path


HIDDEN = "***"
"""What stands for a secret where values are shown."""
PARTS = ("data", "stringData")
"""What of a Secret is secret."""
APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
"""The annotation in which an object stands once more."""
_NAMES = ("name", "key", "variable")


def nothing_marked(path: Path) -> bool:  # noqa: ARG001 - the name is the interface's
    """Tell that no schema says anything about a path."""
    return False


def is_secret(value: Any) -> bool:
    """Tell whether a value is an object of kind Secret."""
    return type(value) is dict and value.get("kind") == "Secret"


def is_named_secret(name: str, value: Any) -> bool:
    """Tell whether a value is a secret by the name of its key."""
    if is_switch(value) or not is_secret_name(name):
        return False
    return not is_reference(as_text(value))


def variable_name(container: Any) -> str:
    """Return the name of an environment variable, or of another value that has a name beside it."""
    if type(container) is dict and "value" in container:
        for key in _NAMES:
            name = container.get(key)
            if type(name) is str:
                return name
    return ""


def secret_leaves(
    values: Any, is_marked: Callable[[Path], bool] = nothing_marked, path: Path = ()
) -> Iterator[tuple[Path, Any]]:
    """Yield the secrets in values with their paths: scalars that are not blank, and no switches.

    is_marked: whether a schema says that there is a secret at a path.
    path: where the values stand themselves.
    """
    name = last_name(path)
    holder = last_name(path[:-1]) if path and path[-1] == name else ""
    yield from _leaves(values, path, is_marked, name, holder)


def _leaves(
    value: Any, path: Path, is_marked: Callable[[Path], bool], name: str, holder: str
) -> Iterator[tuple[Path, Any]]:
    if type(value) is dict:
        variable = variable_name(value)
        whole = PARTS if is_secret(value) else ()
        for key, inner in value.items():
            below = (*path, key)
            if key in whole:
                yield from _members(inner, below)
            elif key == "value" and variable:
                yield from _leaves(inner, below, is_marked, variable, "")
            else:
                yield from _leaves(inner, below, is_marked, str(key), name)
    elif type(value) is list:
        for at, inner in enumerate(value):
            yield from _leaves(inner, (*path, at), is_marked, name, holder)
    elif value is None or value == "":
        return
    elif is_marked(path) or is_named_secret(name, value) or _is_held(name, holder, value):
        yield path, value


def _members(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if type(value) in (dict, list):
        for step, inner in value.items() if type(value) is dict else enumerate(value):
            yield from _members(inner, (*path, step))
    elif value is not None and value != "":
        yield path, value


def _is_held(name: str, holder: str, value: Any) -> bool:
    if not holder or not holds_secrets(holder) or is_open_below(name):
        return False
    return not is_switch(value) and not is_reference(as_text(value))


def last_name(path: Path) -> str:
    """Return the last key of a path."""
    return next((step for step in reversed(path) if type(step) is str), "")


def without_secrets(
    values: Any, is_marked: Callable[[Path], bool] = nothing_marked, path: Path = ()
) -> Any:
    """Return values with stars for what is secret in them; see ``secret_leaves``."""
    found = dict(secret_leaves(values, is_marked, path))
    return _hidden(values, path, found)


def _hidden(value: Any, path: Path, found: dict[Path, Any]) -> Any:
    if path in found:
        return HIDDEN
    if type(value) is dict:
        return {key: _hidden(inner, (*path, key), found) for key, inner in value.items()}
    if type(value) is list:
        return [_hidden(inner, (*path, at), found) for at, inner in enumerate(value)]
    return without_forms(value) if type(value) is str else value


def without_forms(text: str, *, prose: bool = False) -> str:
    """Return a text with stars for what is secret by its form."""
    return starred(text, spans_of_forms(text, prose=prose))


def starred(
    text: str, spans: Iterator[tuple[int, int]] | list[tuple[int, int]], instead: str = HIDDEN
) -> str:
    """Return a text with stars for stretches of it; those that overlap become one."""
    pieces, shown = [], 0
    for start, end in sorted(spans):
        if start >= shown:
            pieces += [text[shown:start], instead]
        shown = max(shown, end)
    return "".join([*pieces, text[shown:]]) if pieces else text
