"""Pairs of a change of a chart and a change by somebody else, made by chance, and what Helm then really does.

    python -m tests.cluster.pairs [COUNT [SEED]]

makes COUNT pairs for each way in which Helm sends objects, and prints where the prediction is not what happened.
A chart has several objects, each with a change and a drift of its own, so that one upgrade decides several pairs.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from tests.cluster import servers
from tests.cluster.client import MERGE, STRATEGIC, Client
from tests.cluster.helm import Helm
from tests.cluster.rights import grant
from tests.conformance import peer

from helmwright.cluster import Cluster
from helmwright.diff.live.examining import Upgrade, examine, failure_of
from helmwright.diff.live.interface import LiveOptions, _applying, installed
from helmwright.diff.objects import read_objects
from helmwright.kube.custom_types import CustomTypes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cluster.servers import RunningCluster

    from helmwright.diff.live.examining import Examined

BASES = Path(__file__).resolve().parent / "pair_bases.yaml"
WAYS = ("ssa", "csa", "helm3", "migrated")
"""Helm 4 by server-side apply; with patches; Helm 3; and what Helm 3 installed, by server-side apply from now on."""
SIZE = 10
"""How many objects a chart has."""
Object = dict[str, Any]
_FIXED = ("apiVersion", "kind", "metadata", "status", "spec.selector", "spec.jobTemplate.metadata")
_GONE = object()


class Pair(NamedTuple):
    """An object of a chart: as it was installed, what somebody did to it, and as the chart has it then."""

    before: Object
    drift: str
    after: Object | None


class Outcome(NamedTuple):
    """What was predicted, by the server's dry runs and from what may be read, and what happened."""

    name: str
    predicted: object
    read_only: object
    happened: object


def bases() -> list[Object]:
    """Return the objects that pairs are made of."""
    return list(yaml.safe_load_all(BASES.read_text(encoding="utf-8")))


def definition() -> Object:
    """Return the definition of the one kind that is not built in."""
    found: Object = next(one for one in bases() if one["kind"] == "CustomResourceDefinition")
    return found


def chosen(chance: Random, count: int, suffix: str) -> list[Pair]:
    """Return pairs by chance; their objects have names of their own."""
    kinds = [one for one in bases() if one["kind"] != "CustomResourceDefinition"]
    found = []
    for number in range(count):
        before = deepcopy(chance.choice(kinds))
        before["metadata"]["name"] = f"{before['kind'].lower()}-{number}-{suffix}"
        found.append(Pair(before, chance.choice(DRIFTS), _changed(before, chance)))
    return found


