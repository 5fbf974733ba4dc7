"""The flags of ``lint``."""

from __future__ import annotations

from helmwright.commands.flags import Flags, integer, string, strings, switch
from helmwright.commands.helm_flags import HelmFlags
from helmwright.commands.in_place import IN_PLACE
from helmwright.commands.options import CapabilitiesFlags, ReleaseNameFlags, UserValuesFlags
from helmwright.commands.report_flags import ReportFlags, report_format
from helmwright.commands.source_flags import ChartSourceFlags, DependencyUpdateFlags
from helmwright.determined.commands.options import ReleaseFlags


class LintedFlags(ReleaseFlags, ReleaseNameFlags):
    """The release, and what the files that are linted are for."""

    namespace: str = string("the release's namespace", "n")
    is_upgrade: bool = switch("the values are for an upgrade, and not for a new installation")
    nodes: str = string(
        "the nodes: output of 'kubectl get nodes -o json' or a short list, - for standard input",
        value_name="file",
    )
    chart: str = string("the chart that values files are for", value_name="chart")
    kind: str = string(
        "read files as values, experiment, command, notebook, shell, tensorboard or template,"
        " and not as what they seem to be",
        value_name="kind",
    )


class ChoiceFlags(Flags):
    """Which rules run, what counts, and what is mended."""

    select: list[str] = strings(
        "run only these rules and groups; repeatable; 'default' are those that run without it",
        value_name="rules",
    )
    ignore: list[str] = strings("do not run these rules and groups; repeatable", value_name="rules")
    severity: list[str] = strings(
        "make findings of a rule or group an error, a warning or an info; repeatable",
        value_name="rule=level",
    )
    fail_level: str = string(
        "the least severity that makes the exit code 1; error by default",
        value_name="error|warning|info|never",
    )
    strict: bool = switch("the same as --fail-level warning")
    baseline: str = string("file of findings that do not count", value_name="file")
    write_baseline: bool = switch("record all findings in the file of --baseline")
    fix: bool = switch("mend in the values files what needs no judgement, and report what is left")
    write: bool = switch("the same as --fix", "i")
    in_place: bool = IN_PLACE
    diff: bool = switch(
        "print what --fix would change, and change nothing; exit with 1 if it would"
    )
    dry_run: bool = switch("with --fix, name the files that would change, and change nothing")
    check: bool = switch("as --dry-run; exit with 1 if a file would change")
    with_subcharts: bool = switch("lint the charts below charts/ as charts of their own, too")
    skip_schema_validation: bool = switch("do not hold the values against values.schema.json")
    config: str = string("file with settings; the nearest one by default", value_name="file")
    no_config: bool = switch("read no file with settings")


class LintReportFlags(ReportFlags):
    """The report, and what is printed instead of one."""

    format: list[str] = report_format("text|json|sarif|junit|github|gitlab|markdown")
    quiet: bool = switch("print no advice, and nothing if there is no finding")
    timing: bool = switch("print how long each rule took")
    jobs: int = integer("processes for many files; one for each core by default", "j")
    list_rules: bool = switch("print all rules; with --format json as data")
    explain: str = string("print what a rule is about, with examples", value_name="rule")
    print_schema: bool = switch("print the JSON Schema of --format json")


class LintFlags(
    LintedFlags,
    ChoiceFlags,
    LintReportFlags,
    UserValuesFlags,
    CapabilitiesFlags,
    HelmFlags,
    ChartSourceFlags,
    DependencyUpdateFlags,
):
    """The flags of ``lint``."""
