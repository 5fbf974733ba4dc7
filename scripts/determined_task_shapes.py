# ruff: noqa: INP001 - a script, not a package
"""Write what each release's schemas say about the configuration of experiments, in a form of our own.

    python scripts/determined_task_shapes.py REPOSITORY OUTPUT

REPOSITORY is a clone of github.com/determined-ai/determined with its tags. The result is
renderer/helmwright/determined/tasks/experiment_shapes.json; tasks/shapes.py says how to read it.
What no form is known for ends the program: a new kind of check has to be written by a person.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from determined_master_keys import History, _git, _lines, _number

FIRST = (0, 15, 6)
"""From here on the master holds experiments against the schemas."""
FOLDER = "schemas/expconf/v0"
ADDRESS = "http://determined.ai/schemas/expconf/v0/"
KINDS = {
    "array": "list",
    "boolean": "bool",
    "integer": "integer",
    "null": "null",
    "number": "number",
    "object": "map",
    "string": "text",
}
CHECKS = {
    "host_path must be an absolute path": "absolute",
    "hdfs_path must be an absolute path": "absolute",
    "local_cache_host_path must be an absolute path": "absolute",
    "local_cache_container_path must be an absolute path": "absolute",
    "host_storage_path must be an absolute path": "absolute",
    "container_storage_path must be an absolute path": "absolute",
    'container_path must not be "."': "not_dot",
    "prefix cannot contain /../": "no_parent",
    "must be a valid memory size": "memory_size",
    'entrypoint must be of the form "module.submodule:ClassName"': "trial_class",
    "mixed_precision should be a string starting with an uppercase letter 'O'": "",
    "credential and connection_string must not both be set": "one_credential",
    "storage_path must either be a relative directory or a subdirectory of host_path": "subfolder",
    "must specify an entrypoint that references the trial class": "entrypoint",
    '"name" must be set, and "pattern" is also required unless you intend to disable an existing '
    "policy": "log_policy_named",
}
"""Messages of checks with their names in tasks/checks.py; blank for what another fact says."""
BY_HAND = {
    "check-data-layer-cache",
    "check-epoch-not-used",
    "check-global-batch-size",
    "check-grid-hyperparameter",
    "check-positive-length",
    "hyperparameter",
    "length",
    "searcher-length",
    "tensorboard-storage",
}
"""Recursive schemas and unions without a key: tasks/unions.py has each as a function."""
ANNOTATIONS = {"$schema", "$id", "$comment", "title", "default"}


def read_schemas(repository: Path) -> tuple[History, list[str]]:
    """Return the facts of every release."""
    tags = {_number(tag): tag for tag in _git(repository, "tag").split() if _number(tag) >= FIRST}
    releases = [".".join(map(str, number)) for number in sorted(tags)]
    history = History(releases)
    for number in sorted(tags):
        release = ".".join(map(str, number))
        for line in _git(repository, "ls-tree", tags[number], f"{FOLDER}/").splitlines():
            meta, path = line.split("\t")
            name = Path(path).stem
            if not name.startswith("test-"):
                schema = json.loads(_git(repository, "cat-file", "blob", meta.split()[2]))
                Noting(history, release, name).note(schema)
    return history, releases


class Noting:
    """Notes one schema of one release."""

    def __init__(self, history: History, release: str, name: str) -> None:
        self._history = history
        self._release = release
        self._name = name

    def _fact(self, value: str, *key: str) -> None:
        self._history.note(self._release, value, "types", self._name, *key)

    def note(self, schema: dict[str, Any]) -> None:
        """Note what a schema says."""
        if self._name in BY_HAND:
            self._fact("unions", "written")
            return
        rest = {key: value for key, value in schema.items() if key not in ANNOTATIONS}
        if not {"properties", "union", "additionalProperties"} & set(rest) or (
            "union" in rest and not _chosen_by(rest["union"])
        ):
            self._fact(self._shape(rest, ""), "alias")
            return
        condition = rest.pop("conditional", rest if "if" in rest else {})
        union = (condition.get("enforce") or condition.get("then") or rest).get("union")
        for key in ("if", "then", "union", "type"):
            rest.pop(key, None)
        if union:
            self._fact(_chosen_by(union), "by")
            for item in union["items"]:
                value = item["unionKey"].partition("=")[2]
                self._fact(_named(item["$ref"]), "members", value)
        elif condition:
            raise ValueError(f"{self._release} {self._name}: {json.dumps(condition)}")
        for key, value in rest.pop("properties", {}).items():
            self._fact(self._shape(value, key), "fields", key)
        self._object(rest)

    def _object(self, rest: dict[str, Any]) -> None:
        others = rest.pop("additionalProperties", True)
        if others is not False:
            self._fact("any" if others is True else self._shape(others, "*"), "rest")
        for key, fact in (("required", "needs"), ("eventuallyRequired", "wants")):
            names = rest.pop(key, [])
            if names:
                self._fact(" ".join(sorted(names)), fact)
        checks = [CHECKS[message] for message in rest.pop("checks", {})]
        checks += [_common(item) for item in rest.pop("allOf", [])]
        compared = rest.pop("compareProperties", None)
        if compared and compared["type"] != "a_is_subdir_of_b":
            checks.append(compared["a"] + compared["type"][1:-1] + compared["b"])
        rest.pop("eventually", None)
        rest.pop("disallowProperties", None)
        if any(checks):
            self._fact(" ".join(sorted(filter(None, checks))), "checks")
        if rest:
            raise ValueError(f"{self._release} {self._name}: {json.dumps(rest)}")

    def _shape(self, schema: Any, key: str) -> str:
        """Return a shape in the words of tasks/shapes.py."""
        if schema is True:
            return "any"
        schema = {name: value for name, value in schema.items() if name not in ANNOTATIONS}
        if key == "pod_spec":
            return "map|null ~pod"
        if key in {"explore_function", "replace_function"}:
            return self._inline(schema, key)
        union = schema.pop("union", None)
        if union:
            return self._alternatives(union)
        words = self._kinds(schema)
        reference = schema.pop("$ref", schema.pop("optionalRef", None))
        if reference:
            words.append("@" + _named(reference))
        for name, marks in (("items", "[]"), ("additionalProperties", "{}")):
            if name in schema:
                words.append(marks[0] + self._shape(schema.pop(name), "") + marks[1])
        words += ["~" + CHECKS[message] for message in schema.pop("checks", {}) if CHECKS[message]]
        if schema.pop("pattern", None):
            words.append("~device")
        schema.pop("minLength", None)
        if schema:
            raise ValueError(f"{self._release} {self._name} {key}: {json.dumps(schema)}")
        return " ".join(word for word in words if word) or "any"

    def _kinds(self, schema: dict[str, Any]) -> list[str]:
        """Take the kinds, texts and bounds out of a schema."""
        kinds = schema.pop("type", [])
        words = ["|".join(KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))]
        among = schema.pop("enum", [schema.pop("const")] if "const" in schema else None)
        if among is not None:
            words = ["|".join(["text"] + ["null"] * (None in among))]
            words.append("=" + ",".join(value for value in among if value is not None))
        for name, mark in (("minimum", ">="), ("maximum", "<="), ("exclusiveMinimum", ">")):
            if name in schema:
                words.append(f"{mark}{schema.pop(name):g}")
        return words

    def _alternatives(self, union: dict[str, Any]) -> str:
        return " / ".join(
            self._shape({key: value for key, value in item.items() if key != "unionKey"}, "")
            for item in union["items"]
        )

    def _inline(self, schema: dict[str, Any], key: str) -> str:
        """Note a map within a schema as a type of its own."""
        inner = schema
        while "properties" not in inner:
            inner = (inner.get("conditional") or inner).get("enforce", inner)
            inner = inner["union"]["items"][0]
        own = {name: inner[name] for name in inner if name != "unionKey"}
        Noting(self._history, self._release, f"{self._name}.{key}").note(own)
        return f"map|null @{self._name}.{key}"


def _chosen_by(union: dict[str, Any]) -> str:
    keys = {item["unionKey"].partition("=")[0] for item in union["items"]}
    (key,) = keys if len(keys) == 1 else ("",)
    return str(key.removeprefix("const:")) if key.startswith("const:") else ""


def _common(item: dict[str, Any]) -> str:
    text = json.dumps(item)
    for name, check in (
        ("check-grid-hyperparameter", "grid_counts"),
        ("check-epoch-not-used", "epochs_need_records"),
        ("check-data-layer-cache", "cache_paths"),
    ):
        if name in text:
            return check
    raise ValueError(text)


def _named(address: str) -> str:
    return address.removeprefix(ADDRESS).removesuffix(".json")


def described(history: History, releases: list[str]) -> dict[str, object]:
    """Return the content of the data file."""
    types: dict[str, dict[str, object]] = {}
    for name in history.below("types"):
        entry: dict[str, object] = {}
        for fact in history.below("types", name):
            if fact in {"fields", "members"}:
                keys = history.below("types", name, fact)
                entry[fact] = {key: history.spans("types", name, fact, key) for key in keys}
            else:
                entry[fact] = history.spans("types", name, fact)
        types[name] = entry
    return {
        "source": {
            "schemas": f"github.com/determined-ai/determined, {FOLDER}, tags {releases[0]} to "
            f"{releases[-1]}",
            "script": "scripts/determined_task_shapes.py",
        },
        "types": types,
    }


def main() -> None:
    """Read the schemas and write the data file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name in ("repository", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    history, releases = read_schemas(options.repository)
    options.output.write_text("\n".join(_lines(described(history, releases), 0)) + "\n")


if __name__ == "__main__":
    main()
