"""Values that a user gives, with what the schema says about each."""

from __future__ import annotations

from tests.lint.examples import determined_chart

from helmwright.charts.layers import layer_values
from helmwright.determined.linting.described import described, given_values
from helmwright.lint.settings import Settings


def settings(text: str, *, upstream: bool = False) -> Settings:
    chart = determined_chart(upstream=upstream)
    layered = layer_values(chart, [("values.yaml", text.encode())])
    return Settings(layered.chart, layered)


def test_only_what_is_given_is_described_from_the_outside_in() -> None:
    text = "db:\n  password: x\nresourcePools:\n  - pool_name: a\n"

    found = {one.path: one.facts for one in described(settings(text))}

    assert list(found) == [
        ("db",),
        ("db", "password"),
        ("resourcePools",),
        ("resourcePools", 0),
        ("resourcePools", 0, "pool_name"),
    ]
    assert found["db", "password"].secret
    assert not found["resourcePools", 0, "pool_name"].secret


def test_keys_that_the_schema_does_not_know_are_left_out() -> None:
    assert list(described(settings("dbb:\n  name: x\n"))) == []


def test_names_that_a_user_chooses_are_described() -> None:
    text = "commonLabels:\n  team: 7\n"

    (_, label) = described(settings(text))

    assert label.path == ("commonLabels", "team")
    assert label.facts.types == {"string"}


def test_chart_without_a_schema_is_described_by_the_bundled_one() -> None:
    (one,) = described(settings("retentionPolicy: {}\n", upstream=True))

    assert one.facts.since == "0.31.0"


def test_values_of_a_subchart_are_below_its_prefix() -> None:
    chart = determined_chart(upstream=False)
    layered = layer_values(chart, [("values.yaml", b"det:\n  masterPort: 80\nother: 1\n")])

    assert given_values(Settings(chart, layered, ("det",))) == {"masterPort": 80.0}
    assert given_values(Settings(chart, layered, ("other",))) == {}
