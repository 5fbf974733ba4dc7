"""Makes the two sides of ``helmwright diff`` of a command line, and compares them."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from helmwright.base.errors import HelmwrightError, UsageError, VerificationError
from helmwright.base.records import replace
from helmwright.cli.diff_flags import DiffFlags, RenderedFlags, ValuesSourceFlags
from helmwright.cli.patch_inputs import TYPES, GivenPatches, custom_types, read_all
from helmwright.commands.helm_flags import VARIABLE, chosen_era
from helmwright.commands.inputs import check_inputs, is_stdin, read_input
from helmwright.commands.options import has_values, merged_values, values_context
from helmwright.commands.references import chart_path, complete, named_chart
from helmwright.commands.release_name import USUAL, chosen_name, split_name
from helmwright.commands.source_flags import dependency_step
from helmwright.diff.diffing import DiffOptions, diff_sides
from helmwright.diff.sources.attempts import attempted
from helmwright.diff.sources.rendering import NOW, RenderSettings, naming, render_side
from helmwright.settings.meant_chart import is_bundled_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.charts.chart import Chart
    from helmwright.cli.diff_flags import GitSourceFlags, PatchesFlags, ReleaseSourceFlags
    from helmwright.commands import Context
    from helmwright.commands.options import UserValuesFlags
    from helmwright.diff.model import DiffReport, Side
    from helmwright.eras.era import Era
    from helmwright.releases.model import StoredRelease
    from helmwright.values.templated.context import ValuesContext

    Read = Callable[[str], bytes]

_F_co = TypeVar("_F_co", bound=DiffFlags, covariant=True)


class Outcome(NamedTuple):
    """What was found: a report for each environment; and the charts, which know their secrets.

    is_undecided: whether nothing can be said of some object.
    """

    reports: Sequence[DiffReport]
    charts: Sequence[Chart] = ()
    is_undecided: bool = False


class _Request(NamedTuple, Generic[_F_co]):
    """A command line; whatever it names is read once."""

    context: Context
    flags: _F_co
    release_name: str
    arguments: list[str]
    settings: RenderSettings
    options: DiffOptions
    read: Read
    told: Callable[[int, int], object]

    def compare(self, before: Side, after: Side, charts: Sequence[Chart] = ()) -> Outcome:
        """Return the report of one pair of sides; raises if both fail in the same way."""
        if before.failure is not None and before.failure == after.failure:
            message, position = before.failure
            raise HelmwrightError(f"{before.title}: {message}", position)
        return Outcome([diff_sides(before, after, self.options)], charts)

    def check_there(self, name: str) -> None:
        """Raise HelmwrightError for a file that is not there: a mistyped name is no side that fails."""
        if not is_stdin(name) and not os.path.lexists(name):
            self.read(name)

    def needs(self, least: int, most: int, what: str) -> None:
        """Raise ``UsageError`` unless the number of arguments is right."""
        if len(self.arguments) < least:
            raise UsageError(f"name {what}")
        if len(self.arguments) > most:
            extra = ", ".join(self.arguments[most:])
            hint = ""
            has_files = isinstance(self.flags, RenderedFlags) and self.flags.values
            if extra.endswith((".yaml", ".yml")) and has_files:
                hint = "; quote patterns of values files, so that the shell leaves them alone"
            raise UsageError(f"expected {what}, unexpected arguments: {extra}{hint}")


def compare(
    context: Context,
    name: str,
    flags: DiffFlags,
    arguments: list[str],
    told: Callable[[int, int], object],
) -> Outcome:
    """Return the reports of one of the sources; told: of how many of how many environments are done.

    Raises:
        HelmwrightError: for what is wrong with a side, which its message names.
    """
    check_inputs([*arguments, *dict.fromkeys(_files(flags))])
    contents: dict[str, bytes] = {}

    def read(path: str) -> bytes:
        if path not in contents:
            contents[path] = read_input(context, path)
        return contents[path]

    release_name = ""
    if isinstance(flags, RenderedFlags):
        name_at, most = _NAME_AT[name]
        named, arguments = split_name(arguments, most, name_at)
        release_name = chosen_name(flags, named)
    era = era_of(context, flags)
    helm: Literal[3, 4] = 3 if era.merges_manifests else 4
    settings = RenderSettings(hooks=not flags.no_hooks, tests=flags.include_tests, era=era)
    if isinstance(flags, RenderedFlags):
        settings = _of_rendering(flags, settings, release_name)
        settings = with_patches(context, flags, settings, helm)
    options = comparison_of(flags, helm)
    return _SOURCES[name](
        _Request(context, flags, release_name, arguments, settings, options, read, told)
    )


def _files(flags: DiffFlags) -> list[str]:
    """Return the files that flags name, and that may be standard input."""
    if not isinstance(flags, RenderedFlags):
        return []
    new = flags.to if isinstance(flags, ValuesSourceFlags) else []
    return [*flags.values, *new, *flags.patch]


def _of_rendering(
    flags: RenderedFlags, settings: RenderSettings, release_name: str
) -> RenderSettings:
    settings = replace(
        settings,
        release_name=release_name or USUAL,
        namespace=flags.namespace,
        is_upgrade=flags.is_upgrade,
        kube_version=flags.kube_version,
        api_versions=tuple(flags.api_versions),
        skip_schema_validation=flags.skip_schema_validation,
        crds=flags.include_crds,
        seed=flags.seed,
        now=flags.now or NOW,
    )
    settings.world()
    return settings


def era_of(context: Context, flags: DiffFlags) -> Era:
    """Return the Helm that renders and upgrades; the settings of diff may say its major version."""
    if not (flags.helm or os.environ.get(VARIABLE)):
        from helmwright.settings.reading import nearest_section

        major = nearest_section(".", "diff").get("helm")
        if major is not None:
            from helmwright.eras.resolving import resolve_era

            return resolve_era(str(major))
    return chosen_era(context, flags)


def with_patches(
    context: Context, flags: PatchesFlags, settings: RenderSettings, helm: int
) -> RenderSettings:
    """Return settings with the patches of a post-renderer; helm: the major version that upgrades."""
    if not flags.patch and not flags.patch_inline:
        return settings
    from helmwright.diff.sources.patched import Patches

    if flags.patch_type not in TYPES:
        raise UsageError(f"--patch-type is one of {', '.join(TYPES)}")
    given = GivenPatches(flags.patch, flags.patch_inline, flags.patch_type, flags.patch_target)
    patches = Patches(
        tuple(read_all(context, given)),
        custom_types(context, flags.patch_crd),
        allow_missing=flags.allow_missing,
        hooks=helm != 3,
    )
    return replace(settings, patches=patches)


def comparison_of(flags: DiffFlags, helm: Literal[3, 4]) -> DiffOptions:
    """Return what a comparison leaves out, and how it goes about it; raises ``UsageError``."""
    likeness = flags.find_renames
    if likeness < 0:
        raise UsageError(f"--find-renames is a number from 0 to 1, or 2, not {likeness}")
    return DiffOptions(
        ignore=tuple(flags.ignore),
        suppress=tuple(flags.suppress),
        find_renames=likeness,
        fold=not flags.no_fold,
        context=flags.context,
        helm=helm,
        kube_version=flags.kube_version if isinstance(flags, RenderedFlags) else "",
    )


def _chart(
    request: _Request[RenderedFlags], named: Sequence[str], more: Sequence[str] = ()
) -> tuple[Chart, str]:
    """Return the chart that is named, else the one that is meant, and what it is called.

    more: values files besides those of ``-f``.
    """
    found = named_chart(
        request.context,
        *named,
        files=[*request.flags.values, *more],
        source=request.flags,
    )
    chart = _load(found.path, request.settings.rules)
    return chart, "the bundled chart" if found.is_bundled else found.path


def _values(request: _Request[RenderedFlags]) -> dict[str, Any]:
    """Return what ``-f``, ``--set`` and so on say."""
    return merged_values(request.flags.of_user(), request.read, era=request.settings.rules)


def _load(path: str, era: Era) -> Chart:
    from helmwright.charts.loader import load_chart

    return load_chart(path, era=era)


def _of_values(request: _Request[ValuesSourceFlags]) -> Outcome:
    from helmwright.rendering.engine import Engine

    request.needs(0, 1, "at most one chart")
    flags = request.flags
    if not flags.to and not flags.sets_new():
        raise UsageError("say what the new side has: --to FILE, or --to-set key=value")
    for name in (*flags.values, *flags.to):
        request.check_there(name)
    chart, _ = _chart(request, request.arguments, flags.to)
    era = request.settings.rules
    engine = Engine(era=era)

    def render(title: str, values: UserValuesFlags) -> Side:
        with naming(title):
            overrides = merged_values(values, request.read, era=era)
        return render_side(chart, overrides, request.settings, title, engine=engine)

    old_title, new_title = _titles(flags)
    before = attempted(old_title, lambda: render(old_title, flags.of_user()))
    after = attempted(new_title, lambda: render(new_title, flags.of_new_side()))
    return request.compare(before, after, [chart])


def _titles(flags: ValuesSourceFlags) -> tuple[str, str]:
    """Return what the two sets of values are called; values that are set are not shown."""
    old = ", ".join(flags.values) or "the chart's defaults"
    new = ", ".join(flags.to) or old
    if flags.sets_new():
        new += " with what --to-set says"
    return ("before: " + old, "after: " + new) if old == new else (old, new)


def _of_charts(request: _Request[RenderedFlags]) -> Outcome:
    request.needs(2, 2, "two charts: the old one and the new one")
    overrides = _values(request)
    charts = []

    def render(path: str, title: str) -> Side:
        with naming(title):
            chart = _load(path, request.settings.rules)
        charts.append(chart)
        return render_side(chart, overrides, request.settings, title)

    # A name that is mistyped is no side that fails: all of the other would be told as new.
    paths = []
    for name in request.arguments:
        with naming(name):
            paths.append((chart_path(request.context, name, request.flags), name))
    old, new = (attempted(name, partial(render, path, name)) for path, name in paths)
    outcome = request.compare(old, new, charts)
    if len(charts) != 2:  # one of them cannot be loaded
        return outcome
    from helmwright.diff.versions import chart_change

    change = chart_change(charts[0], charts[1], overrides, request.settings)
    return outcome._replace(reports=[replace(one, chart=change) for one in outcome.reports])


def _of_git(request: _Request[GitSourceFlags]) -> Outcome:
    from contextlib import nullcontext

    from helmwright.diff.sources.git import GitRequest, folder_of, git_pairs, parse_range
    from helmwright.diff.sources.git_objects import GitRepository

    request.needs(1, 2, "a revision and at most one chart")
    revision, *charts = request.arguments
    files = request.flags.values
    if any(map(is_stdin, (*files, *request.flags.each))):
        raise UsageError("values are read from git, and - is standard input")
    folder, installed = _chart_in_git(request, charts)
    wanted = GitRequest(
        chart=folder,
        values=tuple(files),
        each=tuple(request.flags.each),
        overrides=request.flags.overrides(),
        installed=installed,
        context=_context(request.flags),
        complete=_completion(request),
    )
    reports, used = [], []
    with GitRepository(folder_of(folder or ".")) as repository:
        revisions = parse_range(revision)
        for pair in git_pairs(repository, revisions, wanted, request.settings, request.told):
            with naming(pair.environment) if pair.environment else nullcontext():
                report = diff_sides(
                    pair.before, pair.after, request.options, environment=pair.environment
                )
            reports.append(replace(report, notes=(*pair.notes, *report.notes)))
            used += [one for one in pair.charts if one not in used]
    return Outcome(reports, used)


def _completion(request: _Request[GitSourceFlags]) -> Callable[[str], object] | None:
    """Return what fetches the dependencies that the chart in a folder lacks, None if nothing is to."""
    if not dependency_step(request.flags):
        return None
    return lambda folder: complete(request.context, folder, request.flags)


def _chart_in_git(request: _Request[RenderedFlags], charts: list[str]) -> tuple[str, Chart | None]:
    """Return the folder of a chart in git, blank for the bundled one, which is loaded."""
    if charts and not is_bundled_name(charts[0]):
        if request.flags.verify:  # what git holds is a folder
            raise VerificationError("unpacked charts cannot be verified")
        return charts[0], None
    found = named_chart(request.context, *charts, files=request.flags.values, source=request.flags)
    if not found.is_bundled:
        return found.path, None
    return "", _load(found.path, request.settings.rules)


def _context(flags: GitSourceFlags) -> ValuesContext | None:
    """Return what values files see that are templates; None if none can be one."""
    from helmwright.diff.sources.revisions import is_pattern
    from helmwright.values.files import TEMPLATE_SUFFIX

    files = (*flags.values, *flags.each)
    if not any(is_pattern(name) or name.endswith(TEMPLATE_SUFFIX) for name in files):
        return None
    return values_context(flags.of_user())


def _of_golden(request: _Request[RenderedFlags]) -> Outcome:
    from helmwright.diff.sources.manifests import manifests_side

    request.needs(1, 2, "a folder of expected output and at most one chart")
    folder, *charts = request.arguments
    chart, title = _chart(request, charts)
    expected = manifests_side(folder, request.settings, read=request.read)
    values = _values(request)
    rendered = attempted(title, lambda: render_side(chart, values, request.settings, title))
    return request.compare(expected, rendered, [chart])


def _of_manifests(request: _Request[DiffFlags]) -> Outcome:
    from helmwright.diff.sources.manifests import manifests_side

    request.needs(2, 2, "two files or folders of manifests, the old and the new ones")
    old, new = (
        manifests_side(path, request.settings, read=request.read) for path in request.arguments
    )
    return request.compare(old, new)


def _of_release(request: _Request[ReleaseSourceFlags]) -> Outcome:
    from helmwright.diff.sources.release import release_side, settings_for, without_subcharts
    from helmwright.releases.storage import choose_release, read_releases

    request.needs(1, 2, "a stored release and at most one chart")
    path, *charts = request.arguments
    name = request.release_name
    releases = read_releases(request.read(path), "standard input" if is_stdin(path) else path)
    release, notes = choose_release(releases, request.flags.revision, name)
    if request.flags.to_revision:
        if charts:
            raise UsageError("--to-revision compares two stored revisions, without a chart")
        if request.settings.patches:
            raise UsageError("--patch is for a chart, and --to-revision compares stored revisions")
        other, _ = choose_release(releases, request.flags.to_revision, name)
        old, new = (release_side(one, request.settings) for one in (release, other))
        return request.compare(old, new)
    settings = settings_for(release, request.settings)
    chart, title = _chart(request, charts)
    overrides, said = _release_values(request, release)
    before = release_side(release, settings, (*notes, *said))
    after = attempted(title, lambda: render_side(chart, overrides, settings, title))
    return request.compare(
        without_subcharts(before, release, release.config or {}),
        without_subcharts(after, release, overrides),
        [chart],
    )


def _release_values(
    request: _Request[RenderedFlags], release: StoredRelease
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the values for the new side, and what is said of them."""
    if has_values(request.flags):
        return _values(request), ()
    if release.config is not None:
        return release.config, ()
    said = "the text does not say the values of the release: the chart has its defaults without -f"
    return {}, (said,)


_SOURCES: dict[str, Callable[[_Request[Any]], Outcome]] = {
    "values": _of_values,
    "chart": _of_charts,
    "git": _of_git,
    "golden": _of_golden,
    "manifests": _of_manifests,
    "release": _of_release,
}
_NAME_AT = {"values": (0, 1), "chart": (0, 2), "git": (1, 2), "golden": (1, 2), "release": (1, 2)}
"""How many arguments stand before the release's name, and how many there are without it."""
