"""The line of the user's file that a schema error is about."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from helmwright.cli import run

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = """{"properties": {
  "port": {"type": "number"},
  "map": {"type": "object", "required": ["key"]}
}}"""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    chart = tmp_path / "c"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 0.1.0\n")
    (chart / "values.yaml").write_text("# defaults\nport: 80\nmap:\n  key: 1\n")
    (chart / "values.schema.json").write_text(SCHEMA)
    return chart


def stderr_of(*arguments: str) -> list[str]:
    stderr = io.BytesIO()
    code = run(["template", *arguments], stdin=io.BytesIO(), stdout=io.BytesIO(), stderr=stderr)
    assert code == 1
    return stderr.getvalue().decode().splitlines()


def test_refused_value_is_placed_in_the_last_file_that_sets_it(chart: Path, tmp_path: Path) -> None:
    first = tmp_path / "first.yaml"
    first.write_text("port: 1\n")
    second = tmp_path / "second.yaml"
    second.write_text("\nport: x\n")

    lines = stderr_of(str(chart), "-f", str(first), "-f", str(second))

    assert lines[0] == f"{second}:2:7:"
    assert lines[-2:] == ["- at '/port': got string, want number", ""]


def test_missing_value_is_placed_at_its_parent(chart: Path, tmp_path: Path) -> None:
    values = tmp_path / "values.yaml"
    values.write_text("map:\n  key: null\n")

    assert stderr_of(str(chart), "-f", str(values))[0] == f"{values}:2:3:"


def test_default_of_the_chart_is_placed_in_its_values(chart: Path) -> None:
    (chart / "values.yaml").write_text("port: x\nmap: {key: 1}\n")

    assert stderr_of(str(chart))[0] == f"{chart}/values.yaml:1:7:"


def test_value_from_the_command_line_has_no_place(chart: Path) -> None:
    assert stderr_of(str(chart), "--set", "port=x")[0].startswith("Error: values don't meet")
