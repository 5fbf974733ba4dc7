"""Checks of task files beside the master's own schemas and its own examples.

    python -m tests.conformance.task_configs CLONE [--cases 2000] [--seed 1] [--release 0.25.0 …]

CLONE is a clone of github.com/determined-ai/determined with its tags. For each release, first the
example configurations of its tag (examples/, e2e_tests/, tutorials of the docs) are checked as files
of that release: what the master runs in its own tests must have no finding. Then configurations that
chance has changed, and some that it has made of the shapes, are held against the JSON Schemas of the
tag by the library jsonschema, with the keywords that the master adds. Ends with 1 for a difference.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import posixpath
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT7

from helmwright.base.errors import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.determined.pods.sources import json_value
from helmwright.determined.tasks import checks
from helmwright.determined.tasks.checking import Effect, check_task, kind_of
from helmwright.determined.tasks.experiments import ExperimentCheck
from helmwright.determined.tasks.shapes import ROOT, SCHEMAS_SINCE, parsed, shapes_of
from helmwright.determined.versions import RELEASES, DeterminedRelease
from helmwright.go.yaml_read import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

FOLDERS = ("examples", "e2e_tests/tests/fixtures", "docs")
SCHEMAS = "schemas/expconf/v0"
ADDRESS = "http://determined.ai/schemas/expconf/v0/"
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    0.5,
    2,
    420,
    "",
    "x",
    "/a",
    "..",
    "a:B",
    "1",
    "single",
    "grid",
    "s3",
    [],
    {},
    ["a"],
    [1],
    {"batches": 1},
    {"type": "int"},
    {"type": "int", "minval": 1, "maxval": 0},
    {"name": "random"},
    {"cpu": "a"},
    {"cpu": ["A=1"]},
)
WORDS = ("enviroment", "slots_per_trail", "type", "name", "priority", "count", "epochs", "image")


def tag_of(release: DeterminedRelease) -> str:
    """Returns the tag of a release."""
    return f"v{release}" if release.at_least(0, 38, 0) else str(release)


def files_of(clone: Path, release: DeterminedRelease) -> Iterator[tuple[str, bytes]]:
    """Yields the YAML files among a tag's examples."""
    listing = git(clone, "ls-tree", "-r", tag_of(release), *FOLDERS).decode()
    for line in listing.splitlines():
        meta, name = line.split("\t")
        if name.endswith((".yaml", ".yml")):
            yield name, git(clone, "cat-file", "blob", meta.split()[2])


def git(clone: Path, *arguments: str) -> bytes:
    """Returns what git says."""
    return subprocess.run(
        ["git", "-C", str(clone), *arguments], check=True, capture_output=True
    ).stdout


class Oracle:
    """The schemas of a tag, with the keywords that the master adds to them."""

    def __init__(self, clone: Path, release: DeterminedRelease) -> None:
        resources = []
        for line in git(clone, "ls-tree", "-r", tag_of(release), SCHEMAS).decode().splitlines():
            name = Path(line.split("\t")[1]).name
            schema = json.loads(git(clone, "cat-file", "blob", line.split()[2]))
            schema.pop("$schema")  # it would choose a validator without the master's keywords
            resources.append((ADDRESS + name, DRAFT7.create_resource(schema)))
        validator = extend(
            Draft7Validator,
            {
                "union": _union,
                "checks": _checks,
                "conditional": _conditional,
                "compareProperties": _compare,
                "disallowProperties": _disallow,
                "optionalRef": _optional,
            },
        )
        registry: Any = Registry().with_resources(resources)
        self._validator = validator({"$ref": f"{ADDRESS}experiment.json"}, registry=registry)

    def takes(self, config: Any) -> bool:
        """Tells whether a configuration is sane."""
        return next(self._validator.iter_errors(config), None) is None


