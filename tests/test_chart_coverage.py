"""The golden cases run every line of the chart's templates and both sides of every condition."""

from __future__ import annotations

import re

import pytest
from tests.chart_coverage import figures, gaps, measure

T = "chart/templates/"
EXCLUDED = {
    T + "NOTES.txt: {{range $taskNamespaces}} never found nothing": "holds the release's own",
    T
    + '_config-resources.tpl: {{range $key, $value := omit (.given | default dict) "kubeconfig_secret_name"'
    ' "kubeconfig_secret_value"}} never found nothing': "its type is required",
    T + "_config-resources.tpl: {{range $index, $pool := .pools}} never found nothing": "is only "
    "called with pools",
    T
    + '_config-warnings.tpl: {{range $index, $pool := $values.resourcePools | default (list (dict "pool_name"'
    ' "default"))}} never found nothing': "has a default",
    T + "_config.tpl: {{range $key, $value := deepCopy $.config}} never found nothing": "sections",
    T
    + "_ingress.tpl: {{range (.Values.ingress).hosts}} never found nothing": "passthrough without "
    "hosts is refused",
    T + "_master.tpl: {{range $name, $default := $defaults}} never found nothing": "a constant",
    T + "_validate-config-resources.tpl: {{range $fields}} never found nothing": "a constant",
    T + "master-service.yaml: {{range $fields}} never found nothing": "a constant",
    T
    + "pod-disruption-budget.yaml: {{range $index, $component := $components}} never found nothing": "holds "
    "the master",
}
"""FILE: WORDS of what no case can run, and why: ranges over lists that are never empty."""


@pytest.mark.slow
def test_every_line_and_both_sides_of_every_condition_run() -> None:
    files = measure()
    missing = {re.sub(r":\d+: ", ": ", gap): gap for gap in gaps(files)}
    assert {gap for key, gap in missing.items() if key not in EXCLUDED} == set(), figures(files)
    assert set(EXCLUDED) - set(missing) == set()
