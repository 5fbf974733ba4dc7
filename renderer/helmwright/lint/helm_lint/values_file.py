"""What ``helm lint`` says about values.yaml.

Source: helm pkg/chart/v2/lint/rules/values.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.charts.coalescing import coalesce_tables
from helmwright.eras.era import DEFAULT
from helmwright.go.yaml_read import load_map
from helmwright.lint.helm_lint.message import HelmMessage, Severity
from helmwright.schema import validate_single
from helmwright.values.maps import copy_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.eras.era import Era
    from helmwright.lint.helm_lint.folder import ChartFolder

NAME = "values.yaml"
_SCHEMA = "values.schema.json"
_KIND = "values-file-refused"


def check_values_file(
    folder: ChartFolder,
    overrides: dict[str, Any],
    *,
    skip_schema_validation: bool,
    era: Era = DEFAULT,
) -> Iterator[HelmMessage]:
    """Yield the messages about values.yaml; subcharts are not looked at."""
    skip = skip_schema_validation and "skips-values-schema" in era.lint_rules
    if not folder.exists(NAME):
        yield HelmMessage("values-file-missing", Severity.INFO, NAME, "file does not exist")
        return
    try:
        values = load_map(folder.read(NAME), NAME, f"{era.type_package}.Values")
    except HelmwrightError as error:
        yield HelmMessage(_KIND, Severity.ERROR, NAME, f"unable to parse YAML: {error.message}")
        return
    above = coalesce_tables({}, copy_values(overrides), era=era)
    merged = coalesce_tables(above, values, era=era)
    schema = folder.read(_SCHEMA)
    if schema and not skip:
        text, violations = validate_single(schema, merged, era=era)
        if text:
            key = violations[0].path if violations else ()
            yield HelmMessage(_KIND, Severity.ERROR, NAME, text, key)
