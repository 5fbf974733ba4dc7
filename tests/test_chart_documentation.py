"""The chart's README is what its schema and comments say; its examples are installable."""

from __future__ import annotations

from pathlib import Path

import pytest

from helmwright import ChartRenderer, Release, lint_chart, load_chart
from helmwright.reference import values_reference
from helmwright.reference.marks import with_mark
from helmwright.values.files import merge_sources

ROOT = Path(__file__).resolve().parent.parent
CHART = ROOT / "chart"
EXAMPLES = sorted((CHART / "examples").glob("*.yaml"))


@pytest.fixture(scope="module")
def renderer() -> ChartRenderer:
    return ChartRenderer(load_chart(str(CHART)))


def test_the_readme_is_up_to_date():
    template = (CHART / "README.md.j2").read_text()
    page = values_reference(load_chart(str(CHART))).page(template)

    assert (CHART / "README.md").read_text() == with_mark(page), "run 'helmwright docs'"


def test_the_linter_has_no_advice_on_the_chart_s_own_file():
    findings = lint_chart(str(CHART), [str(CHART / "examples" / "minimal.yaml")]).findings

    assert [one.rule for one in findings if one.span.path.endswith("Chart.yaml")] == []


def test_every_key_has_a_description():
    sections = values_reference(load_chart(str(CHART))).sections
    missing = [e.key for section in sections for e in section.entries if not e.description]

    assert missing == []


def test_examples_are_not_part_of_the_chart():
    files = [file.name for file in load_chart(str(CHART)).raw]

    assert not [name for name in files if name.startswith("examples/") or name.endswith(".j2")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_says_what_it_is_for_and_renders_on_its_own(renderer, path):
    assert path.read_text().startswith("# ")

    rendering = renderer.render(merge_sources([str(path)]), Release("det", "determined"))

    kinds = {manifest.kind for manifest in rendering.manifests}
    assert {"Deployment", "Service", "ServiceAccount"} <= kinds


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_says_only_what_counts(renderer, path):
    """A key without effect would be a bad example: each one changes what is rendered."""
    values = merge_sources([str(path)])
    release = Release("det", "determined")
    whole = _text(renderer, values, release)

    for key in sorted(set(values) - {"maxSlotsPerPod", "initialUser"}):
        rest = {name: value for name, value in values.items() if name != key}
        if path.stem != "upgrade-from-0.20":  # which holds what upstream's defaults were
            assert _text(renderer, rest, release) != whole, key


def _text(renderer: ChartRenderer, values, release: Release) -> str:
    from helmwright import HelmwrightError

    try:
        return str(renderer.files(values, release))
    except HelmwrightError as error:  # without the key it may be refused, which is an effect
        return error.message
