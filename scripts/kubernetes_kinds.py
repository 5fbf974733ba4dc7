# ruff: noqa: INP001 - a script, not a package
"""Writes renderer/helmwright/kube/data/kinds.json: the fields of every Kubernetes kind.

Besides the types there are the fields that must be given. ``applied.json`` beside it says how the server
merges lists and maps that are applied.

    python scripts/kubernetes_kinds.py

The source is the PyPI package kubernetes-validate, which holds the JSON schemas that Kubernetes
publishes, with the extensions that say how lists are merged. A kind that newer releases no longer
serve is taken from the last one that did.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "renderer" / "helmwright" / "kube" / "data" / "kinds.json"
APPLIED = TARGET.with_name("applied.json")
PACKAGE = "kubernetes-validate"
PREFIXES = (
    ("io.k8s.apimachinery.pkg.apis.", ""),
    ("io.k8s.apimachinery.pkg.", ""),
    ("io.k8s.apiextensions-apiserver.pkg.apis.", ""),
    ("io.k8s.kube-aggregator.pkg.apis.", ""),
    ("io.k8s.api.", ""),
)

Definition = dict[str, Any]

KEY_DEFAULTS = {"protocol": "TCP"}
"""What a key of a list is that an item leaves out; the published schemas leave defaults out.
Source: +default of k8s.io/api core/v1 (ServicePort, ContainerPort)."""


def releases() -> list[tuple[str, dict[str, Definition]]]:
    """Return (release, definitions by name) of every release in the package, the newest first."""
    found = []
    for file in importlib.metadata.files(PACKAGE) or []:
        match = re.search(r"/v(\d+)\.(\d+)\.0-local/_definitions\.json$", str(file))
        if match:
            document = json.loads(Path(str(file.locate())).read_text(encoding="utf-8"))
            found.append(((int(match[1]), int(match[2])), document["$defs"]))
    return [
        (f"{major}.{minor}", definitions) for (major, minor), definitions in sorted(found)[::-1]
    ]


def short(name: str) -> str:
    """Return a definition's name without what all of them begin with: core.v1.PodSpec."""
    for prefix, replacement in PREFIXES:
        if name.startswith(prefix):
            return replacement + name.removeprefix(prefix)
    return name


def expression(schema: Definition) -> str:
    """Return a property's type as Go writes it."""
    if "$ref" in schema:
        return short(schema["$ref"].rpartition("/")[2])
    if "allOf" in schema:
        return expression(schema["allOf"][0])
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    kind = next((kind for kind in kinds if kind in SIMPLE), "object")
    if kind == "array":
        return "[]" + expression(schema.get("items", {}))
    if kind != "object":
        return SIMPLE[kind]
    values = schema.get("additionalProperties")
    return "map[string]" + expression(values) if isinstance(values, dict) else "interface"


SIMPLE = {
    "array": "",
    "object": "",
    "string": "string",
    "boolean": "bool",
    "integer": "int64",
    "number": "float64",
}


def rows(definition: Definition) -> list[list[str]]:
    """Return the fields of a definition, as helmwright.kube.go_types reads them."""
    found = []
    for name, schema in sorted(definition.get("properties", {}).items()):
        row = [
            name,
            expression(schema),
            "",
            schema.get("x-kubernetes-patch-strategy", ""),
            schema.get("x-kubernetes-patch-merge-key", ""),
        ]
        while not row[-1]:
            row.pop()
        found.append(row)
    return found


def references(definition: Definition) -> set[str]:
    """Return the names of the definitions that a definition refers to."""
    return {
        name.rpartition("/")[2]
        for name in re.findall(r'"\$ref": "([^"]+)"', json.dumps(definition))
    }


def collect() -> dict[str, Any]:
    """Return the whole document."""
    types: dict[str, list[list[str]]] = {}
    required: dict[str, list[str]] = {}
    kinds: dict[str, str] = {}
    since: dict[str, str] = {}
    for release, definitions in releases():
        wanted = []
        for name, definition in definitions.items():
            for kind in definition.get("x-kubernetes-group-version-kind", []):
                key = f"{kind['group']}/{kind['version']}/{kind['kind']}".lstrip("/")
                if key not in kinds and not kind["kind"].endswith(
                    ("Options", "WatchEvent", "Status")
                ):
                    kinds[key] = short(name)
                    since[key] = release
                    wanted.append(name)
        while wanted:
            name = wanted.pop()
            if short(name) not in types and name in definitions:
                types[short(name)] = rows(definitions[name])
                if definitions[name].get("required"):
                    required[short(name)] = sorted(definitions[name]["required"])
                wanted.extend(references(definitions[name]))
    newest = releases()[0][0]
    return {
        "source": f"{PACKAGE} {importlib.metadata.version(PACKAGE)}, Kubernetes {newest}",
        "older": {key: release for key, release in sorted(since.items()) if release != newest},
        "kinds": dict(sorted(kinds.items())),
        "types": dict(sorted(types.items())),
        "required": dict(sorted(required.items())),
    }


def resolved(schema: Definition, definitions: dict[str, Definition]) -> Definition:
    """Return the definition that a property refers to, else the property."""
    reference = schema.get("$ref") or (schema.get("allOf") or [{}])[0].get("$ref", "")
    return definitions.get(reference.rpartition("/")[2], schema)


def applied(definition: Definition, definitions: dict[str, Definition]) -> dict[str, Any]:
    """Return how fields are merged that are not merged by default.

    Lists are atomic unless they are a "set" or have keys, here with the default of each; maps are "atomic" if
    they say so.
    """
    found: dict[str, Any] = {}
    for name, schema in sorted(definition.get("properties", {}).items()):
        if schema.get("x-kubernetes-list-type") == "set":
            found[name] = "set"
        elif schema.get("x-kubernetes-list-type") == "map":
            keys = schema["x-kubernetes-list-map-keys"]
            found[name] = {key: KEY_DEFAULTS.get(key) for key in keys}
        elif "atomic" in (
            schema.get("x-kubernetes-map-type"),
            resolved(schema, definitions).get("x-kubernetes-map-type"),
        ):
            found[name] = "atomic"
    return found


def collect_applied() -> dict[str, Any]:
    """Return the whole document about applied objects."""
    found: dict[str, Any] = {}
    for _, definitions in releases():
        for name, definition in definitions.items():
            rules = applied(definition, definitions)
            if rules:
                found.setdefault(short(name), rules)
    return {
        "source": f"{PACKAGE} {importlib.metadata.version(PACKAGE)}, x-kubernetes-list-type, -map-type",
        "types": dict(sorted(found.items())),
    }


def main() -> None:
    """Write the files."""
    TARGET.parent.mkdir(exist_ok=True)
    document = json.dumps(collect_applied(), separators=(",", ":"), ensure_ascii=False)
    APPLIED.write_text(document.replace('},"', '},\n"') + "\n", encoding="utf-8")
    text = json.dumps(collect(), separators=(",", ":"), ensure_ascii=False)
    TARGET.write_text(text.replace('],"', '],\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
