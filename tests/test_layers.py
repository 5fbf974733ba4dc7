"""Who may import whom; the table in docs/architecture.md says why."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from scripts.layout import PACKAGE, Import, file_circles, module_files, needless, room
from scripts.layout import imports as imports_of

ROOT = Path(__file__).parent.parent

LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"base"}),
    frozenset({"eras", "go"}),
    frozenset({"disk", "functions", "kube"}),
    frozenset({"packs", "secrets", "template"}),
    frozenset({"values"}),
    frozenset({"charts", "patches", "settings"}),
    frozenset({"reference", "schema"}),
    frozenset({"rendering", "sources"}),
    frozenset({"images", "releases"}),
    frozenset({"cluster"}),
    frozenset({"commands"}),
    frozenset({"diff", "lint", "unittest_suites"}),
    frozenset({"compat", "determined", "goldens"}),
    frozenset({"cli", "testing"}),
    frozenset({"errors"}),
    frozenset({"__init__", "__main__", "pytest_plugin"}),
)
"""The rooms from the bottom up: each imports those below it only, at whatever time."""

DOORS = {
    "yaml": {"go/yaml_libyaml.py", "go/yaml_stand_in.py"},
    "jsonschema": {"settings/checking.py"},
    "cryptography": {"functions"},
    "bcrypt": {"functions"},
    "re2": {"go/regexp_engines.py"},
    "ruamel": {"values/editing/emission.py"},
    "jinja2": {
        "values/templated",
        "goldens/coverage_html.py",
        "reference/page.py",
        "compat/report/html.py",
        "diff/report/html.py",
    },
    "deepdiff": set(),
    "urllib3": {"sources/fetching", "cluster/connection.py"},
    "pysequoia": {"sources/provenance/openpgp"},
    "pytest": {"pytest_plugin.py", "testing/suite_items.py"},
    "kubernetes": {"cluster/connection.py"},
    "click": {"commands/terminal/progress.py"},
}
"""Third-party package to the modules that may import it, anywhere in them."""


def modules() -> list[Path]:
    return sorted(module_files(PACKAGE).values())


@cache
def own_imports() -> list[Import]:
    """Return the imports of the package, which takes a second to find."""
    return imports_of(PACKAGE)


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


def above(found: list[Import]) -> list[str]:
    """Return the imports that do not lead down."""
    height = {name: index for index, names in enumerate(LEVELS) for name in names}
    return [
        f"{one.importer} imports {one.imported} (line {one.line})"
        for one in found
        if room(one.importer) != room(one.imported)
        and height[room(one.imported)] >= height[room(one.importer)]
    ]


def test_every_room_has_a_level() -> None:
    names = [room(name) for name in module_files(PACKAGE)]

    assert set(names) == set().union(*LEVELS)


@pytest.mark.slow
def test_every_room_imports_lower_ones_only() -> None:
    assert above(own_imports()) == []


@pytest.mark.slow
def test_only_the_command_line_imports_a_product() -> None:
    rooms = {room(one.importer) for one in own_imports() if room(one.imported) == "determined"}

    # The root names the public packages, for type checkers.
    assert rooms - {"determined"} == {"cli", "__init__"}


KEYS = re.compile(
    r"\b(?:detVersion|detRelease|maxSlotsPerPod|slotsPerNode|slotType|slotResourceRequests|masterPort"
    r"|taskContainerDefaults|task_container_defaults|resourcePools|pool_name|checkpointStorage|masterConfig"
    r"|initialUserPassword|enterpriseEdition|defaultScheduler|useNodePortForMaster|genai|sslMode)\b"
)
"""Names that only values of Determined have."""
KEYS_ELSEWHERE = {
    "__init__.py": "the example of the package is the chart that comes with it",
    "cli/schema.py": "an example in a help text; without a chart around, the bundled one is meant",
    "cli/values.py": "the same",
    "cli/values_explain.py": "the same",
    "cli/values_get.py": "the same",
    "cli/values_migrate.py": "the help says what decides the release, which only Determined's pack knows so far",
    "cli/values_set.py": "an example, as above",
    "cli/values_unset.py": "the same",
}
"""Files outside of Determined's room that name its keys, and why."""


