# ruff: noqa: INP001 - a script, not a package
"""Write the keys that each release of the Determined master accepts, read from its Go sources.

    python scripts/determined_master_keys.py REPOSITORY KUBERNETES_API APIMACHINERY OUTPUT

REPOSITORY is a clone of github.com/determined-ai/determined with its tags; KUBERNETES_API and
APIMACHINERY are the source directories of the modules k8s.io/api and k8s.io/apimachinery, from
which the type Pod comes. The result is renderer/helmwright/determined/master_keys.json;
renderer/helmwright/determined/master_schema.py says how to read it.
"""

from __future__ import annotations

import argparse
import functools
import json
import posixpath
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST = (0, 12, 10)
SCHEMAS_SINCE = (0, 15, 6)
"""From here on experiments are not decoded by structs alone: see determined_task_shapes.py."""
MASTER = "github.com/determined-ai/determined/master"
BASIC = {
    "any": "any",
    "bool": "bool",
    "byte": "uint8",
    "[]byte": "bytes",
    "error": "any",
    "float32": "float32",
    "float64": "float64",
    "int": "int",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "interface{}": "any",
    "rune": "int32",
    "string": "string",
    "uint": "uint",
    "uint8": "uint8",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
}
ELSEWHERE = {
    "encoding/json.RawMessage": "any",
    "github.com/uptrace/bun.BaseModel": "any",
    "gopkg.in/guregu/null.v3.String": "text",
    "github.com/docker/docker/api/types.AuthConfig": "docker.AuthConfig",
    "github.com/docker/docker/api/types/container.NetworkMode": "string",
    "github.com/docker/docker/api/types/registry.AuthConfig": "docker.AuthConfig",
    "k8s.io/api/core/v1.Pod": "core.Pod",
    "time.Duration": "int64",
    "time.Time": "time",
}
"""Types of other modules, and what their JSON is."""

DECODED_AS = {
    # Providers start machines; no key below them means anything on Kubernetes.
    "provconfig.Config": "any",
    "provisioner.Config": "any",
    # Bytes that are decoded as the model whenever they are looked at.
    "internal.CheckpointStorageConfig": "model.CheckpointStorageConfig",
    "core.Quantity": "quantity",
    "resource.Quantity": "quantity",
    "intstr.IntOrString": "int_or_string",
    "meta.Time": "time",
    "meta.MicroTime": "time",
    "meta.FieldsV1": "any",
    "model.Duration": "duration",
    "model.Labels": "any",
    "model.StorageSize": "storage_size",
    "provisioner.Duration": "duration",
}
"""Types whose own decoder, or whose place, makes their fields irrelevant."""

TASK_DECODERS = {"model.Hyperparameter": "hyperparameter", "model.Length": "length"}
"""Types of experiments before 0.15.6 with decoders of their own."""

DOCKER_AUTH = (
    "username",
    "password",
    "auth",
    "email",
    "serveraddress",
    "identitytoken",
    "registrytoken",
)


@dataclass(frozen=True)
class Declaration:
    """A Go type: its fields, or the expression it stands for, and the imports of its file."""

    fields: tuple[str, ...]
    expression: str
    imports: dict[str, str]


@dataclass
class Package:
    """What is declared in one directory."""

    types: dict[str, Declaration] = field(default_factory=dict)
    decoders: dict[str, str] = field(default_factory=dict)


class Source(Protocol):
    """Where Go packages come from."""

    def package(self, path: str) -> Package | None:
        """Return the package with an import path, None when it is not from here."""


@functools.cache
def parse_file(text: str) -> Package:
    """Return the types and the UnmarshalJSON methods of a Go file (gofmt's layout)."""
    imports = _imports(text)
    package = Package()
    lines = text.split("\n")
    indent: str | None = None
    index = 0
    while index < len(lines):
        line = lines[index]
        if line == "type (":
            indent = "\t"
        elif line == ")":
            indent = None
        pattern = r"^type (\w+)\s+(?:= )?(.+)$" if indent is None else r"^\t(\w+)\s+(?:= )?(.+)$"
        match = re.match(pattern, line)
        if match and match[2].startswith("struct {") and not match[2].endswith("}"):
            end = lines.index(f"{indent or ''}}}", index)
            package.types[match[1]] = Declaration(tuple(lines[index + 1 : end]), "struct", imports)
            index = end
        elif match and match[2] != "(":
            package.types[match[1]] = Declaration((), match[2].split(" //")[0].strip(), imports)
        index += 1
    for match in re.finditer(
        r"^func \((?:\w+ )?\*?(\w+)\) UnmarshalJSON\(.*?^}", text, re.DOTALL | re.MULTILINE
    ):
        package.decoders[match[1]] = match[0]
    return package