def _union(validator: Any, union: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    valid = [one for one in union["items"] if validator.evolve(schema=one).is_valid(instance)]
    if len(valid) != 1:
        yield ValidationError("union")


def _checks(validator: Any, found: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    for message, schema in found.items():
        if not validator.evolve(schema=schema).is_valid(instance):
            yield ValidationError(message)


def _conditional(validator: Any, found: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if "when" in found:
        holds = validator.evolve(schema=found["when"]).is_valid(instance)
    else:
        holds = not validator.evolve(schema=found["unless"]).is_valid(instance)
    if holds:
        yield from validator.descend(instance, found["enforce"])


def _compare(_: Any, found: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    low, high = instance.get(found["a"]), instance.get(found["b"])
    if found["type"] == "a_is_subdir_of_b":
        if isinstance(low, str) and isinstance(high, str):
            low, high = posixpath.normpath(low or "."), posixpath.normpath(high or ".")
            if low.startswith("..") or (low.startswith("/") and not low.startswith(high)):
                yield ValidationError("subdir")
        return
    numbers = all(isinstance(one, int | float) and one is not True for one in (low, high))
    if numbers and low is not False and high is not False:
        assert low is not None and high is not None  # noqa: PT018 - what numbers says
        if low > high or (low == high and found["type"] == "a<b"):
            yield ValidationError("compare")


def _disallow(_: Any, found: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    for key, message in found.items():
        if isinstance(instance, dict) and key in instance:
            yield ValidationError(message)


def _optional(validator: Any, address: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if instance is not None:
        yield from validator.descend(instance, {"$ref": address})


class _NoPods:
    """Stands for the decoder of pods, about which the schemas say next to nothing."""

    def __init__(self, *_: Any) -> None:
        pass

    def decode_pod(self, _: Any) -> list[Any]:
        return []


def ours(config: Any, release: DeterminedRelease) -> list[str]:
    """Returns what we refuse by the schemas alone."""
    found = ExperimentCheck(release, complete=True)
    found.type(config, ROOT, ())
    refused = (one for one in found.problems if one.effect is Effect.REFUSED)
    return [f"{dotted(one.path)}: {one.message}" for one in refused]


@dataclass
class Inventor:
    """Makes configurations by chance."""

    chance: random.Random
    release: DeterminedRelease
    seeds: list[Any] = field(default_factory=list)

    def cases(self, count: int) -> Iterator[Any]:
        """Yields so many."""
        for number in range(count):
            if self.seeds and number % 3:
                config = copy.deepcopy(self.chance.choice(self.seeds))
            else:
                config = self.of_type(ROOT, 0)
            for _ in range(self.chance.randrange(3)):
                self.mutate(config)
            yield config

    def mutate(self, config: Any) -> None:
        """Changes one thing somewhere."""
        places = list(_places(config))
        if not places:
            return
        holder, key = self.chance.choice(places)
        action = self.chance.randrange(5)
        if action == 0 and isinstance(holder, dict):
            holder[self.chance.choice(WORDS)] = copy.deepcopy(self.chance.choice(VALUES))
        elif action == 1:
            del holder[key]
        elif action == 2 and isinstance(holder, dict):
            holder[f"{key}x"] = holder.pop(key)
        else:
            holder[key] = copy.deepcopy(self.chance.choice(VALUES))

    def of_type(self, name: str, depth: int) -> Any:
        """Returns a map of a type, mostly right."""
        found = shapes_of(self.release.number).type(name)
        if found.alias:
            return self.of_shape(found.alias, depth)
        if found.is_written or depth > 6:
            return copy.deepcopy(self.chance.choice(VALUES))
        fields = dict(found.fields)
        made: dict[str, Any] = {}
        if found.by:
            made[found.by] = self.chance.choice([*found.members, "nonsense"])
            member = found.members.get(made[found.by])
            if member:
                own = self.of_type(member, depth + 1)
                made = {**own, found.by: made[found.by]}
            fields = {key: fields[key] for key in self._some(fields, 0.05)}
        wanted = {*found.needs, *self._some(fields, 0.35 if depth else 0.5)}
        made |= {key: self.of_shape(fields[key], depth + 1) for key in wanted if key in fields}
        return made

    def _some(self, names: Iterable[str], share: float) -> list[str]:
        return [name for name in names if self.chance.random() < share]

    def of_shape(self, text: str, depth: int) -> Any:
        """Returns a value of a shape, mostly."""
        shape = self.chance.choice(parsed(text))
        if self.chance.random() < 0.05:
            return copy.deepcopy(self.chance.choice(VALUES))
        if shape.type_name and self.chance.random() < 0.9:
            return self.of_type(shape.type_name, depth)
        if shape.among:
            return self.chance.choice(shape.among)
        if shape.check == "pod":
            return {
                "spec": {
                    "containers": [
                        {
                            "name": self.chance.choice(["a", "determined-container"]),
                            self.chance.choice(["image", "env", "args"]): "x",
                        }
                    ]
                }
            }
        kind = self.chance.choice(sorted(shape.kinds) or ["text"])
        makers: dict[str, Callable[[], Any]] = {
            "null": lambda: None,
            "bool": lambda: True,
            "integer": lambda: self.chance.randrange(-1, 101),
            "number": lambda: self.chance.choice([0.5, 1, 2, -3]),
            "text": lambda: self.chance.choice(["/a/b", "a", "..", ".", "4g", "a.b:C", "/a:/b:rw"]),
            "list": lambda: [self.of_shape(shape.items, depth + 1)] if shape.items else [1],
            "map": lambda: {"a": self.of_shape(shape.values or "any", depth + 1)},
        }
        return makers[kind]()


def _places(config: Any) -> Iterator[tuple[Any, Any]]:
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(config, dict):
        pairs = config.items()
    elif isinstance(config, list):
        pairs = enumerate(config)
    for key, item in pairs:
        yield config, key
        yield from _places(item)


@dataclass
class Figures:
    """What a run has counted."""

    files: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    alarms: list[str] = field(default_factory=list)
    cases: int = 0
    refused: int = 0
    differences: list[str] = field(default_factory=list)


def check_files(clone: Path, release: DeterminedRelease, figures: Figures) -> list[Any]:
    """Checks a tag's files; returns its experiments."""
    experiments = []
    for name, data in files_of(clone, release):
        try:
            config = json_value(load(data, name))
        except HelmwrightError:
            continue
        kind = kind_of(config, name)
        figures.files += 1
        figures.kinds[kind or "not a task"] += 1
        if not kind:
            continue
        if kind == "experiment":
            experiments.append(config)
        for one in check_task(config, kind, release, complete=True):
            found = f"{release} {name} ({kind}): {dotted(one.path)}: {one.message}"
            figures.alarms.append(f"{found} [{one.effect.value}]")
    return experiments


def compare(
    clone: Path, release: DeterminedRelease, inventor: Inventor, cases: int, figures: Figures
) -> None:
    """Holds configurations made by chance against the schemas."""
    oracle = Oracle(clone, release)
    for config in inventor.cases(cases):
        figures.cases += 1
        takes, refusals = oracle.takes(config), ours(config, release)
        figures.refused += not takes
        if takes != (not refusals):
            verdict = "the schema takes" if takes else "the schema refuses, and we take"
            figures.differences.append(f"{release}: {verdict}: {refusals} {json.dumps(config)}")


def main() -> int:
    """Runs over releases and prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("clone", type=Path)
    parser.add_argument("--cases", type=int, default=2000, help="by chance, for each release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--release", nargs="*", help="only these")
    options = parser.parse_args()
    decoder = vars(checks)["PodDecoder"]
    figures, kept = Figures(), Figures()
    for release in RELEASES:
        if options.release and str(release) not in options.release:
            continue
        vars(checks)["PodDecoder"] = decoder
        seeds = check_files(options.clone, release, figures)
        vars(checks)["PodDecoder"] = _NoPods
        if release.number >= SCHEMAS_SINCE:
            chance = random.Random(f"{options.seed} {release}")  # noqa: S311 - no secret
            compare(options.clone, release, Inventor(chance, release, seeds), options.cases, kept)
    for line in (*figures.alarms, *kept.differences[:50]):
        print(line)
    print(
        f"{figures.files} files of examples: {dict(figures.kinds)}; {len(figures.alarms)} findings"
    )
    print(f"{kept.cases} by chance, {kept.refused} refused; {len(kept.differences)} differences")
    return 1 if kept.differences else 0


if __name__ == "__main__":
    sys.path.insert(0, os.fspath(Path(__file__).parent.parent.parent))
    sys.exit(main())
