"""The filters, tests and functions that templates of values files have, and no others.

Filters that Jinja2 has do what they do there; those that are ours say so. docs/guides has an example
of each.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from jinja2 import filters as builtin
from jinja2 import pass_environment
from jinja2 import tests as builtin_tests
from jinja2.filters import FILTERS
from jinja2.sandbox import safe_range
from jinja2.utils import Namespace

from helmwright.values.templated.budget import RefusedError, check_size, plain, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jinja2 import Environment

_WIDTH = 200
_DECIMALS = 15


def to_yaml(value: Any, indent: int = 0) -> str:
    """Return a value as YAML without a newline at its end.

    indent: blanks before every line but the first.
    """
    from helmwright.go.yaml_write import marshal

    return indented(marshal(plain(value)).rstrip("\n"), indent)


def indented(
    text: str,
    width: int = 4,
    first: bool = False,  # noqa: FBT001, FBT002 - called by templates
    blank: bool = False,  # noqa: FBT001, FBT002
) -> str:
    """Return a text with blanks before its lines; but the first, and empty ones, unless asked."""
    if not 0 <= width <= _WIDTH:
        raise RefusedError(f"indent takes 0 to {_WIDTH} blanks")
    check_size(len(text) + (text.count("\n") + 1) * width)
    return builtin.do_indent(str.__str__(text), width, first, blank)


def quote(value: Any) -> str:
    """Return a value as text in double quotes, as YAML and JSON read it."""
    return to_json(value if isinstance(value, str) else to_json(value))


def to_int(value: Any) -> int:
    """Return a whole number; of a text, what it says. Anything else is an error."""
    if isinstance(value, float) and math.isfinite(value):
        return int(value)
    if isinstance(value, (str, bool, int)):
        try:
            return int(value)
        except ValueError:
            pass
    raise RefusedError("int is given what is no whole number")


def to_float(value: Any) -> float:
    """Return a number; of a text, what it says. Anything else is an error."""
    if isinstance(value, (str, bool, int, float)):
        try:
            return float(value)
        except (ValueError, OverflowError):
            pass
    raise RefusedError("float is given what is no number")


def to_bool(value: Any) -> bool:
    """Return a boolean: of true, yes, on, 1 and their opposites. Anything else is an error."""
    text = value.strip().lower() if isinstance(value, str) else value
    if text in (True, "true", "yes", "on", "1"):
        return True
    if text in (False, "false", "no", "off", "0"):
        return False
    raise RefusedError("bool is given what is neither true nor false")


def to_string(value: Any) -> str:
    """Return a value as templates write it."""
    return str.__str__(value) if isinstance(value, str) else to_json(value)


@pass_environment
def join(
    environment: Environment, value: Any, separator: str = "", attribute: str | None = None
) -> str:
    """Return the items of a list as one text."""
    if attribute is not None:
        value = map(builtin.make_attrgetter(environment, attribute), value)
    texts = [to_string(item) for item in value]
    check_size(sum(map(len, texts)) + len(separator) * len(texts))
    return to_string(separator).join(texts)


def replace(text: str, old: str, new: str) -> str:
    """Return a text with one thing in it replaced by another, everywhere."""
    text, old, new = to_string(text), to_string(old), to_string(new)
    count = text.count(old)
    check_size(len(text) + count * max(len(new) - len(old), 0))
    return text.replace(old, new)


def rounded(value: Any, precision: int = 0, method: str = "common") -> float:
    """Return a number with so many decimals."""
    if not -_DECIMALS <= precision <= _DECIMALS:
        raise RefusedError(f"round takes up to {_DECIMALS} decimals")
    return builtin.do_round(to_float(value), precision, method)  # type: ignore[arg-type]


def split(text: str, separator: str | None = None) -> list[str]:
    """Return the parts of a text between separators, by default between blanks."""
    return to_string(text).split(separator)


def base64(text: str) -> str:
    """Return a text in base64."""
    from base64 import b64encode

    return b64encode(to_string(text).encode("utf-8", "surrogateescape")).decode()


def plain_base64(text: str) -> str:
    """Return the text that is in base64."""
    from base64 import b64decode

    try:
        return b64decode(to_string(text), validate=True).decode()
    except ValueError:
        raise RefusedError("b64decode is given what is no base64 of a text") from None


_SHARED = (
    "abs",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "first",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "select",
    "selectattr",
    "sort",
    "title",
    "trim",
    "unique",
    "upper",
)

VALUE_FILTERS: Mapping[str, Callable[..., Any]] = {
    **{name: FILTERS[name] for name in _SHARED},
    "b64decode": plain_base64,
    "b64encode": base64,
    "bool": to_bool,
    "float": to_float,
    "indent": indented,
    "int": to_int,
    "join": join,
    "quote": quote,
    "replace": replace,
    "round": rounded,
    "split": split,
    "string": to_string,
    "to_json": to_json,
    "to_yaml": to_yaml,
}

_TESTS = (
    "!=",
    "<",
    "<=",
    "==",
    ">",
    ">=",
    "boolean",
    "defined",
    "divisibleby",
    "eq",
    "equalto",
    "even",
    "false",
    "float",
    "ge",
    "gt",
    "in",
    "integer",
    "iterable",
    "le",
    "lower",
    "lt",
    "mapping",
    "ne",
    "none",
    "number",
    "odd",
    "sequence",
    "string",
    "true",
    "undefined",
    "upper",
)

VALUE_TESTS: Mapping[str, Any] = {name: builtin_tests.TESTS[name] for name in _TESTS}


def functions(environment: tuple[str, ...]) -> dict[str, Any]:
    """Return the functions by their names; environment: variables that ``env`` may read."""

    def env(name: str, default: str | None = None) -> str:
        import os

        if name not in environment:
            raise RefusedError(
                f"{_shown(name)} is not among the environment variables that may be read; "
                "--context-env allows one"
            )
        value = os.environ.get(name, default)
        if value is None:
            raise RefusedError(f"the environment variable {name} is not set")
        return value

    return {"dict": dict, "env": env, "namespace": Namespace, "range": safe_range}


def _shown(name: Any) -> str:
    is_name = isinstance(name, str) and name.replace("_", "").isalnum() and name.isupper()
    return f"{name}" if is_name else "that name"
