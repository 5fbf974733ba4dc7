"""Strict validation of Kubernetes objects, quick enough for hundreds of them.

The schemas of the API are those of the package kubernetes-validate in its strict form, where an
unknown field is an error; custom resources are held against `tests/custom_resources.yaml`. A field
without a value is an error, too: the API would take it for absent, so nobody meant to write it. Only
a strategy's rollingUpdate is null on purpose, which clears what an older release has left there.
"""

from __future__ import annotations

import functools
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSIONS = ("1.25", "1.31", "1.37")
MEANT_TO_BE_NULL = ".spec.strategy.rollingUpdate"
CUSTOM = Path(__file__).parent / "custom_resources.yaml"


def complaints(made: dict[str, Any], version: str) -> list[str]:
    """Returns what is wrong with an object under a version of Kubernetes."""
    return list(_complaints(json.dumps(made, sort_keys=True), version))


@functools.cache
def _complaints(text: str, version: str) -> tuple[str, ...]:
    made = json.loads(text)
    validator = _validator(made.get("apiVersion", ""), made.get("kind", ""), version)
    if validator is None:
        return (f"Kubernetes {version} has no {made.get('apiVersion')} {made.get('kind')}",)
    found = [f"{place} has no value" for place in _blanks(made, "") if place != MEANT_TO_BE_NULL]
    found += [f"{error.json_path}: {error.message}" for error in validator.iter_errors(made)]
    return tuple(found)


def _blanks(value: Any, place: str) -> Iterator[str]:
    """Yields the places of fields that are null."""
    if value is None:
        yield place
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _blanks(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _blanks(inner, f"{place}[{index}]")


@functools.cache
def _validator(api_version: str, kind: str, version: str) -> jsonschema.Draft202012Validator | None:
    custom = _custom().get(f"{api_version} {kind}")
    if custom is not None:
        return jsonschema.Draft202012Validator(custom)
    folder = files("kubernetes_validate") / f"kubernetes-json-schema/v{version}.0-local-strict"
    group = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", api_version)
    path = folder / f"{kind.lower()}-{group}.json"
    if not path.is_file():
        return None
    schema = json.loads(path.read_text())
    if api_version not in schema["properties"].get("apiVersion", {}).get("enum", [api_version]):
        return None
    return jsonschema.Draft202012Validator(_inline(schema, version, ()))


@functools.cache
def _definitions(version: str) -> dict[str, Any]:
    folder = files("kubernetes_validate") / f"kubernetes-json-schema/v{version}.0-local-strict"
    definitions: dict[str, Any] = json.loads((folder / "_definitions.json").read_text())["$defs"]
    return definitions


def _inline(schema: Any, version: str, above: tuple[str, ...]) -> Any:
    """Returns a schema with what it refers to in its place, which saves most of the time."""
    if isinstance(schema, list):
        return [_inline(one, version, above) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return {} if name in above else _definition(name, version)
    return {
        key: {name: _inline(one, version, above) for name, one in value.items()}
        if key == "properties"
        else _inline(value, version, above)
        for key, value in schema.items()
        if key not in ("description", "status") and not key.startswith("x-kubernetes-")
    }


_open: list[str] = []


@functools.cache
def _definition(name: str, version: str) -> Any:
    """Returns a definition with everything in its place; what contains itself allows anything."""
    if name in _open:
        return {}
    _open.append(name)
    found = _inline(_definitions(version)[name], version, tuple(_open))
    _open.pop()
    return found


@functools.cache
def _custom() -> dict[str, Any]:
    """Returns the schemas of custom resources by "apiVersion kind"."""
    loaded: dict[str, Any] = yaml.safe_load(CUSTOM.read_text())
    shared = loaded.pop("$defs")
    return {name: {**schema, "$defs": shared} for name, schema in loaded.items()}
