"""Who may import whom; the table in docs/architecture.md says why."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "renderer" / "helmwright"

LEVELS: tuple[frozenset[str], ...] = (
    frozenset(
        {
            "argument_types",
            "errors",
            "patterns",
            "printable",
            "processes",
            "records",
            "resources",
            "templated_text",
            "version",
        }
    ),
    frozenset({"go"}),
    frozenset(
        {
            "template",
            "functions",
            "kube",
            "positions",
            "secrets",
            "world",
            "written_files",
            "read_files",
        }
    ),
    frozenset(
        {
            "archive",
            "capabilities",
            "chart",
            "chart_files",
            "chart_loader",
            "chart_yaml",
            "coalescing",
            "dependencies",
            "ignore",
            "metadata",
            "release",
            "schema",
            "settings_files",
            "strvals",
            "values",
            "values_files",
            "values_inputs",
            "values_layers",
            "values_template",
        }
    ),
    frozenset({"dot", "engine", "engine_functions", "files", "name_template", "template_errors"}),
    frozenset({"manifest", "order"}),
    frozenset({"patching", "rendering", "renderer"}),
    frozenset(
        {
            "determined",
            "diff",
            "git_objects",
            "patches",
            "reference",
            "release_storage",
            "stored_release",
            "release_texts",
            "safe_errors",
            "unittest_suites",
            "values_edit",
            "values_schema",
        }
    ),
    frozenset({"goldens", "lint", "meant_chart"}),
    frozenset({"cli", "pytest_plugin", "testing", "__main__"}),
)
"""From the bottom up; a module may import its own level and those below."""

SIBLINGS = (frozenset({"template", "functions", "kube"}),)
"""Modules of one level of which none imports another."""

DOORS = {
    "yaml": {"go/yaml_libyaml.py"},
    "jsonschema": set(),
    "cryptography": {"functions"},
    "bcrypt": {"functions"},
    "re2": {"go/regexp_engines.py"},
    "ruamel": {"values_edit/emission.py"},
    "jinja2": {
        "values_template",
        "goldens/coverage_html.py",
        "reference/page.py",
        "diff/report/html.py",
    },
    "deepdiff": set(),
    "pytest": {"pytest_plugin.py", "testing/suite_items.py"},
    "kubernetes": set(),
    "click": set(),
}
"""Third-party package to the modules that may import it, anywhere in them."""


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)


def top(path: Path) -> str:
    """Return the name by which LEVELS knows a file: its package or its module."""
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imports(path: Path) -> set[str]:
    """Return the absolute names a file imports at run time."""
    tree = ast.parse(path.read_text())
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def own_imports(path: Path) -> set[str]:
    return {
        name.split(".")[1]
        for name in imports(path)
        if name.startswith("helmwright.") and not name.startswith("helmwright.__")
    }


def level(name: str) -> int:
    return next(index for index, names in enumerate(LEVELS) if name in names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_imports_only_its_own_level_and_those_below(path: Path) -> None:
    name = top(path)
    if name == "__init__":
        return

    above = {other for other in own_imports(path) if level(other) > level(name)}

    assert above == set()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_siblings_do_not_import_each_other(path: Path) -> None:
    for siblings in SIBLINGS:
        if top(path) in siblings:
            assert (siblings - {top(path)}) & own_imports(path) == set()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_third_party_packages_have_one_door(path: Path) -> None:
    relative = str(path.relative_to(PACKAGE))
    packages = {name.split(".")[0] for name in imports(path)}

    for package, doors in DOORS.items():
        if package in packages:
            assert relative in doors or relative.split("/", maxsplit=1)[0] in doors


@pytest.mark.slow
def test_only_known_third_party_packages_are_imported() -> None:
    known = {*DOORS, *sys.stdlib_module_names, "helmwright", "_ast"}

    unknown = {name.split(".")[0] for path in modules() for name in imports(path)} - known

    assert unknown == set()


def test_every_module_has_a_level() -> None:
    names = {top(path) for path in modules()} - {"__init__"}

    assert names == set().union(*LEVELS)


def test_plain_render_imports_nothing_slow() -> None:
    slow = ("kubernetes", "deepdiff", "jsonschema", "ruamel", "jinja2", "click", "cryptography")
    program = (
        "import io, sys; from helmwright.cli import run; out = io.BytesIO();"
        "arguments = ['template', 'demo', sys.argv[1], '-f', sys.argv[1] + '/examples/minimal.yaml'];"
        "code = run(arguments, stdin=io.BytesIO(), stdout=out, stderr=out);"
        "assert code == 0, out.getvalue(); print('\\n'.join(sys.modules))"
    )

    result = subprocess.run(
        [sys.executable, "-c", program, str(ROOT / "chart")],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "renderer"), "HELMWRIGHT_CACHE": "off"},
    )
    loaded = {name.split(".")[0] for name in result.stdout.split()}

    assert loaded & set(slow) == set()


def _writes(node: ast.Call) -> bool:
    """Tell whether a call opens a file for writing."""
    name = ast.unparse(node.func)
    if name.endswith((".write_text", ".write_bytes")):
        return True
    if name == "os.open":
        return "O_WRONLY" in ast.unparse(node) or "O_RDWR" in ast.unparse(node)
    if name not in ("open", "os.fdopen", "io.open"):
        return False
    modes = [*node.args[1:2], *(word.value for word in node.keywords if word.arg == "mode")]
    return any(set(ast.literal_eval(mode)) & set("wxa+") for mode in modes)


@pytest.mark.slow
def test_one_module_writes_files() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and _writes(node)
        if path.name != "written_files.py"
    }
    # Ends of pipes, and the standard output that nobody reads any more.
    assert found == {
        "cli/__init__.py: os.open(os.devnull, os.O_WRONLY)",
        "processes.py: os.fdopen(writing, 'wb')",
    }
