"""Keys that a release of Determined calls by another name, reads no more, or takes for something else.

``migrations_for`` looks for them in values and says what to change. Old names are listed even if
this project's chart still reads them: ``Migration.works`` tells. Source: the values.yaml and the
templates of helm/charts/determined at the tags of github.com/determined-ai/determined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.determined.versions import RELEASES, DeterminedRelease
from helmwright.values.editing import Edit, Put, Remove, Rename

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path

Pattern = tuple[str, ...]
"""A path in which ``*`` stands for every item of a list."""


class Migration(NamedTuple):
    """One old key.

    old: where it is. new: what it is called now, with as many ``*``; empty if there is no such key.
    until: the last release with the old key; blank if it is old in all of them.
    note: a clause about it, without the key and without a full stop; blank for a plain new name.
    needs_person: whether somebody must decide, or do something outside of the values.
    works: whether this project's chart does with the old key what is meant, in all releases; then
    an old key without a new one may stay.
    default: of the new key in the chart; where it has one, the old key is never looked at.
    old_counts: whether it is the old key that counts where both are set.
    applies: whether it is about a value that is found, given all values and the value.
    """

    old: Pattern
    new: Pattern = ()
    until: str = ""
    note: str = ""
    needs_person: bool = False
    works: bool = False
    default: Any = None
    old_counts: bool = False
    applies: Callable[[dict[str, Any], Any], bool] | None = None

    def concerns(self, release: DeterminedRelease) -> bool:
        """Tell whether the key is old in a release."""
        return not self.until or release.number > _number(self.until)

    @property
    def since(self) -> str:
        """The first release without the old key; blank if it is old in all of them."""
        later = (one for one in RELEASES if self.until and one.number > _number(self.until))
        return str(next(later, ""))


class FoundMigration(NamedTuple):
    """An old key in values.

    path: of the old key; of what is missing, if a default has changed. new: where its value
    belongs; empty if nowhere. note: a clause without a full stop, to follow the key and a colon;
    it never tells a secret.
    edits: to be made one after the other; empty if only a person knows what to do.
    needs_person: whether the edits are not enough, or not surely what is wanted.
    conflict: whether old and new are both set, to different values.
    """

    path: Path
    new: Path
    note: str
    edits: tuple[Edit, ...]
    needs_person: bool
    conflict: bool
    migration: Migration


def migrations_for(
    values: dict[str, Any], release: DeterminedRelease, *, origin: DeterminedRelease | None = None
) -> list[FoundMigration]:
    """Return what to change in values for a release, in the order of the table.

    values: what the user sets, without the chart's defaults; keys that are null count as not set.
    origin: the release that the values were made for. With it, of an old and a new key that are
    both set the one that counted then is kept, and defaults that have changed since are reported.
    """
    found = [
        _found(migration, values, path, value, origin)
        for migration in MIGRATIONS
        if migration.concerns(release)
        for path, value in _matches(values, migration.old)
        if value is not None and (migration.applies is None or migration.applies(values, value))
    ]
    if origin is not None:
        found += _changed_defaults(values, release, origin)
    return found


def _found(
    migration: Migration,
    values: dict[str, Any],
    path: Path,
    value: Any,
    origin: DeterminedRelease | None,
) -> FoundMigration:
    new = _concrete(migration.new, path)
    note = migration.note or f"since {migration.since} it is called {_name(new, path)}"
    if not new or migration.needs_person:
        nothing = migration.needs_person or migration.works
        edits: tuple[Edit, ...] = () if nothing else (Remove(path),)
        return FoundMigration(path, new, note, edits, migration.needs_person, False, migration)
    was_old = origin is not None and migration.concerns(origin)
    current = _get(values, new)
    edits = (Rename(path, new),)
    person = conflict = False
    if current is None:
        if new in dict(_matches(values, migration.new)):  # written, but blank
            edits = (Remove(new), *edits)
        if migration.default is not None and not _same(value, migration.default):
            if was_old:
                note, edits = f"{note}; it had no effect", (Remove(path),)
            elif origin is None:
                note = f"{note}, whose default {migration.default} counts"
                person = True
    elif _same(value, current):
        note, edits = f"{note}, which is set to the same", (Remove(path),)
    elif was_old and not migration.old_counts:
        note, edits = f"{note}, which has counted all the time", (Remove(path),)
    elif not migration.works and not migration.until:
        note, edits = f"{note}, which is set", (Remove(path),)
    else:
        counts = "this one counts" if migration.old_counts else "that one counts"
        note, edits = f"{note}, and that is set to something else; {counts}", ()
        person = conflict = True
    return FoundMigration(path, new, note, edits, person, conflict, migration)


def _changed_defaults(
    values: dict[str, Any], release: DeterminedRelease, origin: DeterminedRelease
) -> Iterator[FoundMigration]:
    """Yield what used to go without saying, and has to be said now."""

    def crossed(first: str) -> bool:
        return origin.number < _number(first) <= release.number

    def put(path: Path, value: Any, note: str) -> FoundMigration:
        rule = Migration(tuple(map(str, path)))
        return FoundMigration(path, path, note, (Put(path, value),), False, False, rule)

    storage = _map(values.get("checkpointStorage"))
    if (
        crossed("0.28.1")
        and storage.get("type") in (None, "", "shared_fs")
        and not storage.get("hostPath")
    ):
        note = "it was /checkpoints by default until 0.28.0, and is /tmp/checkpoints since"
        yield put(("checkpointStorage", "hostPath"), "/checkpoints", note)
    if crossed("0.23.2") and origin.at_least(0, 19, 3) and values.get("enterpriseEdition") is True:
        for section in ("oidc", "scim"):
            settings = _map(values.get(section))
            if settings and not isinstance(settings.get("enabled"), bool):
                note = "it was true by default until 0.23.1, and is false since"
                yield put((section, "enabled"), True, note)
    registry = values.get("imageRegistry")
    images = _map(values.get("taskContainerDefaults"))
    if (
        crossed("0.23.2")
        and origin.at_least(0, 15, 6)
        and isinstance(registry, str)
        and registry not in ("", "determinedai")
        and not (images.get("cpuImage") and images.get("gpuImage"))
    ):
        note = (
            "until 0.23.1 the images of tasks came from there, too; now they come from Docker Hub "
            "unless taskContainerDefaults.cpuImage and gpuImage name others"
        )
        path = ("imageRegistry",)
        yield FoundMigration(path, (), note, (), True, False, Migration(path))


def _matches(value: Any, pattern: Pattern, above: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield path and value of everything in ``value`` that a pattern describes."""
    if not pattern:
        yield above, value
    elif pattern[0] == "*":
        for index, item in enumerate(value if isinstance(value, list) else ()):
            yield from _matches(item, pattern[1:], (*above, index))
    elif isinstance(value, dict) and pattern[0] in value:
        yield from _matches(value[pattern[0]], pattern[1:], (*above, pattern[0]))


