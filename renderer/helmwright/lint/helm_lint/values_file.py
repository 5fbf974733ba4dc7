"""What ``helm lint`` says about values.yaml.

Source: helm pkg/chart/v2/lint/rules/values.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.charts.coalescing import coalesce_tables
from helmwright.go.yaml_read import load_map
from helmwright.lint.helm_lint.message import HelmMessage, Severity
from helmwright.schema import validate_single
from helmwright.values.maps import copy_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.helm_lint.folder import ChartFolder

NAME = "values.yaml"
_SCHEMA = "values.schema.json"
_KIND = "values-file-refused"


def check_values_file(
    folder: ChartFolder, overrides: dict[str, Any], *, skip_schema_validation: bool
) -> Iterator[HelmMessage]:
    """Yield the messages about values.yaml; subcharts are not looked at."""
    if not folder.exists(NAME):
        yield HelmMessage("values-file-missing", Severity.INFO, NAME, "file does not exist")
        return
    try:
        values = load_map(folder.read(NAME), NAME, "common.Values")
    except HelmwrightError as error:
        yield HelmMessage(_KIND, Severity.ERROR, NAME, f"unable to parse YAML: {error.message}")
        return
    above = coalesce_tables({}, copy_values(overrides))
    merged = coalesce_tables(above, values)
    schema = folder.read(_SCHEMA)
    if schema and not skip_schema_validation:
        text, violations = validate_single(schema, merged)
        if text:
            key = violations[0].path if violations else ()
            yield HelmMessage(_KIND, Severity.ERROR, NAME, text, key)