def _changed(before: Object, chance: Random) -> Object | None:
    how = chance.choice(("same", "same", "leaf", "leaf", "leaf", "less", "label", "twice", "gone"))
    after = deepcopy(before)
    if how == "gone":
        return None
    if how == "label":
        after["metadata"].setdefault("labels", {})["tier"] = "new"
    leaves = list(_leaves(after, ()))
    for _ in range({"leaf": 1, "twice": 2}.get(how, 0)):
        path, value = chance.choice(leaves)
        _set(after, path, _other(value))
    if how == "less":
        path, _ = chance.choice(leaves)
        _set(after, path, _GONE)
    return after


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if ".".join(map(str, path)) in _FIXED:
        return
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _leaves(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from _leaves(member, (*path, index))
    else:
        yield path, value


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else value


def _set(data: Any, path: tuple[Any, ...], value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    if value is _GONE:
        del data[path[-1]]
    else:
        data[path[-1]] = value


DRIFTS = (
    "none",
    "none",
    "label",
    "unlabel",
    "annotation",
    "edit",
    "edit",
    "apply",
    "take",
    "scale",
    "env",
    "sidecar",
    "restart",
    "keep",
    "delete",
    "strip",
)


def drift(client: Client, namespace: str, pair: Pair, chance: Random) -> None:
    """Do to a live object what somebody else does; what makes no sense for its kind is left."""
    one, how = pair.before, pair.drift
    place = client.place_of(one, namespace)
    by = f"{place}?fieldManager=kubectl-edit"
    if how == "label":
        client.ask("PATCH", by, {"metadata": {"labels": {"by": "hand", "app": "other"}}}, MERGE)
    elif how == "unlabel":
        client.ask("PATCH", by, {"metadata": {"labels": {"app": None}}}, MERGE)
    elif how == "annotation":
        client.ask("PATCH", by, {"metadata": {"annotations": {"by": "hand"}}}, MERGE)
    elif how == "keep":
        policy = {"helm.sh/resource-policy": "keep"}
        client.ask("PATCH", by, {"metadata": {"annotations": policy}}, MERGE)
    elif how == "delete":
        client.ask("DELETE", f"{place}?propagationPolicy=Background")
    elif how == "strip":
        client.ask("PATCH", by, {"metadata": {"managedFields": [{}]}}, MERGE)
    elif how == "scale":
        scale = f"{place}/scale?fieldManager=kubectl"
        client.ask("PATCH", scale, {"spec": {"replicas": 7}}, MERGE)
    elif how in ("edit", "apply", "take"):
        _edit(client, namespace, pair, chance)
    else:
        _of_pods(client, by, one, how)


def _edit(client: Client, namespace: str, pair: Pair, chance: Random) -> None:
    """Change fields that the chart has: with an update, or by applying them, with force or where nobody minds."""
    live = client.read(pair.before, namespace).data
    leaves = [path for path, _ in _leaves(pair.before, ())]
    path = chance.choice(leaves)
    if pair.drift == "edit":
        if "stringData" in path:
            path = ("data", path[-1])
            _set(live, path, "b3RoZXI=")
        else:
            value = live
            for step in path:
                value = value[step]
            _set(live, path, _other(value))
        place = client.place_of(pair.before, namespace)
        client.ask("PUT", f"{place}?fieldManager=kubectl-edit", live)
        return
    part = deepcopy(pair.before)
    if pair.drift == "take":
        value = part
        for step in path:
            value = value[step]
        _set(part, path, _other(value))
    client.apply(part, namespace, manager="operator", force=pair.drift == "take")


def _of_pods(client: Client, by: str, one: Object, how: str) -> None:
    template = one.get("spec", {}).get("template")
    if not isinstance(template, dict):
        return
    name = template["spec"]["containers"][0]["name"]
    patches: dict[str, Object] = {
        "env": {"spec": {"containers": [{"name": name, "env": [{"name": "DEBUG", "value": "1"}]}]}},
        "sidecar": {"spec": {"containers": [{"name": "agent", "image": "agent:1"}]}},
        "restart": {
            "metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "2026-01-01"}}
        },
    }
    if how in patches:
        client.ask("PATCH", by, {"spec": {"template": patches[how]}}, STRATEGIC)


def write_chart(folder: Path, objects: list[Object]) -> None:
    """Write a chart that renders to objects as they are."""
    templates = folder / "templates"
    shutil.rmtree(templates, ignore_errors=True)
    templates.mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: app\nversion: 1.0.0\n")
    for one in objects:
        (templates / f"{one['metadata']['name']}.yaml").write_text(json.dumps(one))


class Bench:
    """Where pairs are tried: a cluster, both Helms, and a folder."""

    def __init__(self, cluster: RunningCluster, folder: Path, namespace: str) -> None:
        self._client = cluster.client()
        self._namespace = namespace
        self._folder = folder
        path = folder / "kubeconfig"
        token = cluster.tokens["admin"]
        data = servers.kubeconfig(cluster.url, cluster.authority, token, namespace)
        path.write_text(json.dumps(data))
        path.chmod(0o600)
        self.cluster = Cluster.live(kubeconfig=path)
        self._helms = {
            4: Helm(peer.helm_binary(), path, folder),
            3: Helm(peer.helm3_binary(), path, folder),
        }
        found = self._client.create(definition(), "")
        assert found.status in (201, 409), found.refused
        self._client.settle(definition(), "")

    def try_pairs(self, release: str, pairs: list[Pair], way: str, chance: Random) -> list[Outcome]:
        """Install, change by hand, predict, upgrade, and compare."""
        chart = self._folder / release
        write_chart(chart, [pair.before for pair in pairs])
        first = self._helms[3 if way in ("helm3", "migrated") else 4]
        flags = ["--server-side=false"] if way == "csa" else []
        first.run("install", release, str(chart), *flags).succeeded()
        for pair in pairs:
            drift(self._client, self._namespace, pair, chance)
        objects = [pair.after for pair in pairs if pair.after is not None]
        write_chart(chart, objects)
        predicted, error = self._predicted(release, objects, way, dry_runs=True)
        local, local_error = self._predicted(release, objects, way, dry_runs=False)
        second = self._helms[3 if way == "helm3" else 4]
        flags = ["--server-side=true"] if way == "migrated" else []
        ran = second.run("upgrade", release, str(chart), *flags)
        said = "" if ran.code == 0 else _error(ran.stderr)
        outcomes = [Outcome(f"{way} {release}: error", error, local_error, said)]
        for pair in pairs:
            name = pair.before["metadata"]["name"]
            live = self._client.read(pair.before, self._namespace)
            happened = None if live.status == 404 else plain(live.data)
            key = pair.before["kind"], name
            title = f"{way} {release} {name} ({pair.drift})"
            # Helm goes on after an object that it cannot update, and ends at one that it cannot create.
            updates = pair.after is not None and not said.startswith("failed to create resource")
            if not said or (updates and isinstance(predicted.get(key), dict)):
                outcomes.append(Outcome(title, predicted.get(key), local.get(key), happened))
        return outcomes

    def _predicted(
        self, release: str, objects: list[Object], way: str, *, dry_runs: bool
    ) -> tuple[dict[tuple[str, str], object], str]:
        reader = self.cluster.reader
        found = installed(reader, release, self._namespace)
        options = LiveOptions(
            helm=3 if way == "helm3" else 4,
            server_side="true" if way == "migrated" else "auto",
            dry_runs=dry_runs,
        )
        applying = _applying(found.last, found.current, options)
        text = "\n---\n".join(map(json.dumps, sorted_as_helm(objects)))
        wanted = read_objects(text, "after") if objects else ()
        stored = read_objects(found.current.manifest, "before")
        custom = CustomTypes([definition()])
        upgrade = Upgrade(release, self._namespace, applying, custom, dry_runs=dry_runs)
        examined = examine(reader, upgrade, stored, wanted)
        after = {(one.object.key.kind, one.object.key.name): _after(one) for one in examined}
        return after, failure_of(examined)


def sorted_as_helm(objects: list[Object]) -> list[Object]:
    """Return objects in the order in which Helm sends them."""
    from helmwright.rendering.order import INSTALL_ORDER

    order = {kind: at for at, kind in enumerate(INSTALL_ORDER)}
    return sorted(
        objects,
        key=lambda one: (
            order.get(one["kind"], len(order)),
            one["kind"] if one["kind"] not in order else "",
            one["metadata"]["name"],
        ),
    )


def _after(one: Examined) -> object:
    if one.wanted is None:
        return plain(one.live) if one.kept and one.live is not None else None
    if one.prediction is None:
        return "undecided"
    return None if one.prediction.after is None else plain(one.prediction.after)


def plain(data: Object) -> Object:
    """Return an object without what only counts its changes, and without what is assigned anew."""
    found = deepcopy(data)
    found.pop("status", None)
    for key in ("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp"):
        found["metadata"].pop(key, None)
    annotations = found["metadata"].get("annotations", {})
    annotations.pop("deployment.kubernetes.io/revision", None)
    annotations.pop("deprecated.daemonset.template.generation", None)
    if found["kind"] == "Service":
        for key in ("clusterIP", "clusterIPs"):
            found["spec"].pop(key, None)
    if found["kind"] == "Job":  # made anew, it selects pods by its identity
        found["spec"].pop("selector", None)
        labels = found["spec"]["template"]["metadata"].get("labels", {})
        for key in ("batch.kubernetes.io/controller-uid", "controller-uid"):
            labels.pop(key, None)
    copied: Object = json.loads(json.dumps(found))
    return copied


def _error(stderr: str) -> str:
    found = stderr[stderr.index("Error: ") :].strip()
    return found.removeprefix("Error: UPGRADE FAILED: ")


def run(bench: Bench, count: int, seed: str, ways: tuple[str, ...] = WAYS) -> list[Outcome]:
    """Return the outcomes of a number of pairs for each way."""
    found = []
    for way in ways:
        for start in range(0, count, SIZE):
            chance = Random(f"{seed} {way} {start}")  # noqa: S311 - cases, not secrets
            release = f"r{start}-{way}"
            pairs = chosen(chance, min(SIZE, count - start), release)
            found += bench.try_pairs(release, pairs, way, chance)
    return found


def main() -> None:
    """Try pairs, and print those that were not as predicted."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    with servers.running() as cluster:
        grant(cluster.client())
        cluster.client().make_namespace("pairs")
        with tempfile.TemporaryDirectory() as folder:
            found = run(Bench(cluster, Path(folder), "pairs"), count, seed)
    report(found)


def report(found: list[Outcome]) -> None:
    """Print what was not as predicted, and how many were."""
    for one in found:
        if one.predicted != one.happened:
            print(f"{one.name}\n  predicted {one.predicted}\n  happened  {one.happened}")
        if one.read_only != one.happened:
            print(f"{one.name}\n  read-only {one.read_only}\n  happened  {one.happened}")
    right = sum(one.predicted == one.happened for one in found)
    local = sum(one.read_only == one.happened for one in found)
    failed = sum(isinstance(one.happened, str) and bool(one.happened) for one in found)
    print(f"{right} of {len(found)} as predicted, {local} read-only; {failed} upgrades failed")


if __name__ == "__main__":
    main()