def _imports(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    block = re.search(r"^import \((.*?)^\)", text, re.DOTALL | re.MULTILINE)
    for match in re.finditer(
        r'^\s*(?:import )?([\w.]+ )?"([^"]+)"$', block[1] if block else text, re.MULTILINE
    ):
        last = re.sub(r"\.v[0-9]+$", "", match[2].rsplit("/", 1)[-1])
        found[(match[1] or last).strip()] = match[2]
    return found


class Tag:
    """The master's sources at one tag."""

    def __init__(self, repository: Path, tag: str) -> None:
        self._repository = repository
        self._files: dict[str, list[str]] = {}
        for line in _git(repository, "ls-tree", "-r", tag, "master").splitlines():
            meta, path = line.split("\t")
            if path.endswith(".go") and not path.endswith("_test.go"):
                self._files.setdefault(posixpath.dirname(path), []).append(meta.split()[2])
        self.flags = _git(repository, "show", f"{tag}:master/cmd/determined-master/init.go")

    @functools.cache  # noqa: B019 - a tag lives as long as the program
    def package(self, path: str) -> Package | None:
        """Return a package of the master."""
        if not path.startswith(MASTER):
            return None
        blobs = self._files.get("master" + path.removeprefix(MASTER), [])
        return _merged([parse_file(_blob(self._repository, blob)) for blob in blobs])


class Kubernetes:
    """The modules that declare Pod."""

    def __init__(self, roots: dict[str, Path]) -> None:
        self._roots = roots

    @functools.cache  # noqa: B019 - one object per program
    def package(self, path: str) -> Package | None:
        """Return a package of k8s.io/api or k8s.io/apimachinery."""
        for prefix, root in self._roots.items():
            if path.startswith(f"{prefix}/"):
                files = sorted((root / path.removeprefix(prefix).strip("/")).glob("*.go"))
                return _merged([parse_file(name.read_text()) for name in files])
        return None


def _merged(packages: list[Package]) -> Package:
    merged = Package()
    for package in packages:
        merged.types.update(package.types)
        merged.decoders.update(package.decoders)
    return merged


@functools.cache
def _blob(repository: Path, name: str) -> str:
    return _git(repository, "cat-file", "blob", name)


def _git(repository: Path, *arguments: str) -> str:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603


@dataclass
class Type:
    """A struct as JSON sees it."""

    decoder: str
    fields: dict[str, str] = field(default_factory=dict)
    union: dict[str, str] = field(default_factory=dict)
    key: str = ""
    """The key that chooses the member of a union."""


class Reader:
    """Walks from a root type to everything it holds."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.types: dict[str, Type] = {}

    def read(self, path: str, name: str) -> str:
        """Return the expression by which the result knows a Go type."""
        full = _short(path, name)
        if full in DECODED_AS:
            other = DECODED_AS[full]
            if other == "model.CheckpointStorageConfig":
                return self.read(f"{MASTER}/pkg/model", "CheckpointStorageConfig")
            return other
        package = self._source.package(path)
        if package is None or name not in package.types:
            return ELSEWHERE[f"{path}.{name}"]
        declaration = package.types[name]
        if declaration.expression not in {"struct", "struct{}"}:
            return self._expression(declaration.expression, path, declaration)
        if full not in self.types:
            self.types[full] = Type(_decoder(full, package.decoders.get(name)))
            self._fields(self.types[full], path, declaration)
        return full

    def _fields(self, into: Type, path: str, declaration: Declaration) -> None:
        for line in declaration.fields:
            text = re.sub(r"^\s*//.*", "", line).strip()
            if not text:
                continue
            match = re.fullmatch(
                r"(?:(\w+(?:, \w+)*)\s+)?(\*?[\w.\[\]*{}]+)\s*(?:`([^`]*)`)?\s*(?://.*)?", text
            )
            if not match:
                raise ValueError(f"cannot read the field {line!r}")
            self._field(into, path, declaration, match)

    def _field(self, into: Type, path: str, declaration: Declaration, match: re.Match[str]) -> None:
        names, expression, tags = match[1], match[2], match[3] or ""
        json_tag = re.search(r'json:"([^"]*)"', tags)
        key = json_tag[1].split(",")[0] if json_tag else ""
        union = re.search(r'union:"(\w+),(\w+)"', tags)
        if union:
            into.key = union[1]
            into.union[union[2]] = self._expression(expression, path, declaration)
        elif names is None and not key:
            self._embedded(into, self._expression(expression, path, declaration))
        elif key != "-":
            for name in (names or expression).split(", "):
                if key or name[0].isupper():
                    into.fields[key or name] = self._expression(expression, path, declaration)

    def _embedded(self, into: Type, expression: str) -> None:
        other = self.types.get(expression.lstrip("*"))
        if other is not None:
            into.fields.update(other.fields)
            into.union.update(other.union)

    def _expression(self, text: str, path: str, declaration: Declaration) -> str:
        if text in BASIC:
            return BASIC[text]
        composite = re.match(r"\*|\[\]|map\[[\w.]+\]", text)
        if composite:
            mark = "map:" if composite[0].startswith("map") else composite[0]
            return mark + self._expression(text[composite.end() :], path, declaration)
        if "." in text:
            prefix, name = text.split(".")
            return self.read(declaration.imports[prefix], name)
        return self.read(path, text)


def _short(path: str, name: str) -> str:
    last = path.rsplit("/", 1)[-1]
    return f"{path.rsplit('/', 2)[-2] if re.fullmatch(r'v[0-9]+', last) else last}.{name}"


def _decoder(name: str, body: str | None) -> str:
    """Return how a struct is decoded.

    ``plain``: by the decoder that came here. ``loose``: by one of its own, which ignores unknown
    keys. ``union``: by the key ``type``, refusing what neither it nor the member knows. Else the
    name of a decoder that has no second of its kind.
    """
    if body is None:
        return "plain"
    special = {
        "model.RuntimeItem": "runtime_item",
        "model.RuntimeItems": "runtime_items",
        "expconf.LogActionV0": "log_action",
        "model.DeviceConfig": "device",
    }
    if name in TASK_DECODERS:
        return TASK_DECODERS[name]
    if "union.Unmarshal" in body:
        return "union"
    if name in special and ("plain" in body or "legacy" in body):
        return special[name]
    if "DefaultParser" in body or "json.Unmarshal(data, r)" in body:
        return "loose"
    raise ValueError(f"{name} has a decoder of a new kind:\n{body}")


Spans = list[list[str | None]]


class History:
    """Facts with the releases for which they hold."""

    def __init__(self, releases: list[str]) -> None:
        self._releases = releases
        self._facts: dict[tuple[str, ...], dict[str, str]] = {}

    def note(self, release: str, value: str, *key: str) -> None:
        """Remember that at a release the thing named by a key was a value."""
        self._facts.setdefault(key, {})[release] = value

    def spans(self, *key: str) -> Spans:
        """Return ``[value, since, until]`` for each unbroken run; None is the first or last."""
        found: list[tuple[str, list[str]]] = []
        previous: str | None = None
        for release in self._releases:
            value = self._facts[key].get(release)
            if value is not None and value == previous:
                found[-1][1].append(release)
            elif value is not None:
                found.append((value, [release]))
            previous = value
        first, last = self._releases[0], self._releases[-1]
        spans: Spans = []
        for value, run in found:
            since = None if run[0] == first else run[0]
            until = None if run[-1] == last else run[-1]
            spans.append([value, since, until] if until else [value, since] if since else [value])
        return spans

    def below(self, *prefix: str) -> list[str]:
        """Return the next parts of the keys that begin with some parts, sorted."""
        size = len(prefix)
        return sorted({key[size] for key in self._facts if key[:size] == prefix})


def read_master(repository: Path) -> tuple[History, list[str]]:
    """Return everything about the master's configuration at every release."""
    tags = {_number(tag): tag for tag in _git(repository, "tag").split() if _number(tag) >= FIRST}
    releases = [".".join(map(str, number)) for number in sorted(tags)]
    history = History(releases)
    for number in sorted(tags):
        release = ".".join(map(str, number))
        tag = Tag(repository, tags[number])
        reader = Reader(tag)
        home = f"{MASTER}/internal/config"
        package = tag.package(home)
        if package is None or "Config" not in package.types:
            home = f"{MASTER}/internal"
        history.note(release, reader.read(home, "Config"), "root")
        for kind, name in re.findall(
            r"register(\w+)\(flags,\s*name\(([^)]*)\)", tag.flags.split("func registerConfig")[-1]
        ):
            path = ".".join(re.findall(r'"([^"]+)"', name)).replace("-", "_")
            history.note(release, kind.lower(), "flags", path)
        _note_tasks(history, release, reader, number)
        _note_types(history, release, reader.types)
    return history, releases


def _note_tasks(history: History, release: str, reader: Reader, number: tuple[int, ...]) -> None:
    """Note what tasks are decoded into; experiments only while they are not held against schemas."""
    model = f"{MASTER}/pkg/model"
    history.note(release, reader.read(model, "CommandConfig"), "tasks", "command")
    if number < SCHEMAS_SINCE:
        history.note(release, reader.read(model, "ExperimentConfig"), "tasks", "experiment")


def _note_types(history: History, release: str, types: dict[str, Type]) -> None:
    for name, type_ in types.items():
        history.note(release, type_.decoder, "types", name, "decoder")
        if type_.key:
            history.note(release, type_.key, "types", name, "key")
        for key, expression in type_.fields.items():
            history.note(release, expression, "types", name, "fields", key)
        for key, expression in type_.union.items():
            history.note(release, expression.lstrip("*"), "types", name, "union", key)


def _number(tag: str) -> tuple[int, ...]:
    match = re.fullmatch(r"v?(\d+)\.(\d+)\.(\d+)", tag)
    return tuple(map(int, match.groups())) if match else ()


def described(history: History, releases: list[str], pods: dict[str, Type]) -> dict[str, object]:
    """Return the content of the data file."""
    types: dict[str, dict[str, object]] = {}
    for name in history.below("types"):
        entry: dict[str, object] = {"decoder": history.spans("types", name, "decoder")}
        if "key" in history.below("types", name):
            entry["key"] = history.spans("types", name, "key")
        for part in ("fields", "union"):
            keys = history.below("types", name, part)
            if keys:
                entry[part] = {key: history.spans("types", name, part, key) for key in keys}
        types[name] = entry
    for name, type_ in pods.items():
        fields = {key: [[expression]] for key, expression in sorted(type_.fields.items())}
        types[name] = {"decoder": [["plain"]], "fields": fields}
    types["docker.AuthConfig"] = {
        "decoder": [["plain"]],
        "fields": {key: [["string"]] for key in DOCKER_AUTH},
    }
    flags = {path: history.spans("flags", path) for path in history.below("flags")}
    return {
        "source": {
            "master": f"github.com/determined-ai/determined, tags {releases[0]} to {releases[-1]}",
            "pods": "k8s.io/api v0.28.3, the version that the last master links",
            "script": "scripts/determined_master_keys.py",
        },
        "root": history.spans("root"),
        "flags": flags,
        "tasks": {kind: history.spans("tasks", kind) for kind in history.below("tasks")},
        "types": types,
    }


def main() -> None:
    """Read the sources and write the data file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name in ("repository", "kubernetes_api", "apimachinery", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    history, releases = read_master(options.repository)
    reader = Reader(
        Kubernetes(
            {"k8s.io/api": options.kubernetes_api, "k8s.io/apimachinery": options.apimachinery}
        )
    )
    reader.read("k8s.io/api/core/v1", "Pod")
    content = described(history, releases, reader.types)
    options.output.write_text("\n".join(_lines(content, 0)) + "\n")


def _lines(content: object, depth: int, lead: str = "", end: str = "") -> Iterator[str]:
    """Yield JSON with one line for each list, so that a change of one key is a change of one line."""
    indent = " " * depth
    if not isinstance(content, dict):
        yield f"{indent}{lead}{json.dumps(content)}{end}"
        return
    yield f"{indent}{lead}{{"
    for index, (key, value) in enumerate(content.items(), 1):
        comma = "," if index < len(content) else ""
        yield from _lines(value, depth + 1, f"{json.dumps(key)}: ", comma)
    yield f"{indent}}}{end}"


if __name__ == "__main__":
    main()
