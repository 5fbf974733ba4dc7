"""The door: diffs against what is live, and drift, from Python and for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import Record, replace
from helmwright.cluster.applying import applying_of
from helmwright.cluster.releases import read_revisions, upgraded_from
from helmwright.diff.live.examining import Upgrade, examine
from helmwright.diff.live.reporting import drift_report, upgrade_report
from helmwright.diff.live.victims import ROLLBACK, UPGRADE, victims
from helmwright.diff.sources.release import release_side, settings_for
from helmwright.go.yaml_read import load_map, split_documents
from helmwright.kube.custom_types import CustomTypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.cluster.applying import Applying
    from helmwright.cluster.reader import Reader
    from helmwright.diff.diffing import DiffOptions
    from helmwright.diff.live.reporting import Found
    from helmwright.diff.model import Side
    from helmwright.diff.sources.rendering import RenderSettings
    from helmwright.releases.model import StoredRelease


class LiveOptions(Record):
    """How an upgrade is predicted.

    helm: the major version of the Helm that upgrades. server_side: ``auto``, ``true`` or ``false``; forces_conflicts,
    takes_ownership: as Helm's flags. dry_runs: whether the server may be asked to try; else what may be read decides.
    driver: where releases are stored, as HELM_DRIVER says it.
    """

    helm: int = 4
    server_side: str = "auto"
    forces_conflicts: bool = False
    takes_ownership: bool = False
    dry_runs: bool = True
    driver: str = ""


class Installed(NamedTuple):
    """A release in a cluster: its revisions, the newest of them, and the one that an upgrade starts from."""

    revisions: list[StoredRelease]
    last: StoredRelease
    current: StoredRelease


def installed(reader: Reader, name: str, namespace: str, driver: str = "") -> Installed:
    """Return a release as the cluster stores it; raises as ``read_revisions`` and ``upgraded_from`` do."""
    revisions = read_revisions(reader, name, namespace, driver)
    return Installed(revisions, *upgraded_from(revisions))


def settings_of(release: Installed, settings: RenderSettings) -> RenderSettings:
    """Return the settings for the upgrade of a release: its name, its namespace, its next revision."""
    known = settings_for(release.current, settings)
    return replace(known, revision=release.last.revision + 1)


def live_report(  # noqa: PLR0913 - what a report depends on
    reader: Reader,
    release: Installed,
    after: Side,
    options: LiveOptions,
    *,
    compared: DiffOptions,
    settings: RenderSettings,
    rolls_back_to: StoredRelease | None = None,
) -> Found:
    """Return what an upgrade to a side does to what is live.

    settings: as ``settings_of`` gives them. rolls_back_to: the revision if it is a rollback: it decides how
    objects are sent.

    Raises:
        HelmwrightError: for what Helm refuses before it looks at any object.
    """
    deciding = rolls_back_to or release.last
    applying = _applying(deciding, release.current, options)
    before = release_side(release.current, settings)
    custom = _custom(before, after)
    wanted = [one for one in after.objects if not one.key.is_hook]
    stored = [one for one in before.objects if not one.key.is_hook]
    upgrade = _upgrade(release, applying, custom, options)
    examined = examine(reader, upgrade, stored, wanted)
    hooks = [one for one in after.objects if one.key.is_hook]
    events = ROLLBACK if rolls_back_to is not None else UPGRADE
    found = upgrade_report(
        examined,
        before,
        after,
        replace(compared, helm=options.helm),
        custom=custom,
        victims=victims(reader, hooks, release.current.namespace, events),
    )
    return _with_head(found, applying, options, examined_by_server=_asked(examined))


def drifted_report(
    reader: Reader,
    release: Installed,
    options: LiveOptions,
    compared: DiffOptions,
    settings: RenderSettings,
) -> Found:
    """Return what others have changed of what a release has stored; raises as ``live_report``."""
    applying = _applying(release.last, release.current, options)
    before = release_side(release.current, settings)
    stored = [one for one in before.objects if not one.key.is_hook]
    custom = _custom(before)
    examined = examine(reader, _upgrade(release, applying, custom, options), stored, stored)
    before = replace(before, objects=tuple(stored))
    found = drift_report(examined, before, replace(compared, helm=options.helm), custom)
    return _with_head(found, applying, options, examined_by_server=_asked(examined))


def _applying(last: StoredRelease, current: StoredRelease, options: LiveOptions) -> Applying:
    return applying_of(
        last,
        current,
        helm=options.helm,
        server_side=options.server_side,
        forces=options.forces_conflicts,
    )


def _upgrade(
    release: Installed, applying: Applying, custom: CustomTypes, options: LiveOptions
) -> Upgrade:
    return Upgrade(
        release.current.name,
        release.current.namespace,
        applying,
        custom,
        dry_runs=options.dry_runs,
        takes_ownership=options.takes_ownership,
    )


def _custom(*sides: Side) -> CustomTypes:
    """Return the kinds that the definitions of the sides tell of, those below ``crds/`` included."""
    documents: list[Any] = [one.data for side in sides for one in side.objects]
    for side in sides:
        for path, text in side.crds or ():
            documents += [load_map(str(one), path) for one in split_documents(text) if one.strip()]
    return CustomTypes(documents)


def _asked(examined: list[Any]) -> Callable[[], bool]:
    return lambda: all(one.prediction.by_server for one in examined if one.prediction is not None)


def _with_head(
    found: Found,
    applying: Applying,
    options: LiveOptions,
    *,
    examined_by_server: Callable[[], bool],
) -> Found:
    """Return a report that says first how much is known."""
    if examined_by_server():
        said = f"predicted by dry runs of the server ({applying.text})"
    elif options.dry_runs:
        said = (
            f"predicted from what may be read ({applying.text}), at least in part, since the account may not try: "
            "what the server would refuse or add is not known"
        )
    else:
        said = f"predicted from what was read ({applying.text}): what the server would refuse or add is not known"
    report = replace(found.report, notes=(said, *found.report.notes))
    return found._replace(report=report)
