"""The public names: what is promised can be imported, is explained, and is at one place only."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.public_names import PUBLIC, ROOMS

import helmwright

PACKAGE = Path(helmwright.__file__).parent
ROOT = PACKAGE.parent.parent
GUIDE = ROOT / "docs" / "python.md"
HAS_GUIDE = pytest.mark.skipif(not GUIDE.exists(), reason="an installed package has no guides")

DOORS = {"helmwright": helmwright, **{f"helmwright.{name}": room for name, room in ROOMS.items()}}


def source(door: str) -> list[ast.stmt]:
    """Return the statements of a public package."""
    return ast.parse(Path(str(DOORS[door].__file__)).read_text()).body


def stated(door: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return names and modules as type checkers see them, and as they are imported."""
    (block,) = (node for node in source(door) if isinstance(node, ast.If))
    seen = {
        name.name: str(node.module).removeprefix("helmwright.")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if not name.asname
    }
    (call,) = (
        node
        for node in ast.walk(block)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "lazily"
    )
    modules: dict[str, tuple[str, ...]] = ast.literal_eval(call.args[1])
    return seen, {name: module for module, names in modules.items() for name in names}


@pytest.mark.parametrize("door", DOORS)
def test_names_are_sorted_and_stated_once(door: str) -> None:
    names = DOORS[door].__all__

    assert list(names) == sorted(set(names))


@pytest.mark.parametrize("door", DOORS)
def test_type_checkers_see_what_is_imported(door: str) -> None:
    seen, imported = stated(door)

    imported.pop("__version__", None)
    assert seen == imported
    assert sorted(seen) == list(DOORS[door].__all__)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_says_what_it_is(name: str) -> None:
    assert PUBLIC[name].__doc__


def test_every_name_has_one_home() -> None:
    assert len(PUBLIC) == sum(len(room.__all__) for room in ROOMS.values())


def test_the_root_repeats_what_most_programs_need() -> None:
    assert len(helmwright.__all__) <= 25
    for name in helmwright.__all__:
        assert getattr(helmwright, name) is PUBLIC[name]


@pytest.mark.parametrize("door", DOORS)
def test_no_name_is_that_of_a_module(door: str) -> None:
    folder = Path(str(DOORS[door].__file__)).parent
    modules = {path.stem for path in folder.iterdir()} if door != "helmwright.errors" else set()

    assert modules.isdisjoint(DOORS[door].__all__)


@pytest.mark.parametrize("door", DOORS)
def test_dir_lists_the_public_names(door: str) -> None:
    rooms = set(ROOMS) if door == "helmwright" else set()

    listed = {name for name in dir(DOORS[door]) if not name.startswith("__")}
    assert listed == {*DOORS[door].__all__, *rooms}


def test_every_room_says_whether_it_is_public() -> None:
    silent = [
        path.parent.name
        for path in PACKAGE.glob("*/__init__.py")
        if ("``__all__`` lists" in path.read_text()) != (path.parent.name in ROOMS)
        or ("Nothing in here is public." in path.read_text()) == (path.parent.name in ROOMS)
    ]

    assert silent == []


def test_other_names_do_not_exist() -> None:
    with pytest.raises(AttributeError, match=r"^module 'helmwright' has no attribute 'nope'$"):
        _ = helmwright.nope  # type: ignore[attr-defined]
    assert not hasattr(helmwright, "__wrapped__")


def test_a_name_of_another_room_is_said_to_be_there() -> None:
    with pytest.raises(AttributeError, match=r"'edit_values'; it is in helmwright\.values$"):
        _ = helmwright.edit_values  # type: ignore[attr-defined]


@HAS_GUIDE
@pytest.mark.parametrize("name", PUBLIC)
def test_the_guide_explains_every_name(name: str) -> None:
    _, _, behind_the_table = GUIDE.read_text().partition("\n## ")

    assert re.search(rf"\b{name}\b", behind_the_table)


@HAS_GUIDE
def test_the_guide_lists_the_names_of_every_room() -> None:
    rows = re.findall(
        r"^\| `helmwright(?:\.(\w+))?` \|.*\| (.*) \|$", GUIDE.read_text(), re.MULTILINE
    )
    listed = {room: re.findall(r"`(\w+)`", names) for room, names in rows}

    assert listed.pop("") == helmwright.__all__
    assert listed == {name: list(room.__all__) for name, room in ROOMS.items()}


@HAS_GUIDE
def test_the_guides_examples_import_what_there_is() -> None:
    examples = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert examples
    for example in examples:
        for node in ast.walk(ast.parse(example)):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("helmwright"):
                names = {name.name for name in node.names}
                assert names <= set(DOORS[str(node.module)].__all__), example


def test_importing_the_package_and_its_rooms_imports_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import helmwright;"
        "rooms = [getattr(helmwright, name) for name in dir(helmwright) if name in sys.argv];"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *ROOMS],
        env={"PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        check=True,
        text=True,
    )

    made = {"helmwright.base", "helmwright.base.public_names"}
    imported = {name for name in done.stdout.split() if name.startswith("helmwright")}
    assert imported - made == set(DOORS)
