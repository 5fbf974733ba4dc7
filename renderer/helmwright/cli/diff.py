"""``helmwright diff values|chart|git|golden|manifests|release|live``: what a change does to a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.cli.diff_flags import (
    ComparisonFlags,
    DiffFlags,
    DiffReportFlags,
    DiffValuesFlags,
    GitSourceFlags,
    LiveFlags,
    PatchesFlags,
    ReleaseSourceFlags,
    RenderedFlags,
    RenderingFlags,
    UpgradeFlags,
    ValuesSourceFlags,
)
from helmwright.commands.cluster_flags import ClusterFlags
from helmwright.commands.command import HelpRequested, parse
from helmwright.commands.flags import Flags

if TYPE_CHECKING:
    from helmwright.cli.diff_sides import Outcome
    from helmwright.commands import Context

USAGE = "helmwright diff values|chart|git|golden|manifests|release|live ..."
SUMMARY = """Say what a change does to a cluster: objects, fields, and what happens because of them.

Both sides are rendered with the same clock and the same randomness. Secrets are hidden in
every form of the report; equal ones look the same. The exit code is 0 whether something
differs or not; with --detailed-exitcode it is 2 if something does. Only 'diff live' contacts
a cluster.
A side that does not render is told with Helm's text: of the old one, all that the new one has
is added; of the new one, the exit code is 1.
"""
EXAMPLES = """\
  helmwright diff values -f prod.yaml --to-set db.port=5433  # the chart around this folder
  helmwright diff chart chart-1.2.0.tgz ./chart -f prod.yaml
  helmwright diff git main ./chart -f 'envs/*.yaml'          # what is on disk against main
  helmwright diff release release.yaml ./chart               # against what is installed
  helmwright diff live web ./chart -f prod.yaml              # against the cluster as it is now
"""


class Action(NamedTuple):
    """One of the sources: its texts for the help, and its flags."""

    title: str
    arguments: str
    summary: str
    examples: str
    flags: type[DiffFlags] = RenderedFlags


ACTIONS = {
    "values": Action(
        "two sets of values for one chart",
        "[NAME] [CHART] -f OLD.yaml --to NEW.yaml",
        """Compare what a chart renders to with two sets of values.

The old side has the values of -f and --set. The new side has the files of --to, or else those
of -f, and then what --set and --to-set say. Without CHART it is the one around
this folder.
""",
        """\
  helmwright diff values -f prod.yaml --to new.yaml
  helmwright diff values ./chart -f base.yaml -f prod.yaml --to base.yaml --to staging.yaml
  helmwright diff values ./chart -f prod.yaml --to-set image.tag=2.0   # one value changes
""",
        ValuesSourceFlags,
    ),
    "chart": Action(
        "two charts, or two versions of one",
        "[NAME] OLD NEW",
        """Compare what two charts render to: directories or .tgz archives, with the same values.

Of two versions of a chart it also says which of your values the new one does not have any more
or does not use, which defaults changed below them, what the schema newly asks, which images
come, and what the chart's annotations and changelog say of the versions between.
""",
        """\
  helmwright diff chart web-1.2.0.tgz ./web -f prod.yaml
  helmwright diff chart /tmp/upstream ./chart --ignore 'metadata.labels["helm.sh/chart"]'
""",
    ),
    "git": Action(
        "a chart and its values at two revisions",
        "BASE[..HEAD] [NAME] [CHART]",
        """Compare what a chart renders to at two revisions of the git repository it is in.

BASE alone is compared with the files on disk; BASE..HEAD are two revisions; BASE...HEAD is
what HEAD changed since it left BASE, as a pull request shows it. Charts and values are read
from git's objects: nothing is checked out. Without CHART it is the one around this folder.
Each file that a pattern in -f names is an environment with a report of its own; other
files of -f are below or above it, as they stand before or behind. Quote patterns, so that git
and not the shell looks for files: one that is at one revision only is said to be added or
removed.
""",
        """\
  helmwright diff git main ./chart -f envs/prod.yaml
  helmwright diff git origin/main...HEAD ./chart -f base.yaml -f 'envs/*.yaml'
  helmwright diff git v1.2.0..v1.3.0 charts/web -f 'envs/**/values.yaml' --format markdown
  helmwright diff git main ./chart -f base.yaml --each envs/a.yaml --each envs/b.yaml
""",
        GitSourceFlags,
    ),
    "golden": Action(
        "a folder of expected output, and what a chart renders to now",
        "FOLDER [NAME] [CHART]",
        """Compare a folder of manifests with what a chart renders to now.

The folder is what 'helm template --output-dir' or 'helmwright template --output-dir' has
written, or any other folder, or a file, with all that is expected. Golden files of
'helmwright golden' are compared by 'helmwright golden run'. Without CHART it is the one
around this folder.
""",
        """\
  helmwright template web ./web -f prod.yaml --output-dir expected
  helmwright diff golden expected ./web -f prod.yaml --name web --detailed-exitcode
""",
    ),
    "manifests": Action(
        "two files or folders of manifests",
        "OLD NEW",
        """Compare manifests: files or folders with YAML or JSON, or - for standard input.
