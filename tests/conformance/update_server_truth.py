"""Asks a real kube-apiserver about pairs of objects, and writes what it says beside them.

    python tests/conformance/update_server_truth.py [FILE …]
    python tests/conformance/update_server_truth.py --generate FILE [KIND …]

Each file of ``tests/diff/server_truth`` is a list of pairs with a name and two texts, before and after; the
answers are written into it. Each pair is asked in two ways: as Helm 4 does it (``ssa``: both sides by
server-side apply) and as Helm 3 does it (``csa``: created, then the patch of three sides). The second
form writes new pairs, made of ``server_truth_bases.yaml``: hold them against the diff with
``python -m tests.diff.truth_table FILE``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.cluster import servers
from tests.conformance.server_truth_pairs import bases, pairs, transitions

from helmwright.patches.stream import load_exactly

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.cluster.client import Answer, Client

FOLDER = Path(__file__).resolve().parent.parent / "diff" / "server_truth"
NAMESPACE = "pairs"
_LONGEST = 160
_BOOKKEEPING = ("resourceVersion", "generation", "managedFields")
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def stored(data: dict[str, Any]) -> dict[str, Any]:
    """Return a stored object without what counts its changes."""
    metadata = {
        key: value for key, value in data.get("metadata", {}).items() if key not in _BOOKKEEPING
    }
    rest = {key: value for key, value in data.items() if key not in ("apiVersion", "status")}
    return {**rest, "metadata": metadata}


def template_of(data: dict[str, Any]) -> object:
    """Return the template of a workload's pods."""
    spec = data.get("spec")
    return spec.get("template") if isinstance(spec, dict) else None


class Asking:
    """Asks a server about pairs, one after the other."""

    def __init__(self, server: Client) -> None:
        self._server = server
        server.make_namespace(NAMESPACE)

    def about(self, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
        """Return what the server says about a pair; alone: why it refuses the second object by itself."""
        found: dict[str, Any] = {"alone": {}}
        for way in ("ssa", "csa"):
            found[way] = self.change(before, after, way)
            refused = found[way].get("refused")
            found["alone"][way] = None if refused is None else self._alone(after, way)
        return found

    def namespace(self, data: dict[str, Any]) -> str:
        """Return the namespace in which an object is asked about."""
        return str(data["metadata"].get("namespace", NAMESPACE))

    def _alone(self, after: dict[str, Any], way: str) -> str | None:
        send = self._server.apply if way == "ssa" else self._server.create
        return _short(send(after, self.namespace(after), dry=True))

    def change(self, before: dict[str, Any], after: dict[str, Any], way: str) -> dict[str, Any]:
        """Return what becomes of an object that is stored and then changed."""
        namespace = self.namespace(before)
        first = (self._server.apply if way == "ssa" else self._server.create)(before, namespace)
        if first.refused is not None:
            return {"before_refused": _short(first)}
        live = self._server.settle(before, namespace)
        if way == "ssa":
            second = self._server.apply(after, namespace)
        else:
            second = self._server.three_way(before, after, namespace)
        self.delete(before)
        if second.refused is not None:
            return {"refused": _short(second)}
        old, new = stored(live), stored(second.data)
        return {
            "refused": None,
            "object_unchanged": old == new,
            "pod_template_changed": template_of(old) != template_of(new),
        }

    def delete(self, data: dict[str, Any]) -> None:
        """Take an object out of the cluster, whatever protects it."""
        path = self._server.path_of(data, self.namespace(data))
        name = data["metadata"]["name"]
        merge = "application/merge-patch+json"
        self._server.ask("PATCH", f"{path}/{name}", {"metadata": {"finalizers": None}}, merge)
        self._server.ask("DELETE", f"{path}/{name}?gracePeriodSeconds=0")
        for _ in range(50):
            if self._server.ask("GET", f"{path}/{name}").status == 404:
                return
            self._server.ask("PATCH", f"{path}/{name}", {"metadata": {"finalizers": None}}, merge)


def _short(answer: Answer) -> str | None:
    return None if answer.refused is None else " ".join(answer.refused.split())[:_LONGEST]


def made(asking: Asking, server: Client, kinds: list[str]) -> Iterator[dict[str, Any]]:
    """Yield pairs of all bases of some kinds, of every kind if none is named, with the answers."""
    known = bases()
    wanted = [base for base in known if not kinds or base["kind"] in kinds]
    for number, base in enumerate(known):
        if base in wanted:
            answer = server.apply(base, asking.namespace(base))
            asking.delete(base)
            for name, before, after in pairs(base, answer.data, number):
                yield _pair(asking, name, before, after)
    for name, before, after in transitions(known):
        if before in wanted:
            yield _pair(asking, name, before, after)


def _pair(
    asking: Asking, name: str, before: dict[str, Any], after: dict[str, Any]
) -> dict[str, Any]:
    texts = {"before": json.dumps(before), "after": json.dumps(after)}
    return {"name": name, **texts, **asking.about(before, after)}


def write(file: Path, found: Iterable[dict[str, Any]]) -> None:
    """Write pairs, one in a line."""
    lines = [json.dumps(pair, ensure_ascii=False, separators=(",", ":")) for pair in found]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def main() -> None:
    """Ask about every pair of the files, and write the answers into them; or about new pairs."""
    arguments = sys.argv[1:]
    with servers.running(controllers=False) as cluster:
        server = cluster.client()
        asking = Asking(server)
        if arguments[:1] == ["--generate"]:
            write(Path(arguments[1]), made(asking, server, arguments[2:]))
            return
        for file in [Path(name) for name in arguments] or sorted(FOLDER.glob("*.json")):
            known = json.loads(file.read_text(encoding="utf-8"))
            for pair in known:
                before, after = load_exactly(pair["before"], ""), load_exactly(pair["after"], "")
                pair.update(asking.about(before, after))
            write(file, known)


if __name__ == "__main__":
    main()
