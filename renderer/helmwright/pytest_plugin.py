"""The pytest plugin: charts as fixtures, golden files, coverage of templates, suites.

It is loaded whenever pytest starts, so that everything but pytest is imported when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from helmwright.testing.charts import TestedChart
    from helmwright.testing.rendered import RenderedChart
    from helmwright.testing.session import ChartSession

_SUITES = "tests/*_test.yaml"
_SESSION: pytest.StashKey[ChartSession] = pytest.StashKey()
_VALUES_FILES = "values_files(*globs): run the test for each values file, as fixture values_file"
_CHART = "helm_chart(path): the chart that the fixture render renders, relative to the test's file"
_WORKER_KEY = "helmwright_visited"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("helmwright", "Helm charts")
    group.addoption(
        "--helmwright-update",
        action="store_true",
        help="write golden files and snapshots that differ from what charts render to",
    )
    group.addoption(
        "--helmwright-coverage",
        action="store_true",
        help="report which lines and branches of templates have run",
    )
    group.addoption(
        "--helmwright-fail-under",
        type=float,
        metavar="PERCENT",
        help="fail if less of the templates has run (with --helmwright-coverage)",
    )
    group.addoption(
        "--helm-unittest",
        action="store_true",
        help="also collect the suites of helm-unittest beside charts",
    )
    parser.addini("helm_unittest", "also collect suites of helm-unittest", "bool", default=False)
    parser.addini(
        "helm_unittest_files", "globs of suites, relative to their chart", "args", default=[_SUITES]
    )
    parser.addini("helm_chart", "the chart that the fixture render renders", "string", default="")
    parser.addini("helm_golden", "folder of golden files, beside the test", default="golden")


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known."""
    config.addinivalue_line("markers", _VALUES_FILES)
    config.addinivalue_line("markers", _CHART)


def _session(config: pytest.Config) -> ChartSession:
    found = config.stash.get(_SESSION, None)
    if found is None:
        from helmwright.testing.session import ChartSession

        found = config.stash[_SESSION] = ChartSession(
            updating=config.getoption("helmwright_update"),
            measuring=config.getoption("helmwright_coverage"),
        )
    return found


@pytest.fixture(scope="session")
def helm_chart(pytestconfig: pytest.Config) -> Callable[[str | Path], TestedChart]:
    """Return a function from a chart's path to the chart; each is loaded once."""
    return _session(pytestconfig).chart


@pytest.fixture
def render(request: pytest.FixtureRequest) -> Callable[..., RenderedChart]:
    """Return a function that renders the chart of the test.

    That is the one of the marker ``helm_chart(path)``, of the setting ``helm_chart``, or of the
    nearest Chart.yaml above the test's file. Arguments are those of ``TestedChart.render``.
    """

    def render_chart(values: dict[str, Any] | None = None, **more: Any) -> RenderedChart:
        __tracebackhide__ = True
        chart = _session(request.config).chart(_chart_path(request))
        return chart.render(values, **more)

    return render_chart


def _chart_path(request: pytest.FixtureRequest) -> Path:
    marker = request.node.get_closest_marker("helm_chart")
    folder: Path = request.path.parent
    if marker is not None and marker.args:
        return folder / str(marker.args[0])
    setting = str(request.config.getini("helm_chart"))
    if setting:
        root: Path = request.config.rootpath
        return root / setting
    for parent in (folder, *folder.parents):
        if (parent / "Chart.yaml").is_file():
            return parent
    pytest.fail(
        f"no Chart.yaml above {request.path}: name the chart with the marker helm_chart(path), "
        "or with the setting helm_chart",
        pytrace=False,
    )


@pytest.fixture
def golden_match(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Return a function that compares a rendered chart with the golden file of a name.

    The name is that of the test if none is given. ``--helmwright-update`` writes what differs.
    """

    def match(rendered: RenderedChart, name: str = "") -> None:
        __tracebackhide__ = True
        from helmwright.testing.golden import GoldenFolder

        folder = request.path.parent / request.config.getini("helm_golden")
        updating = request.config.getoption("helmwright_update")
        problem = GoldenFolder(folder, updating=updating).problem(
            rendered, name or _file_name(request.node.name)
        )
        if problem:
            pytest.fail(problem, pytrace=False)

    return match


def _file_name(name: str) -> str:
    kept = [one if one.isalnum() or one in "-_." else "-" for one in name]
    return "".join(kept).strip("-.")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with the marker ``values_files`` for each file."""
    marker = metafunc.definition.get_closest_marker("values_files")
    if marker is None or "values_file" not in metafunc.fixturenames:
        return
    folder = metafunc.definition.path.parent
    files = _values_files(folder, marker.args)
    if not files:
        message = f"{metafunc.definition.nodeid}: no values file matches {', '.join(marker.args)}"
        raise pytest.UsageError(message)
    metafunc.parametrize("values_file", files, ids=[_shown(file, folder) for file in files])


def _values_files(folder: Path, globs: Iterable[str]) -> list[Path]:
    """Return the files beside a test, or else in its chart, that globs name."""
    places = [folder]
    chart = next((one for one in (folder, *folder.parents) if (one / "Chart.yaml").is_file()), None)
    if chart is not None and chart != folder:
        places.append(chart)
    found: list[Path] = []
    for pattern in globs:
        for place in places:
            files = sorted(file for file in place.glob(pattern) if file.is_file())
            found += [file for file in files if file not in found]
            if files:
                break
    return found


def _shown(file: Path, folder: Path) -> str:
    try:
        return str(file.relative_to(folder))
    except ValueError:
        return f"{file.parent.name}/{file.name}"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect suites of helm-unittest, where that is asked for."""
    config = parent.config
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    if not (config.getoption("helm_unittest") or config.getini("helm_unittest")):
        return None
    from helmwright.testing.suite_items import SuiteFile, chart_of

    found = chart_of(file_path)
    if found is None:
        return None
    root, place = found
    charts = _session(config)
    if file_path not in charts.suite_files(root / place, config.getini("helm_unittest_files")):
        return None
    collector: SuiteFile = SuiteFile.from_parent(parent, path=file_path)
    collector.session_charts = charts
    return collector


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write snapshots, and fail if too little of the templates has run."""
    charts = session.config.stash.get(_SESSION, None)
    if charts is None:
        return
    charts.store_snapshots()
    output = getattr(session.config, "workeroutput", None)
    if output is not None:  # a process of pytest-xdist: the first one adds all up
        output[_WORKER_KEY] = charts.visited()
        return
    least = session.config.getoption("helmwright_fail_under")
    if not charts.measuring or least is None or exitstatus != pytest.ExitCode.OK:
        return
    if charts.coverage()[1] < least:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:  # noqa: ARG001 - the hook's names
    """Take in what a process of pytest-xdist has seen."""
    visited = getattr(node, "workeroutput", {}).get(_WORKER_KEY)
    if visited:
        _session(node.config).add_visited(visited)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Report which lines and branches of templates have run."""
    charts = config.stash.get(_SESSION, None)
    if charts is None or not charts.measuring:
        return
    table, percent = charts.coverage(gaps=config.get_verbosity() > 0)
    if not table:
        return
    terminalreporter.section("coverage of templates")
    terminalreporter.write(table)
    least = config.getoption("helmwright_fail_under")
    if least is not None and percent < least:
        terminalreporter.write_line(
            f"{percent:.1f} % of the templates has run, less than {least:g} %", red=True
        )
