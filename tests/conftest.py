"""Options of the test run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

FAST_CASES = 3
FAST_EXAMPLES = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --engine: who renders the golden cases."""
    parser.addoption(
        "--engine",
        choices=("ours", "helm"),
        default="ours",
        help="render the golden cases with our engine, or prove the cases with the real helm",
    )
    parser.addoption(
        "--fast",
        action="store_true",
        help=f"of each test at most {FAST_CASES} cases, and no test that is marked as slow",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Takes the clock out of property tests: what a busy machine does late is not wrong."""
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.register_profile("fast", settings.get_profile("no clock"), max_examples=FAST_EXAMPLES)
    settings.load_profile("fast" if config.getoption("--fast") else "no clock")


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Makes, with --fast, items of a part of the cases only: making all of them takes seconds."""
    if not metafunc.config.getoption("--fast"):
        return
    parametrize = metafunc.parametrize

    def parametrize_few(argnames: Any, argvalues: Iterable[Any], **more: Any) -> None:
        if more.get("ids") is not None and not callable(more["ids"]):
            more["ids"] = spread(list(more["ids"]))
        parametrize(argnames, spread(list(argvalues)), **more)

    metafunc.parametrize = parametrize_few  # type: ignore[method-assign]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps, with --fast, a part of every test: its first case, its last, and some between."""
    if not config.getoption("--fast"):
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {id(item) for every in cases.values() for item in spread(every) if not is_slow(item)}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = [item for item in items if id(item) in kept]


def spread(items: list[T]) -> list[T]:
    """Returns at most FAST_CASES items, evenly spread."""
    last = len(items) - 1
    if last < FAST_CASES:
        return items
    return [items[round(place * last / (FAST_CASES - 1))] for place in range(FAST_CASES)]


def is_slow(item: pytest.Item) -> bool:
    """Says whether a test is marked as one that takes seconds."""
    return item.get_closest_marker("slow") is not None