def _concrete(pattern: Pattern, path: Path) -> Path:
    """Return a pattern with the numbers of ``path`` for its stars."""
    numbers = iter([step for step in path if isinstance(step, int)])
    return tuple(next(numbers) if step == "*" else step for step in pattern)


def _get(values: Any, path: Path) -> Any:
    for step in path:
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            return None
    return values


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values print alike: 8080 and "8080"."""
    return bool(_plain(one) == _plain(other))


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, (dict, list, bool)) else str(value)


def _name(new: Path, old: Path) -> str:
    """Return what to call a new key next to an old one: whole only if it is elsewhere."""
    return str(new[-1]) if new[:-1] == old[:-1] else ".".join(map(str, new))


def _number(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _preempts(values: dict[str, Any], scheduler: Any) -> bool:
    wanted = _map(values.get("scheduler")).get("allowUnsupportedPreemption") is True
    return str(scheduler).strip() == "preemption" and not wanted


def _preempts_not(values: dict[str, Any], _image: Any) -> bool:
    return str(values.get("defaultScheduler") or "").strip() != "preemption"


def _has_no_metadata(values: dict[str, Any], _path: Any) -> bool:
    return not _map(values.get("saml")).get("idpMetadataUrl")


def _has_metadata(values: dict[str, Any], _path: Any) -> bool:
    return not _has_no_metadata(values, _path)


def _is_nameless(_values: dict[str, Any], policy: Any) -> bool:
    policy = _map(policy)
    return not policy.get("name") and isinstance(policy.get("action"), dict)


_MANAGER: Pattern = ("additional_resource_managers", "*", "resource_manager")
_POOLS: tuple[Pattern, ...] = (
    ("resourcePools", "*"),
    ("additional_resource_managers", "*", "resource_pools", "*"),
)
_POLICIES: tuple[Pattern, ...] = (
    ("taskContainerDefaults", "logPolicies", "*"),
    *((*pool, "task_container_defaults", "log_policies", "*") for pool in _POOLS),
)
_PORTS_NOTE = "charts after 0.18.1 do not know it; this one still hands it to the master"
_NAMESPACE_NOTE = (
    "masters from 0.35.0 on have no namespace for a pool; bind workspaces to namespaces, or set "
    "resourceManager.defaultNamespace"
)
_POLICY_NOTE = (
    "since 0.38.0 a policy has a name, and its action is a word: name, pattern, "
    "action: cancel_retries; this form is still read"
)

MIGRATIONS: tuple[Migration, ...] = (
    Migration(("httpPort",), ("masterPort",), "0.13.4", default=8080),
    Migration(("slotsPerNode",), ("maxSlotsPerPod",), "0.13.1", works=True),
    Migration(
        ("taskContainerDefaults", "shmSizeBytes"),
        until="0.13.1",
        note="it has no effect: shared memory has no limit on Kubernetes",
    ),
    *(
        Migration(("taskContainerDefaults", key), (), "0.18.1", _PORTS_NOTE, works=True)
        for key in ("ncclPortRange", "glooPortRange")
    ),
    Migration(("logging", "backend"), ("logging", "type"), "0.13.12", works=True),
    Migration(("defaultPassword",), ("initialUserPassword",), "0.30.0", works=True),
    Migration(("_reattachResources",), (), "0.19.10", "masters after 0.19.10 always do this"),
    Migration(("fluent",), (), "0.25.0", "since 0.25.1 there is no log shipper beside tasks"),
    Migration((*_MANAGER, "fluent"), note="there is no log shipper beside tasks"),
    Migration(
        ("defaultScheduler",),
        until="0.35.1",
        note="masters from 0.36.0 on refuse preemption; leave it blank and use priority classes",
        needs_person=True,
        applies=_preempts,
    ),
    Migration(
        ("defaultImages", "kubeSchedulerPreemption"),
        until="0.35.1",
        note="since 0.36.0 there is no preemption scheduler",
        applies=_preempts_not,
    ),
    *(
        Migration((*pool, "kubernetes_namespace"), (), "0.34.0", _NAMESPACE_NOTE, needs_person=True)
        for pool in _POOLS
    ),
    *(
        Migration(
            (*pool, "max_cpu_containers_per_agent"),
            (*pool, "max_aux_containers_per_agent"),
            note="it is called max_aux_containers_per_agent",
            works=True,
            old_counts=True,
        )
        for pool in _POOLS
    ),
    *(
        Migration((*pool, "agent_reattach_enabled"), (), "0.20.1", "it is ignored since 0.21.0")
        for pool in _POOLS
    ),
    *(
        Migration((*_MANAGER, old), (*_MANAGER, new), until, works=True)
        for old, new, until in (
            ("name", "cluster_name", "0.34.0"),
            ("namespace", "default_namespace", "0.34.0"),
            ("determined_master_ip", "determined_master_host", "0.37.0"),
        )
    ),
    *(
        Migration(policy, (), "0.37.0", _POLICY_NOTE, works=True, applies=_is_nameless)
        for policy in _POLICIES
    ),
    Migration(
        ("saml", "idpCertPath"),
        ("saml", "idpMetadataUrl"),
        "0.31.0",
        "masters from 0.32.0 on read the provider's metadata instead; set idpMetadataUrl",
        needs_person=True,
        applies=_has_no_metadata,
    ),
    Migration(
        ("saml", "idpCertPath"),
        (),
        "0.31.0",
        "masters from 0.32.0 on read idpMetadataUrl instead",
        applies=_has_metadata,
    ),
    Migration(
        ("security", "tls"),
        ("tlsSecret",),
        note="no chart reads it; name a Secret with the certificate and the key in tlsSecret",
        needs_person=True,
    ),
    Migration(
        ("security", "initial_user_password"),
        ("initialUserPassword",),
        note="no chart reads it; it is called initialUserPassword",
    ),
    Migration(
        ("security", "authz", "_strict_ntsc_enabled"),
        (),
        "0.19.10",
        "masters after 0.19.10 have no such switch",
    ),
)
"""Every old key, the oldest first."""
