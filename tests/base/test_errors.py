"""Errors cross processes and copies whole, and none of Go's leaves a public function."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from typing import TYPE_CHECKING, Any

import pytest

import helmwright
from helmwright import Release, TemplateError, ValuesError, World, load_chart, merge_sources, render
from helmwright.base.errors import GoError, HelmwrightError
from helmwright.errors import (
    Frame,
    InputError,
    JSONPatchError,
    PatchTypeError,
    Position,
    SchemaError,
    TemplateExecutionError,
)
from helmwright.rendering import parse_kube_version

if TYPE_CHECKING:
    from pathlib import Path

PLACE = Position("values.yaml", 3, 7)
MADE: dict[str, tuple[Any, ...]] = {
    "InputError": (("pools", 0, "name"), "is missing", PLACE),
    "JSONPatchError": ("no such path", 2, "remove"),
    "MethodError": ("Get", "no such file"),
    "PatchTypeError": ("is no string", ("spec", "containers", 0, "image")),
    "RefusalError": ("is refused", 404, "NotFound"),
    "SchemaViolations": ("values don't meet", ()),
    "GzipHeaderError": (),
    "TooLargeError": ("is too large", "http://h/x", 5, 4),
    "JSONSyntaxError": ("unexpected end of JSON input", 3),
    "NumberError": ("ParseInt", "x", "invalid syntax"),
    "NumberOutOfRangeError": ("1e999", None),
    "_RefusalError": ("name", "is wrong"),
}
"""What the classes are made of that take more than a message."""


def pickled(error: Any) -> Any:
    return pickle.loads(pickle.dumps(error))  # noqa: S301 - our own


def subclasses(kind: type[Exception]) -> list[type[Exception]]:
    found = [kind]
    for below in kind.__subclasses__():
        if below.__module__.startswith("helmwright."):
            found += subclasses(below)
    return found


def every_class() -> list[type[Exception]]:
    for module in pkgutil.walk_packages(helmwright.__path__, "helmwright."):
        if not module.name.endswith(("__main__", "pytest_plugin", "suite_items")):
            importlib.import_module(module.name)
    return sorted(
        {*subclasses(HelmwrightError), *subclasses(GoError)}, key=lambda kind: kind.__qualname__
    )


def made(kind: type[Exception]) -> Any:
    """Return an error of a class, with all that may stick to it."""
    error: Any = kind(*MADE.get(kind.__name__, ("is wrong",)))
    if isinstance(error, HelmwrightError):
        error.position = PLACE
    if isinstance(error, TemplateError):
        error.frames = (Frame("t.yaml", 1, 2, "t.yaml", ".Values.a"),)
        error.go_text = "template: t.yaml"
    error.add_note("a note")
    return error


@pytest.mark.parametrize("again", [pickled, copy.copy])
def test_every_error_is_the_same_after_pickling_and_copying(again: Any) -> None:
    kinds = every_class()

    assert len(kinds) > 25
    for kind in kinds:
        error = made(kind)
        found: Any = again(error)
        assert (type(found), str(found), repr(found), found.message, found.args) == (
            kind,
            str(error),
            repr(error),
            error.message,
            error.args,
        )
        assert vars(found) == vars(error)


def test_an_error_says_its_new_message_everywhere() -> None:
    error = ValuesError("old", PLACE)
    error.message = "new"

    assert (error.message, str(error), repr(error), error.args) == (
        "new",
        "values.yaml:3:7: new",
        "ValuesError('new')",
        ("new",),
    )


def test_errors_have_no_exit_codes_of_their_own() -> None:
    assert not any(hasattr(kind, "exit_code") for kind in every_class())


def test_what_an_error_was_made_of_survives() -> None:
    assert pickled(PatchTypeError("no", ("a", 0))).path == ("a", 0)
    assert pickled(JSONPatchError("no", 1, "add")).index == 1
    assert pickled(InputError(("a",), "no")).path == ("a",)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: World.fixed(now="x"), InputError, 'parsing time "x"'),
        (lambda: World.fixed(now=""), InputError, 'parsing time ""'),
        (lambda: parse_kube_version("x"), HelmwrightError, "x"),
        (lambda: merge_sources(set_values=["a"]), ValuesError, 'key "a" has no value'),
    ],
)
def test_public_functions_raise_public_errors(call: Any, kind: Any, message: str) -> None:
    with pytest.raises(kind) as caught:
        call()

    assert message in caught.value.message


def test_a_failing_render_survives_a_pool_of_processes(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (tmp_path / "templates" / "t.yaml").write_text("{{ .Values.a.b.c }}")
    (tmp_path / "values.schema.json").write_text('{"required": ["a"]}')
    chart = load_chart(tmp_path)

    for overrides, kind in (({}, SchemaError), ({"a": {}}, TemplateExecutionError)):
        with pytest.raises(kind) as caught:
            render(chart, overrides, Release("r"))
        found = pickled(caught.value)
        assert (str(found), vars(found).keys()) == (str(caught.value), vars(caught.value).keys())
