"""What the platform's guides advise comes out of the chart, of lint and of the pods of tasks."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import yaml
from tests.sessions.tables import (
    Row,
    field,
    findings_of,
    master_config,
    objects_of,
    release_of,
    rows,
)

from helmwright import HelmwrightError
from helmwright.determined import effective_pods

ROWS = rows()
TASKS = [row for row in ROWS if "task" in row.cells]


def of(chosen: list[Row]) -> list[Any]:
    return [pytest.param(row, id=row.place) for row in chosen]


@pytest.mark.parametrize("row", of([row for row in ROWS if "error" in row.cells]))
def test_values_are_refused(row: Row) -> None:
    with pytest.raises(HelmwrightError) as refused:
        objects_of(row.values)

    assert row.cells["error"] in refused.value.message


@pytest.mark.parametrize("row", of([row for row in ROWS if "error" not in row.cells]))
def test_values_come_out_as_the_guide_says(row: Row) -> None:
    objects = objects_of(row.values)

    expected = {f"master.yaml {path}": said for path, said in row.cells.get("master", {}).items()}
    config = master_config(objects)
    found = {f"master.yaml {path}": field(config, path) for path in row.cells.get("master", {})}
    for name, fields in row.cells.get("objects", {}).items():
        if fields is None:
            expected[name], found[name] = None, objects.get(name)
            continue
        assert name in objects, f"there is no {name}, but {', '.join(objects)}"
        for path, said in fields.items():
            expected[f"{name} {path}"] = said
            found[f"{name} {path}"] = field(objects[name], path)
    assert found == expected


@pytest.mark.parametrize("row", of(ROWS))
def test_lint_says_what_is_wrong_and_nothing_else(row: Row) -> None:
    found = findings_of(row)

    expected = [said.partition(": ") for said in row.cells.get("findings", [])]
    texts = [f"{one.message}; {one.fix}" for one in found]
    places = [str(one.span).removeprefix("values.yaml:").split(":")[0] for one in found]
    rules = [f"{place} {one.rule}" for place, one in zip(places, found, strict=True)]
    assert rules == [place for place, _, _ in expected], "\n".join(texts)
    for text, (_, _, part) in zip(texts, expected, strict=True):
        assert part in text


@pytest.mark.parametrize("row", of(TASKS))
def test_task_gets_the_pod_that_the_guide_says(row: Row) -> None:
    config = master_config(objects_of(row.values))
    make = partial(
        effective_pods,
        config,
        yaml.safe_load(row.cells["task"]),
        task_type=row.cells.get("kind", "experiment"),
        template=yaml.safe_load(row.cells.get("template", "null")),
        release=release_of(row),
    )
    if "refused" in row.cells:
        with pytest.raises(HelmwrightError) as refused:
            make()
        assert row.cells["refused"] in refused.value.message
        return

    made = make()

    expected = row.cells.get("pod", {})
    assert {path: field(made.pod, path) for path in expected} == expected
    assert made.count == row.cells.get("pods", made.count)
    dropped = row.cells.get("dropped", [])
    assert len(made.warnings) == len(dropped), made.warnings
    for warning, part in zip(made.warnings, dropped, strict=True):
        assert part in f"{'.'.join(map(str, warning.path))}: {warning.message}"
