"""What classes of flags declare: every command's, whatever it is."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, get_type_hints

import pytest

import helmwright
from helmwright.commands import flags as kinds
from helmwright.commands.flags import Flag, Flags

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES: dict[str, Any] = {
    kinds.BOOL: bool,
    kinds.STRING: str,
    kinds.STRINGS: list[str],
    kinds.STRING_ARRAY: list[str],
    kinds.INT: int,
    kinds.FLOAT: float,
    kinds.STRING_TO_STRING: dict[str, str],
    kinds.BOOL_OR_TEXT: bool | str,
    kinds.WAIT: str,
}


def classes() -> list[type[Flags]]:
    for package in ("cli", "commands", "determined.commands"):
        folders = [f"{folder}/{package.replace('.', '/')}" for folder in helmwright.__path__]
        for module in walk_packages(folders, f"helmwright.{package}."):
            import_module(module.name)
    return sorted(set(below(Flags)), key=lambda one: (one.__module__, one.__name__))


def below(above: type[Flags]) -> Iterator[type[Flags]]:
    for one in above.__subclasses__():
        if one.__module__.startswith("helmwright."):
            yield one
            yield from below(one)


@pytest.mark.parametrize("group", classes(), ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_each_flag_of_a_class_has_the_type_of_its_kind(group: type[Flags]) -> None:
    types = get_type_hints(group)

    for one in group.declared():
        wanted = TYPES.get(one.kind, Any)
        assert types[one.attribute] == (wanted if one.default is not None else wanted | None)


@pytest.mark.parametrize("group", classes(), ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_what_a_class_annotates_is_a_flag(group: type[Flags]) -> None:
    annotated = vars(group).get("__annotations__", {})

    assert {name for name in annotated if type(vars(group).get(name)) is not Flag} == set()
    assert {one.attribute for one in group.own()} == set(annotated)


@pytest.mark.parametrize("group", classes(), ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_no_two_flags_of_a_command_have_one_letter(group: type[Flags]) -> None:
    letters = [one.short for one in group.declared() if one.short]

    assert len(letters) == len(set(letters))