@pytest.mark.slow
def test_no_other_room_names_keys_of_a_product() -> None:
    found = {str(path.relative_to(PACKAGE)) for path in modules() if KEYS.search(path.read_text())}

    assert {name for name in found if not name.startswith("determined/")} == set(KEYS_ELSEWHERE)


@pytest.mark.slow
def test_no_files_import_each_other_in_a_circle() -> None:
    assert file_circles(own_imports()) == []


@pytest.mark.slow
def test_a_function_imports_only_what_its_module_has_not_loaded() -> None:
    assert needless(PACKAGE) == []


def test_an_import_that_saves_nothing_is_seen(tmp_path: Path) -> None:
    late = "from helmwright.go import a\ndef f():\n    from helmwright.go.b import x\n"
    package = planted(tmp_path, {"go/a.py": "from helmwright.base.c import y\n", "base/c.py": ""})
    (package / "go" / "b.py").write_text("")
    (package / "go" / "d.py").write_text(late)
    assert needless(package) == []

    (package / "base" / "c.py").write_text("from helmwright.go.b import x\n")
    assert needless(package) == [Import("helmwright.go.d", "helmwright.go.b", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "from helmwright.rendering import engine\n",
        "def late():\n    from helmwright.rendering.engine import render\n",
        "if TYPE_CHECKING:\n    from helmwright.lint.finding import Finding\n",
    ],
)
def test_an_import_that_leads_up_is_seen(tmp_path: Path, text: str) -> None:
    package = planted(
        tmp_path, {"go/fmt.py": text, "rendering/engine.py": "", "lint/finding.py": ""}
    )

    assert [one.partition(" (")[0] for one in above(imports_of(package))] in (
        ["helmwright.go.fmt imports helmwright.rendering.engine"],
        ["helmwright.go.fmt imports helmwright.lint.finding"],
    )


def test_a_circle_is_seen_lazy_as_it_may_be(tmp_path: Path) -> None:
    package = planted(
        tmp_path,
        {
            "go/a.py": "from helmwright.go import b\n",
            "go/b.py": "def late():\n    from helmwright.go.c import x\n",
            "go/c.py": "if TYPE_CHECKING:\n    from helmwright.go.a import y\n",
        },
    )

    assert file_circles(imports_of(package)) == [
        ["helmwright.go.a", "helmwright.go.b", "helmwright.go.c"]
    ]


def planted(folder: Path, files: dict[str, str]) -> Path:
    """Make a package of files and return its folder."""
    package = folder / "helmwright"
    for name, text in {"__init__.py": "", **files}.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        (path.parent / "__init__.py").touch()
    return package


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_third_party_packages_have_one_door(path: Path) -> None:
    relative = str(path.relative_to(PACKAGE))
    packages = {name.split(".")[0] for name in imports(path)}

    for package, doors in DOORS.items():
        if package in packages:
            assert any(f"{relative}/".startswith(f"{door}/") for door in doors)


@pytest.mark.slow
def test_only_known_third_party_packages_are_imported() -> None:
    known = {*DOORS, *sys.stdlib_module_names, "helmwright", "_ast"}

    unknown = {name.split(".")[0] for path in modules() for name in imports(path)} - known

    assert unknown == set()


HELM_VERSION = re.compile(r"v?(?:3\.(?:9|1\d|2\d)|4\.[0-9])(?:\.\d+)?", re.ASCII)


def helm_versions(text: str) -> list[str]:
    """Return the texts in a module's code, and not in its docstrings, that are versions of Helm."""
    tree = ast.parse(text)
    explained = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in explained and HELM_VERSION.fullmatch(node.value)
    ]


@pytest.mark.slow
def test_only_eras_know_versions_of_helm() -> None:
    found = {
        str(path.relative_to(PACKAGE)) for path in modules() if helm_versions(path.read_text())
    }

    assert {name for name in found if not name.startswith("eras/")} == {
        "unittest_suites/capabilities.py",  # what the plugin's own build says of itself
    }


def test_a_version_of_helm_in_code_is_seen() -> None:
    assert helm_versions('"""As 3.14."""\nif version < "v3.14.1": ...\n') == ["v3.14.1"]


@pytest.mark.slow
def test_nobody_asks_which_helm_an_era_is() -> None:
    """Everybody reads the property that is about what they do."""
    asked = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in modules()
        if path.parent.name != "eras"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare | ast.Match)
        if re.search(r"\bera\.version\b|str\(era\)", ast.unparse(node))
    }

    assert asked == set()


