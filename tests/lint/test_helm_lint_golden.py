"""What `helm lint` prints about good and broken charts, as the real helm has answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.golden_cases import LINT, Case, load_all, mask

from helmwright.cli.template_flags import GlobalFlags
from helmwright.commands.cluster_flags import NamespaceFlags
from helmwright.commands.command import parse
from helmwright.commands.flags import string, switch
from helmwright.commands.options import ValuesFlags
from helmwright.commands.terminal import Screen
from helmwright.lint.helm_lint import helm_messages
from helmwright.lint.helm_lint.folder import chart_folder, charts_below
from helmwright.lint.helm_lint.output import helm_lint_output
from helmwright.values.files import merge_sources

if TYPE_CHECKING:
    from pathlib import Path


class HelmLintFlags(ValuesFlags, GlobalFlags, NamespaceFlags):
    kube_version: str = string("")
    strict: bool = switch("")
    quiet: bool = switch("")
    with_subcharts: bool = switch("")
    skip_schema_validation: bool = switch("")


CASES = load_all(LINT)


class _Silent:
    """Stands for a terminal to which nobody may speak."""

    screen = Screen()

    def say(self, line: str) -> None:
        raise AssertionError(line)


SILENT = _Silent()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_chart_gets_helms_messages(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for entry in case.entries:
        entry.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    flags, (path,) = parse(HelmLintFlags, case.argv[1:], SILENT)  # type: ignore[arg-type]
    values = merge_sources(flags.values, set_values=flags.set)

    output = helm_lint_output(
        [
            (
                one,
                helm_messages(
                    chart_folder(one),
                    values,
                    namespace=flags.namespace or "default",
                    kube_version=flags.kube_version,
                    skip_schema_validation=flags.skip_schema_validation,
                ),
            )
            for one in [path, *(charts_below(path) if flags.with_subcharts else ())]
        ],
        strict=flags.strict,
        quiet=flags.quiet,
    )

    assert case.expected is not None
    assert mask(output.text, str(tmp_path)) == case.expected.stdout
    assert bool(output.error) == bool(case.expected.code)
    if output.error:
        assert case.expected.stderr.endswith(f"Error: {output.error}\n")
