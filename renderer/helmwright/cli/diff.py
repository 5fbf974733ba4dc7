"""``helmwright diff values|chart|git|golden|manifests|release``: what a change does to a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.cli.patch_inputs import TYPES as PATCH_TYPES
from helmwright.commands.command_line import HelpRequested, parse
from helmwright.commands.flags import FLOAT, INT, STRING, STRING_ARRAY, STRINGS
from helmwright.commands.old_flags import Flag, switch
from helmwright.commands.options import (
    CAPABILITIES,
    CONTEXT_BESIDE_LINES,
    RELEASE_NAME,
    SETS,
    VALUES_FILES,
)
from helmwright.commands.report_flags import report_flags

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.commands.flags import Flag as AnyFlag

USAGE = "helmwright diff values|chart|git|golden|manifests|release ..."
SUMMARY = """Say what a change does to a cluster: objects, fields, and what happens because of them.

Both sides are rendered with the same clock and the same randomness. Secrets are hidden in
every form of the report; equal ones look the same. The exit code is 0 whether something
differs or not; with --detailed-exitcode it is 2 if something does. No cluster is contacted.
A side that does not render is told with Helm's text: of the old one, all that the new one has
is added; of the new one, the exit code is 1.
"""
EXAMPLES = """\
  helmwright diff values -f prod.yaml --to-set db.port=5433  # the chart around this folder
  helmwright diff chart chart-1.2.0.tgz ./chart -f prod.yaml
  helmwright diff git main ./chart -f 'envs/*.yaml'          # what is on disk against main
  helmwright diff release release.yaml ./chart               # against what is installed
"""
VALUES = (VALUES_FILES, *SETS, *CONTEXT_BESIDE_LINES)
COMPARISON = (
    Flag(
        "context",
        INT,
        "lines around a changed line; -1 shows all of them",
        "C",
        default=3,
        value_name="lines",
    ),
    switch("detailed-exitcode", "exit with 2 if something differs"),
    switch("exit-code", "the same as --detailed-exitcode"),
    switch("show-secrets", "print secrets instead of hiding them"),
    Flag("suppress", STRINGS, "leave objects of this kind out; repeatable", value_name="kind"),
    Flag(
        "ignore",
        STRING_ARRAY,
        "leave out what differs at this path: 'spec.replicas', 'ConfigMap/web:data', "
        "'metadata.annotations[\"checksum/*\"]'; repeatable",
        value_name="path",
    ),
    Flag(
        "find-renames",
        FLOAT,
        "how alike, from 0 to 1, a removed and an added object must be to be one that was renamed; "
        "2 looks for none",
        "D",
        default=0.5,
        value_name="likeness",
    ),
    switch("no-fold", "show each change, even the same in many objects and new checksums"),
    switch("no-group", "show each object by itself, even those whose changes are alike"),
    Flag(
        "helm",
        INT,
        "the major version of the Helm that would upgrade, 3 or 4: Helm 3 merges manifests itself, "
        "Helm 4 has the server apply them; else 'diff: {helm: 3}' in .helmwright.yaml says it",
        default=4,
        value_name="version",
    ),
    switch("include-tests", "compare test hooks, too"),
    switch("no-hooks", "compare no hooks"),
)
OUTPUT = (
    *report_flags("text|unified|json|markdown|html|github-summary"),
    switch("no-color", "the same as --color never"),
)
RENDERING = (
    *RELEASE_NAME,
    Flag("namespace", STRING, "the release's namespace", "n", default="default"),
    switch("is-upgrade", "set .Release.IsUpgrade instead of .Release.IsInstall"),
    switch("include-crds", "compare the files below crds/, too"),
    switch("skip-schema-validation", "do not hold the values against values.schema.json"),
    Flag(
        "seed",
        INT,
        "draw everything random from this number, on both sides",
        default=1,
    ),
    Flag(
        "now",
        STRING,
        "the time that templates see on both sides, as RFC 3339; the start of 2026 by default",
        value_name="time",
    ),
    *CAPABILITIES,
)
PATCHES = (
    Flag(
        "patch",
        STRING_ARRAY,
        "file with patches that a post-renderer applies, as 'helmwright patch' reads them; repeatable",
        value_name="file",
    ),
    Flag(
        "patch-inline",
        STRING_ARRAY,
        "a patch as it is, YAML or JSON; repeatable",
        value_name="text",
    ),
    Flag(
        "patch-type", STRING, "what patches are", default="auto", value_name="|".join(PATCH_TYPES)
    ),
    Flag(
        "patch-target",
        STRING,
        "the objects that patches are for which name none, as --target of 'helmwright patch'",
        value_name="conditions",
    ),
    Flag(
        "patch-crd",
        STRING_ARRAY,
        "CustomResourceDefinitions or OpenAPI documents: how patches merge lists; repeatable",
        value_name="file",
    ),
    switch("allow-missing", "pass over patches for objects that are not there"),
)
TO = (
    Flag(
        "to",
        STRINGS,
        "the values files of the new side, instead of those of -f; repeatable",
        value_name="file",
    ),
    *(
        Flag(
            f"to-{flag.name}",
            flag.kind,
            f"as --{flag.name}, on the new side only",
            value_name=flag.value_name,
        )
        for flag in SETS
    ),
)
ENVIRONMENTS = (
    Flag(
        "each",
        STRINGS,
        "a values file, or a pattern of them, each an environment with a report of its own, "
        "above the files of -f; repeatable",
        value_name="file",
    ),
)
REVISIONS = (
    Flag("revision", INT, "the revision to compare with, instead of the newest deployed one"),
    Flag("to-revision", INT, "compare with another stored revision instead of a chart"),
)


class Action(NamedTuple):
    """One of the sources: its texts for the help, its own flags, and those for values."""

    title: str
    arguments: str
    summary: str
    examples: str
    own: tuple[AnyFlag, ...] = ()
    rendering: tuple[AnyFlag, ...] = RENDERING
    values: tuple[AnyFlag, ...] = VALUES
    patches: tuple[AnyFlag, ...] = PATCHES

    @property
    def flags(self) -> tuple[AnyFlag, ...]:
        """All flags."""
        return (
            *self.own,
            *COMPARISON,
            *OUTPUT,
            *self.rendering,
            *self.values,
            *self.patches,
        )


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
        TO,
    ),
    "chart": Action(
        "two charts, or two versions of one",
        "[NAME] OLD NEW",
        """Compare what two charts render to: directories or .tgz archives, with the same values.
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
        ENVIRONMENTS,
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
        rendering=(),
        values=(),
        patches=(),
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
        REVISIONS,
    ),
}


