"""The door: two sides in, a report out.

::

    pairing ─▶ comparison ─▶ settled ─▶ prospect ─▶ what is ignored ─▶ impact ─▶ readers ─▶ folding ─▶ report ◀─ causes
               shapes                   transitions                    access, exposure, data_at_risk, hooks
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from helmwright.base.errors import ManifestError
from helmwright.base.records import Record, replace
from helmwright.diff.causes import value_changes
from helmwright.diff.chart_crds import crds_note, is_of_crds, left_alone
from helmwright.diff.comparison import compare
from helmwright.diff.folding import fold
from helmwright.diff.hooks import unchanged_hook_note
from helmwright.diff.impact import impacts_of, impacts_of_rename, in_order
from helmwright.diff.model import ABSENT, KEPT, Change, DiffReport, ObjectDiff, Status
from helmwright.diff.pairing import pair
from helmwright.diff.paths import Pattern
from helmwright.diff.prospect import prospect
from helmwright.diff.read_back import is_read_back, noticed, without_server_fields
from helmwright.diff.readers import with_readers
from helmwright.diff.refusals import refused_alike, with_refusals
from helmwright.diff.settled import settled
from helmwright.diff.shapes import object_shape
from helmwright.kube.custom_types import CustomTypes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.base.paths import Path
    from helmwright.diff.model import DiffObject, Impact, ObjectKey, Side
    from helmwright.diff.pairing import Pair
    from helmwright.diff.prospect import Prospect
    from helmwright.kube.updates.update import Update

HelmMajor = Literal[3, 4]


class DiffOptions(Record):
    """What a diff leaves out and how it goes about it.

    ignore: patterns of paths, ``[KIND[/NAME]:]PATH``, see ``paths``. suppress: kinds, such as ``Secret``
    or ``Deployment.apps``. find_renames: how alike (0 to 1) a removed and an added object of a kind
    must be to be the same under another name; above 1 none is. fold: whether what says nothing,
    or the same in many objects, is folded. context: lines around changed lines in reports.
    helm: the major version that would upgrade. Helm 3 merges three ways in the client, Helm 4 has the
    server apply the manifest, and they do not do the same to an object. kube_version: of the cluster,
    for API versions that it has no more; blank for a new one.
    """

    ignore: tuple[str, ...] = ()
    suppress: tuple[str, ...] = ()
    find_renames: float = 0.5
    fold: bool = True
    context: int = 3
    helm: HelmMajor = 4
    kube_version: str = ""


def diff_sides(
    before: Side,
    after: Side,
    options: DiffOptions | None = None,
    *,
    environment: str = "",
    told: Mapping[ObjectKey, tuple[Impact, ...]] | None = None,
) -> DiffReport:
    """Return what differs between two sides, secrets and all: ``redaction.redact`` hides them.

    environment: what the pair is about where there are several. told: objects that are on both sides as a
    server stores them, so that nothing has to be foretold, each with what is known of it. Where the side before does not
    render, whatever is after is added; where the side after does not, nothing is said of objects.
    Raises ``HelmwrightError`` for an object that is twice on a side, with both places, and
    ``UsageError`` for a pattern that does not parse.
    """
    options = options or DiffOptions()
    patterns = [Pattern.parse(text) for text in options.ignore]
    if after.failure is not None:
        return DiffReport(before, after, (), environment=environment)
    custom = CustomTypes(one.data for one in (*before.objects, *after.objects))
    objects: list[ObjectDiff] = []
    notes = crds_note(before, after)
    unchanged = suppressed = 0
    for one in pair(before, after, options.find_renames):
        known = _told(one, told)
        ahead = _prospect(one, options.helm, custom) if known is None else None
        found = _difference(one, custom, ahead)
        if known is not None:
            found = found or _only_told(one, known)
        elif found is None and one.before and one.after:
            found = refused_alike(one.before, one.after, helm=options.helm, stored=_stored(ahead))
        if found is None:
            unchanged += 1
            if one.before and one.after:
                notes += unchanged_hook_note(one.before, one.after, options.helm)
            continue
        kept = None if _is_suppressed(found.key, options.suppress) else _kept(found, patterns)
        if kept is None:
            suppressed += 1
        else:
            objects.append(
                left_alone(kept)
                if is_of_crds(kept, before, after)
                else _with_told(kept, known, options.helm)
                if known is not None
                else _with_all_impacts(kept, _not_ignored(ahead, kept.key, patterns), options)
            )
    objects = with_readers(objects, after.objects)
    if options.fold:
        unchanged += sum(not one.matters for one in objects)
    left, folds = fold(objects) if options.fold else (tuple(objects), ())
    return DiffReport(
        before,
        after,
        left,
        folds,
        value_changes(before, after, objects),
        environment,
        unchanged,
        suppressed,
        notes,
    )


def _told(
    one: Pair, told: Mapping[ObjectKey, tuple[Impact, ...]] | None
) -> tuple[Impact, ...] | None:
    found = one.after or one.before
    return None if told is None or found is None else told.get(found.key)


def _only_told(one: Pair, known: tuple[Impact, ...]) -> ObjectDiff | None:
    """Return an object that stays as it is, if there is something to say of it."""
    if not known or one.before is None or one.after is None:
        return None
    return ObjectDiff(Status.CHANGED, one.after.key, one.before, one.after)


def _with_told(found: ObjectDiff, known: tuple[Impact, ...], helm: int) -> ObjectDiff:
    found = _with_impacts(found, None, helm)
    return replace(found, impacts=in_order((*found.impacts, *known)))


def _with_all_impacts(
    found: ObjectDiff, ahead: Prospect | None, options: DiffOptions
) -> ObjectDiff:
    found = _with_impacts(found, ahead, options.helm)
    return with_refusals(
        found, helm=options.helm, kube_version=options.kube_version, stored=_stored(ahead)
    )


def _prospect(found: Pair, helm: int, custom: CustomTypes) -> Prospect | None:
    old, new = found.before, found.after
    if old is None or new is None or found.renamed or old.data is new.data or old.data == new.data:
        return None
    was_read = is_read_back(old)
    plain = without_server_fields(old, new)
    if plain is not None:
        old, new = plain
    try:
        return prospect(old, new, helm, custom, was_read=was_read)
    except RecursionError:
        raise _too_deep(new) from None


def _stored(ahead: Prospect | None) -> dict[str, Any] | None:
    return ahead.update.new if ahead is not None and ahead.update is not None else None


def _difference(found: Pair, custom: CustomTypes, ahead: Prospect | None) -> ObjectDiff | None:
    """Return how the objects of a pair differ; ``None`` if they do not."""
    old, new = found.before, found.after
    if old is None or new is None:
        one = new or old
        status = Status.REMOVED if new is None else Status.ADDED
        return None if one is None else ObjectDiff(status, one.key, old, new)
    plain = without_server_fields(old, new)
    if plain is not None:
        old, new = plain
    update = None if ahead is None else ahead.update
    changes = _changes(old, new, custom, update)
    if ahead is not None:
        changes = _as_foreseen(old, new, changes, ahead)
    if plain is not None:
        changes = noticed(changes)
    if found.renamed:
        return ObjectDiff(Status.RENAMED, new.key, old, new, changes, old_key=old.key)
    return ObjectDiff(Status.CHANGED, new.key, old, new, changes) if changes else None


def _changes(
    old: DiffObject, new: DiffObject, custom: CustomTypes, update: Update | None
) -> tuple[Change, ...]:
    if old.data is new.data:
        return ()
    try:
        changes = compare(old, new, object_shape(new.data, custom))
        return settled(old, new, changes, custom, update)
    except RecursionError:
        raise _too_deep(new) from None


def _too_deep(one: DiffObject) -> ManifestError:
    return ManifestError(f"{one.key} is nested too deeply to be compared", one.position)


def _is_suppressed(key: ObjectKey, kinds: Iterable[str]) -> bool:
    names = {key.kind.lower(), f"{key.kind}.{key.group}".lower()}
    return any(kind.lower() in names for kind in kinds)


def _kept(found: ObjectDiff, patterns: list[Pattern]) -> ObjectDiff | None:
    """Return a difference without ignored changes; ``None`` if nothing is left of it."""
    if not patterns or not found.changes:
        return found
    changes = tuple(
        change
        for change in found.changes
        if not any(pattern.covers(found.key, change.path) for pattern in patterns)
    )
    return replace(found, changes=changes) if changes or found.old_key else None


def _as_foreseen(
    old: DiffObject, new: DiffObject, changes: tuple[Change, ...], ahead: Prospect
) -> tuple[Change, ...]:
    """Return changes as the server takes them: none counts where the object stays, all that are refused do.

    Added is what is refused though it says the same, such as an empty map where there was none.
    """
    if ahead.is_unchanged:
        return tuple(one if one.settled else one._replace(settled=KEPT) for one in changes)
    refused = dict.fromkeys(refusal.path for refusal in ahead.refusals)
    is_noticed = ahead.update is not None and all(one.settled for one in changes)
    found = [
        one._replace(settled="")
        if is_noticed or any(_meet(one.path, path) for path in refused)
        else one
        for one in changes
    ]
    for path in refused:
        if not any(_meet(one.path, path) for one in changes):
            before, after = _at(old.data, path), _at(new.data, path)
            if type(before) is not type(after) or before != after:
                found.append(Change(path, before, after))
    return tuple(found)


def _meet(one: Path, other: Path) -> bool:
    return one[: len(other)] == other[: len(one)]


def _at(value: object, path: Path) -> object:
    for step in path:
        if type(value) is not dict or step not in value:
            return ABSENT
        value = value[step]
    return value


def _not_ignored(
    ahead: Prospect | None, key: ObjectKey, patterns: list[Pattern]
) -> Prospect | None:
    """Return what would become of an object, without refusals of fields that are ignored."""
    if ahead is None or not patterns:
        return ahead
    refusals = tuple(
        one
        for one in ahead.refusals
        if not any(pattern.covers(key, one.path) for pattern in patterns)
    )
    return ahead._replace(refusals=refusals)


def _with_impacts(found: ObjectDiff, ahead: Prospect | None, helm: int) -> ObjectDiff:
    changes = tuple(change for change in found.changes if not change.settled)
    is_known = ahead is not None and ahead.update is not None and not ahead.is_unchanged
    if not changes and not is_known and found.status is Status.CHANGED:
        return found
    if found.status is Status.RENAMED and found.before and found.after:
        impacts = impacts_of_rename(found.before, found.after, changes, helm)
    else:
        impacts = impacts_of(found.before, found.after, changes, ahead, helm)
    return replace(found, impacts=impacts) if impacts else found