""",
        """\
  helmwright diff manifests before.yaml after.yaml
  helm template ./chart | helmwright diff manifests deployed/ -
""",
        DiffFlags,
    ),
    "release": Action(
        "a stored release, and the chart that would replace it",
        "RELEASE-FILE [NAME] [CHART]",
        """Compare what is installed with what an upgrade would install.

RELEASE-FILE is the Secret or ConfigMap of the release, or a list of them, as kubectl prints
it in YAML or JSON; or the output of 'helm get all' or 'helm get manifest'; - is standard
input. The newest deployed revision counts. Release name, namespace and, without -f or --set,
the values are those of the release. Without CHART it is the one around this folder. No
cluster is contacted. Where a post-renderer patches what Helm installs, --patch names its patches: a
release is stored with them.
""",
        """\
  kubectl get secret -l owner=helm,name=web -o yaml > release.yaml
  helmwright diff release release.yaml ./web
  helmwright diff release release.yaml --revision 3 --to-revision 4
  helm get all web | helmwright diff release - ./web -f new.yaml
  helmwright diff release release.yaml ./web --patch tolerations.yaml
""",
        ReleaseSourceFlags,
    ),
    "live": Action(
        "the objects of a cluster as they are now, and what an upgrade makes of them",
        "RELEASE [CHART]",
        """Say what an upgrade will do to the objects of a cluster as they are now.

Each object is tried as Helm sends it, by a dry run that changes nothing: with server-side apply
for releases that Helm 4 installed, with a merge of three sides for those of Helm 3. So
conflicts and refusals come before the upgrade, in Helm's words, with the exit code 1. Where the
account may only read, the outcome is worked out from managed fields. What others have changed
is named with who it was, and whether it stays, is undone, or stops the upgrade. Only GET, dry
runs and questions about one's own rights are sent. Without -f or --set the values are those of
the release, without CHART the chart is the one around this folder.
""",
        """\
  helmwright diff live web ./web -n prod -f prod.yaml
  helmwright diff live web ./web --detailed-exitcode --format markdown
  helmwright diff live web ./web --force-conflicts        # what becomes of others' fields then
  helmwright diff live web --to-revision 3                # the rollback
  helmwright diff live web ./web --no-dry-run             # for those who may only read
""",
        LiveFlags,
    ),
}


def run(context: Context, arguments: list[str]) -> int:
    """Compare and report; returns the exit code."""
    name = arguments[0] if arguments else ""
    if name not in ACTIONS:
        return _explain(context, arguments)
    action = ACTIONS[name]
    try:
        flags, positional = parse(action.flags, arguments[1:], context)
    except HelpRequested:
        context.show_help(_help(name, action))
        return 0
    except UsageError as error:
        if 'for "-C, --context" flag' in error.message and issubclass(
            action.flags, DiffValuesFlags
        ):
            error.message += "; variables of values files in Jinja2 are in --context-file"
        raise
    from helmwright.cli.diff_output import check_output, write_reports
    from helmwright.cli.diff_sides import compare

    check_output(flags)
    if isinstance(flags, LiveFlags):
        from helmwright.cli.diff_live import compare_live

        outcome = compare_live(context, flags, positional)
    else:
        with context.progress("comparing") as progress:
            outcome = compare(context, name, flags, positional, progress.told)
    write_reports(context, flags, outcome)
    return exit_code(flags, outcome)


def exit_code(flags: DiffFlags, outcome: Outcome) -> int:
    """Return the exit code: 1 where something fails, 3 where nothing can be said, 2 for differences."""
    if any(report.fails or report.refused for report in outcome.reports):
        return 1
    if outcome.is_undecided:
        return 3
    asked = flags.detailed_exitcode or flags.exit_code
    return 2 if asked and any(report.differs for report in outcome.reports) else 0


def _explain(context: Context, arguments: list[str]) -> int:
    from helmwright.commands.help import describe

    try:
        parse(Flags, arguments, context)
    except HelpRequested:
        rows = "".join(f"  {name:<11}{action.title}\n" for name, action in ACTIONS.items())
        context.show_help(describe(USAGE, SUMMARY, (f"Sources:\n{rows}", f"Examples:\n{EXAMPLES}")))
        return 0
    raise UsageError(f"name what to compare: {', '.join(ACTIONS)}\n\nUsage:  {USAGE}")


def _help(name: str, action: Action) -> str:
    from helmwright.commands.help import class_table, describe, flag_table

    tables = [
        flag_table("Comparison", [*ComparisonFlags.own(), *action.flags.own()]),
        class_table("Report", Flags, DiffReportFlags),
    ]
    if issubclass(action.flags, RenderedFlags):
        tables += [
            class_table("Release and cluster", RenderingFlags),
            class_table("Values", DiffValuesFlags),
            class_table("Patches", PatchesFlags),
        ]
    if action.flags is LiveFlags:
        tables += [
            class_table("Upgrade", UpgradeFlags),
            class_table("Cluster", ClusterFlags),
            class_table("Values", DiffValuesFlags),
            class_table("Patches", PatchesFlags),
        ]
    usage = f"helmwright diff {name} {action.arguments} [FLAGS]"
    return describe(usage, action.summary, (f"Examples:\n{action.examples}", *tables))