def run(context: Context, arguments: list[str]) -> int:
    """Compare and report; returns the exit code."""
    name = arguments[0] if arguments else ""
    if name not in ACTIONS:
        return _explain(context, arguments)
    action = ACTIONS[name]
    try:
        flags, positional, given = parse(action.flags, arguments[1:], context)
    except HelpRequested:
        context.show_help(_help(name, action))
        return 0
    except UsageError as error:
        if 'for "-C, --context" flag' in error.message and action.values:
            error.message += "; variables of values files in Jinja2 are in --context-file"
        raise
    from helmwright.cli.diff_output import check_output, write_reports
    from helmwright.cli.diff_sides import compare

    check_output(flags)
    outcome = compare(context, name, flags, positional, given)
    write_reports(context, flags, outcome)
    if any(report.fails for report in outcome.reports):
        return 1
    asked = flags["detailed-exitcode"] or flags["exit-code"]
    return 2 if asked and any(report.differs for report in outcome.reports) else 0


def _explain(context: Context, arguments: list[str]) -> int:
    from helmwright.commands.help import describe

    try:
        parse((), arguments, context)
    except HelpRequested:
        rows = "".join(f"  {name:<11}{action.title}\n" for name, action in ACTIONS.items())
        context.show_help(describe(USAGE, SUMMARY, (f"Sources:\n{rows}", f"Examples:\n{EXAMPLES}")))
        return 0
    raise UsageError(f"name what to compare: {', '.join(ACTIONS)}\n\nUsage:  {USAGE}")


def _help(name: str, action: Action) -> str:
    from helmwright.commands.help import describe, flag_table
    from helmwright.commands.old_flags import EVERY_COMMAND

    tables = [
        flag_table("Comparison", (*COMPARISON, *action.own)),
        flag_table("Report", (*OUTPUT, *EVERY_COMMAND)),
    ]
    if action.rendering:
        tables.append(flag_table("Release and cluster", action.rendering))
    if action.values:
        tables.append(flag_table("Values", action.values))
    if action.patches:
        tables.append(flag_table("Patches", action.patches))
    usage = f"helmwright diff {name} {action.arguments} [FLAGS]"
    return describe(usage, action.summary, (f"Examples:\n{action.examples}", *tables))
