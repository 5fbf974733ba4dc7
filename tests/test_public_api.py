"""The public names: what is promised can be imported, and is explained."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import helmwright

PACKAGE = Path(helmwright.__file__).parent
ROOT = PACKAGE.parent.parent
GUIDE = ROOT / "docs" / "python.md"


def test_names_are_sorted_and_stated_once() -> None:
    assert list(helmwright.__all__) == sorted(set(helmwright.__all__))


@pytest.mark.parametrize("name", helmwright.__all__)
def test_every_name_can_be_imported_and_says_what_it_is(name: str) -> None:
    assert getattr(helmwright, name).__doc__


def test_the_lazy_names_are_the_public_ones() -> None:
    assert sorted(helmwright._HOMES) == list(helmwright.__all__)  # noqa: SLF001 - the table itself


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in blocks[0].body if isinstance(node, ast.ImportFrom)]
    found = {name.name: node.module for node in imports for name in node.names}
    assert found == {
        name: f"helmwright.{home}"
        for name, home in helmwright._HOMES.items()  # noqa: SLF001 - as above
    }


def test_dir_lists_the_public_names() -> None:
    assert set(helmwright.__all__) < set(dir(helmwright))


def test_other_names_do_not_exist() -> None:
    with pytest.raises(AttributeError, match=r"^module 'helmwright' has no attribute 'nope'$"):
        _ = helmwright.nope


@pytest.mark.skipif(not GUIDE.exists(), reason="an installed package has no guides")
@pytest.mark.parametrize("name", helmwright.__all__)
def test_the_guide_mentions_every_name(name: str) -> None:
    import re

    assert re.search(rf"\b{name}\b", GUIDE.read_text())


@pytest.mark.skipif(not GUIDE.exists(), reason="an installed package has no guides")
def test_the_guides_examples_are_correct_python() -> None:
    import re

    examples = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert examples
    for example in examples:
        ast.parse(example)


def test_importing_the_package_imports_no_third_party_code() -> None:
    code = (
        "import sys; before = set(sys.modules); import helmwright;"
        "print(*sorted(name for name in set(sys.modules) - before if name.startswith('helmwright')))"
    )
    environment = {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == ["helmwright"]
