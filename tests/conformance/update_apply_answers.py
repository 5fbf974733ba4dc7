"""Asks a real API server what it says of objects that are applied, and writes its answers down.

    python tests/conformance/update_apply_answers.py

``tests/kube/apply_answers.json`` has objects with the server's refusal, and objects that others have changed with the
conflict that follows; ``tests/kube/test_apply_errors.py`` holds the program against it. ``ask`` is what tests of a
running server call, so that both ask alike. Answers are never written by hand.
"""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.cluster import servers

if TYPE_CHECKING:
    from tests.cluster.client import Client

ANSWERS = Path(__file__).resolve().parent.parent / "kube" / "apply_answers.json"
_MANAGERS = "managedFields"


def ask_refusal(server: Client, data: dict[str, Any]) -> str:
    """Return what a server says of an object that is applied, blank if it takes it; nothing is stored."""
    return server.apply(data, "default", dry=True).refused or ""


def ask_conflict(server: Client, case: dict[str, Any]) -> dict[str, Any]:
    """Return a case with the live object and the server's answer.

    case: ``first`` is applied, others change it by ``patches`` (manager, form, body, subresource), then ``then`` is applied.
    """
    first = case["first"]
    server.apply(first, "default")
    path = f"{server.path_of(first, 'default')}/{first['metadata']['name']}"
    for manager, form, body, subresource in case["patches"]:
        place = f"{path}/{subresource}" if subresource else path
        force = "&force=true" if "apply" in form else ""
        answer = server.ask(
            "PATCH", f"{place}?fieldManager={manager}{force}", body, f"application/{form}"
        )
        if answer.refused:
            raise SystemExit(f"{manager}: {answer.refused}")
    live = server.ask("GET", path).data
    refused = server.apply(case["then"], "default", dry=True).refused or ""
    server.ask("DELETE", path)
    return {**case, "live": _without_chance(live), "answer": refused}


def _without_chance(live: dict[str, Any]) -> dict[str, Any]:
    """Return a stored object without what is another each time."""
    kept = copy.deepcopy(live)
    metadata = kept["metadata"]
    for name in ("creationTimestamp", "resourceVersion", "uid", "generation"):
        metadata.pop(name, None)
    for entry in metadata[_MANAGERS]:
        entry.pop("time", None)
    kept.pop("status", None)
    return kept


def main() -> None:
    """Ask about every case again."""
    data = json.loads(ANSWERS.read_text())
    with servers.running(controllers=False) as cluster:
        server = cluster.client("admin")
        refusals = [
            {"object": one["object"], "answer": ask_refusal(server, one["object"])}
            for one in data["refusals"]
        ]
        conflicts = [ask_conflict(server, one) for one in data["conflicts"]]
    found = {"refusals": refusals, "conflicts": conflicts}
    ANSWERS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    sys.stdout.write(f"{len(refusals)} refusals, {len(conflicts)} conflicts\n")


if __name__ == "__main__":
    main()