CHART = str(ROOT / "chart")


def loaded_by(*arguments: str) -> set[str]:
    """Return the modules, and the packages they are in, that a command in a pipe has imported."""
    program = (
        "import io, sys; from helmwright.cli import run; out = io.BytesIO();"
        "code = run(sys.argv[1:], stdin=io.BytesIO(), stdout=out, stderr=out);"
        "assert code == 0, out.getvalue(); print('\\n'.join(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "renderer"), "HELMWRIGHT_CACHE": "off"},
    )
    return {
        ".".join(parts[:count])
        for name in result.stdout.split()
        for parts in [name.split(".")]
        for count in range(1, len(parts) + 1)
    }


def test_plain_render_imports_nothing_slow() -> None:
    slow = {
        *("kubernetes", "deepdiff", "jsonschema", "ruamel", "jinja2", "click", "cryptography"),
        *("urllib3", "ssl", "http.client", "pysequoia", "helmwright.sources", "helmwright.cluster"),
        *(f"helmwright.commands.terminal.{name}" for name in ("output", "pager", "progress")),
    }
    loaded = loaded_by("template", "demo", CHART, "-f", f"{CHART}/examples/minimal.yaml")

    assert loaded & slow == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", f"{CHART}/examples/minimal.yaml", "--chart", CHART, "--color", "always"),
        (
            *("diff", "values", CHART, "-f", f"{CHART}/examples/minimal.yaml"),
            *("--to-set", "maxSlotsPerPod=2", "--color", "always"),
        ),
        ("values", "explain", "--all", CHART),
        ("lint", "--help"),
    ],
    ids=" ".join,
)
def test_a_report_in_a_pipe_imports_nothing_of_a_terminal(arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(*arguments)

    assert loaded & {"click", "wcwidth", "curses", "helmwright.commands.terminal.pager"} == set()


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
def test_escape_sequences_are_written_in_one_place() -> None:
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        if (isinstance(node.value, str) and re.search("\x1b.", node.value))
        or (isinstance(node.value, bytes) and re.search(b"\x1b.", node.value))
    }
    assert found == {
        "base/printable.py",
        "commands/terminal/pager.py",  # looks for links
        "commands/terminal/progress.py",  # clears its line
        "go/uitable.py",  # leaves them out of widths, as Go's package does
    }


@pytest.mark.slow
def test_one_module_paints_and_one_asks_whether_there_is_a_terminal() -> None:
    asked = {
        (name, str(path.relative_to(PACKAGE)))
        for path in PACKAGE.rglob("*.py")
        for name in re.findall(r"\b(painted(?=\()|isatty|NO_COLOR)", path.read_text())
    }

    assert asked == {
        ("painted", "base/printable.py"),
        ("painted", "base/style.py"),
        ("isatty", "commands/terminal/__init__.py"),
        ("isatty", "cluster/credential_plugins.py"),  # a program that may ask a person
        ("isatty", "disk/reading.py"),  # a file that is read and is a terminal
        ("NO_COLOR", "commands/terminal/decisions.py"),
        ("NO_COLOR", "commands/report_flags.py"),  # the help
    }


@pytest.mark.slow
def test_files_and_folders_are_written_in_one_place_each() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and _writes(node)
        if path not in (PACKAGE / "disk" / "writing.py", PACKAGE / "disk" / "folders.py")
    }
    # Ends of pipes, and the standard output that nobody reads any more.
    assert found == {
        "cli/__init__.py: os.open(os.devnull, os.O_WRONLY)",
        "base/processes.py: os.fdopen(writing, 'wb')",
    }


@pytest.mark.slow
def test_data_is_records_and_named_tuples() -> None:
    """dataclasses take half a millisecond each, and all of them the module inspect."""
    makers = [
        str(path.relative_to(PACKAGE)) for path in modules() if "dataclasses" in imports(path)
    ]

    assert makers == []


def test_tests_of_a_room_are_in_its_folder() -> None:
    """What stands at the top of the tests is about several rooms, the chart or the repository."""
    alone = {"golden", "layers"}  # all golden cases; all rooms
    modules_of_rooms = {path.stem for path in PACKAGE.glob("*/*.py")}
    here = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}

    assert here & modules_of_rooms <= alone
