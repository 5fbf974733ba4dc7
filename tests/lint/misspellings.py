"""Misspells keys of public charts, and counts which of them lint finds, and what it says in vain.

    python -m tests.lint.misspellings FOLDER [--charts N] [--seed N] [--show missed|alarms] [--all]

Every folder below FOLDER with a Chart.yaml and a values.yaml is a chart, unless it is a subchart of
another; of those with the same name, the one with the longest values.yaml counts, or all of them
with ``--all``. For each a ``my.yaml`` is made that has some of its keys with a slip in each, chosen
by chance with a seed, so that the figures can be had again. A misspelling is found if a message
names the wrong key. A false alarm is a finding of ``misspelt-key`` or ``unread-key`` in values files
that come with the chart: its own ``values.yaml``, those in ``ci/``, and other examples of values.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import signal
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from tests.lint.slips import KINDS, slip

from helmwright import load_chart
from helmwright.base.errors import HelmwrightError
from helmwright.lint.catalogue import expand
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright import Chart

Steps = tuple["str | int", ...]

SAYING = ("values", "templates", "unknown-field", "misspelt-key")
"""The groups and rules that may name a wrong key of any chart."""
OF_KEYS = ("misspelt-key", "unread-key")
WANTED = {"top": 3, "nested": 3, "deep": 2, "list": 1, "subchart": 2, "comment": 2, "kubernetes": 2}
"""How many misspellings of each class a chart gets, at most."""
FREE = re.compile(
    r"(?i).*(labels|annotations|nodeselector|env|envvars|environment|envfrom|data|selector|matchlabels"
    r"|headers|plugins|files|params|args|parameters|variables|vars)"
)
"""Maps with keys of the user's: a slip in one of them is not a misspelling that anybody can know."""
FIELDS = {
    "resources": "limits requests",
    "securityContext": "runAsUser runAsNonRoot fsGroup",
    "podSecurityContext": "runAsUser runAsNonRoot fsGroup",
    "containerSecurityContext": "runAsUser privileged",
    "affinity": "nodeAffinity podAntiAffinity podAffinity",
    "tolerations": "key operator effect",
    "livenessProbe": "initialDelaySeconds periodSeconds timeoutSeconds failureThreshold",
    "readinessProbe": "initialDelaySeconds periodSeconds timeoutSeconds failureThreshold",
    "topologySpreadConstraints": "maxSkew topologyKey whenUnsatisfiable",
}
"""What Kubernetes has below the keys that most charts pass on; of tolerations and such, per item."""
LISTS = frozenset({"tolerations", "topologySpreadConstraints"})
_COMMENTED = re.compile(r"^(\s*)#+ ?(?=\s*(?:- )?[\w.-]+:(?:\s|$))")
_LIMIT = 120
"""Seconds for one chart."""


class Misspelling(NamedTuple):
    """A key with a slip: path of the map, the right and the wrong name, kind of slip, class, value."""

    above: Steps
    right: str
    wrong: str
    kind: str
    group: str
    value: Any


class Result(NamedTuple):
    """What came out for one chart; alarms: by rule, a text for each."""

    found: list[Misspelling]
    missed: list[Misspelling]
    alarms: list[tuple[str, str]]
    files: int
    error: str = ""


def charts_in(folder: Path, *, every: bool = False) -> list[Path]:
    """Return the folders of charts, without subcharts, sorted."""
    best: dict[str, Path] = {}
    for path in sorted(folder.rglob("Chart.yaml")):
        home = path.parent
        inside = home.parent.name == "charts" and (home.parent.parent / "Chart.yaml").exists()
        values = home / "values.yaml"
        if inside or not values.is_file():
            continue
        named = re.search(r"(?m)^name:\s*[\"']?([\w.-]+)", path.read_text("utf-8", "replace"))
        name = str(home) if every or named is None else named[1]
        if name not in best or _size(values) > _size(best[name] / "values.yaml"):
            best[name] = home
    return sorted(best.values())


def _size(path: Path) -> int:
    return path.stat().st_size


def misspellings(chart: Chart, random: Random) -> list[Misspelling]:
    """Return keys of a chart with slips, each at a place of its own."""
    found: list[Misspelling] = []
    taken: set[Steps] = set()
    pools = _pools(chart, random)
    for group, wanted in WANTED.items():
        pool = pools.get(group, [])
        random.shuffle(pool)
        count = 0
        for above, right, value, beside in pool:
            place = _list_of(above) or (*above, right)
            kinds = list(KINDS)
            random.shuffle(kinds)
            slips = ((kind, slip(right, kind, random)) for kind in kinds)
            fitting = [(kind, wrong) for kind, wrong in slips if wrong and wrong not in beside]
            if count == wanted or place in taken or not fitting:
                continue
            kind, wrong = fitting[0]
            taken.add(place)
            found.append(Misspelling(above, right, wrong, kind, group, value))
            count += 1
    return found


def _list_of(path: Steps) -> Steps:
    """Return the list that a path leads through, blank if there is none."""
    return next((path[:at] for at, step in enumerate(path) if isinstance(step, int)), ())


Candidate = tuple[Steps, str, Any, set[str]]
Change = tuple[Steps, str, str, Any]
"""Path of a map, the right and the wrong name of a key there, its value."""


def _pools(chart: Chart, random: Random) -> dict[str, list[Candidate]]:
    """Return the keys that can be misspelt, by class: path, name, value and what is beside it."""
    names = {subchart.name for subchart in chart.dependencies}
    pools: dict[str, list[Candidate]] = {name: [] for name in WANTED}
    for above, right, value, beside in keys_of(chart.values):
        if above and above[0] in names:
            group = "subchart"
        elif any(isinstance(step, int) for step in above):
            group = "list"
        else:
            group = ("top", "nested")[len(above)] if len(above) < 2 else "deep"
        pools[group].append((above, right, value, beside))
        for field in FIELDS.get(right, "").split():
            if right in LISTS and value in ([], None):
                pools["kubernetes"].append(((*above, right, 0), field, "x", set()))
            elif right not in LISTS and (value is None or (type(value) is dict)):
                pools["kubernetes"].append(((*above, right), field, {}, set(value or ())))
    for subchart in chart.dependencies:
        pools["subchart"] += keys_of(subchart.values, (subchart.name,))
    pools["comment"] = list(_commented(chart, random))
    return pools


def keys_of(value: Any, above: Steps = (), depth: int = 0) -> Iterator[Candidate]:
    """Yield the keys in values: path of the map, name, value, and all names there; no user's own."""
    if type(value) is list:
        if value and type(value[0]) is dict:
            yield from keys_of(value[0], (*above, 0), depth + 1)
        return
    if type(value) is not dict or depth > 8 or _is_free(above):
        return
    for key, part in value.items():
        if type(key) is not str:  # another reader than ours made it
            continue
        if re.fullmatch(r"[A-Za-z][\w-]+", key) and not key.isupper():
            yield above, key, part, set(value)
        yield from keys_of(part, (*above, key), depth + 1)


def _is_free(path: Steps) -> bool:
    return any(isinstance(step, str) and FREE.fullmatch(step) for step in path)


def _commented(chart: Chart, random: Random) -> Iterator[Candidate]:
    """Yield the keys that values.yaml has when a block of its comments is taken for YAML."""
    raw = next((raw.data for raw in chart.raw if raw.name == "values.yaml"), b"")
    lines = raw.decode("utf-8", "replace").splitlines()
    starts = [
        at
        for at, line in enumerate(lines)
        if _COMMENTED.match(line) and not (at and _COMMENTED.match(lines[at - 1]))
    ]
    random.shuffle(starts)
    for start in starts[:12] if len(lines) < 3000 else ():
        end = start
        while end < len(lines) and lines[end].lstrip().startswith("#"):
            end += 1
        changed = [re.sub(r"^(\s*)# ?", r"\1", line) for line in lines[start:end]]
        before = re.sub(r":\s*(\{\}|\[\])\s*$", ":", lines[start - 1]) if start else ""
        text = "\n".join([*lines[: max(start - 1, 0)], before, *changed, *lines[end:]])
        try:
            values = yaml.load(text, yaml.CSafeLoader)
        except (yaml.YAMLError, ValueError):
            continue
        for above, right, value, beside in keys_of(values) if type(values) is dict else ():
            is_key = right[0].islower()  # a Note or an Example is prose
            if is_key and not _has(chart.values, (*above, right)) and not _list_of(above):
                yield above, right, value, beside


def _has(values: Any, path: Steps) -> bool:
    for step in path:
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def file_of(slips: Iterable[Change], defaults: dict[str, Any]) -> str:
    """Return a values file with misspelt keys; items of lists are those of the defaults."""
    root: dict[str, Any] = {}
    for above, right, wrong, value in slips:
        place: Any = root
        origin: Any = defaults
        for step, after in zip(above, (*above[1:], ""), strict=False):
            origin = origin[step] if _has(origin, (step,)) else None
            if isinstance(step, int):
                if not place:
                    place.append(deepcopy(origin) if type(origin) is dict else {})
                place = place[0]
            else:
                place = place.setdefault(step, [] if isinstance(after, int) else {})
        if _list_of(above):  # the rest of the item is that of the defaults
            place.pop(right, None)
        place[wrong] = deepcopy(value)
    return yaml.safe_dump(root, sort_keys=False)


def measure(home: Path, seed: int) -> Result:
    """Misspell keys of one chart, and lint values files that come with it."""
    chart = load_chart(str(home))
    slips = misspellings(chart, Random(f"{seed} {home.name}"))  # noqa: S311 - cases
    text = file_of([(*one[:3], one.value) for one in slips], chart.values)
    subject = Subject(chart, (("my.yaml", text.encode()),), whole_chart=False)
    outcome = lint_subject(subject, Selection(select=_known(SAYING)))
    said = "\n".join(one.message for one in outcome.findings)
    found = [one for one in slips if re.search(rf"(?<![\w-]){re.escape(one.wrong)}(?![\w-])", said)]
    alarms: list[tuple[str, str]] = [("failure", f"{home}: {one}") for one in outcome.failures]
    files = 0
    for path in examples_of(home):
        own = Subject(chart, ((str(path), path.read_bytes()),), whole_chart=False)
        if own.sources[0].error is not None:
            continue
        files += 1
        try:
            noise = lint_subject(own, Selection(select=_known(OF_KEYS))).findings
        except HelmwrightError:
            continue
        alarms += [
            (one.rule, f"{one.span}: {one.message}; {one.fix}")
            for one in noise
            if one.rule in OF_KEYS
        ]
    return Result(found, [one for one in slips if one not in found], alarms, files)


def _known(names: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(_rules(name) for name in names))


def _rules(name: str) -> frozenset[str]:
    try:
        return expand([name])
    except HelmwrightError:  # a rule that an older version does not have
        return frozenset()


def examples_of(home: Path) -> list[Path]:
    """Return the values files that come with a chart."""
    found = {home / "values.yaml"}
    for pattern in (
        "ci/*.y*ml",
        "*values*.y*ml",
        "examples/*values*.y*ml",
        "example*/*values*.y*ml",
    ):
        found.update(path for path in home.glob(pattern) if path.is_file())
    return sorted(found)


def _apart(home: Path, seed: int) -> Result:
    """Measure in a process of its own, which may take so long and no longer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(_LIMIT)
        try:
            result = measure(home, seed)
        except Exception as error:  # noqa: BLE001 - the other charts are still measured
            result = Result([], [], [], 0, f"{type(error).__name__}: {error}"[:200])
        with os.fdopen(writing, "wb") as file:
            pickle.dump(result, file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        data = file.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else Result([], [], [], 0, "took too long")  # noqa: S301 - our own


def table(results: list[Result]) -> str:
    """Return the figures: by kind of slip, by class of key, and the false alarms."""
    found = [one for result in results for one in result.found]
    missed = [one for result in results for one in result.missed]
    lines = [f"{'':<12} {'found':>6} {'missed':>6} {'share':>7}"]
    for attribute in ("kind", "group"):
        names = KINDS if attribute == "kind" else tuple(WANTED)
        good = Counter(getattr(one, attribute) for one in found)
        bad = Counter(getattr(one, attribute) for one in missed)
        lines += [_row(name, good[name], bad[name]) for name in names]
        lines.append("")
    lines.append(_row("all", len(found), len(missed)))
    alarms = Counter(rule for result in results for rule, _ in result.alarms)
    files = sum(result.files for result in results)
    lines += ["", f"false alarms in {files} values files of the charts' own:"]
    lines += [f"  {rule}: {alarms[rule]}" for rule in (*OF_KEYS, *(set(alarms) - set(OF_KEYS)))]
    failed = [result.error for result in results if result.error]
    lines.append(f"{len(results) - len(failed)} charts; {len(failed)} that could not be measured")
    return "\n".join(lines)


def _row(name: str, good: int, bad: int) -> str:
    share = f"{100 * good / (good + bad):6.1f}%" if good + bad else ""
    return f"{name:<12} {good:>6} {bad:>6} {share:>7}"


def main() -> int:
    """Measure the charts that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--charts", type=int, default=0, help="so many, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="all versions of a chart")
    parser.add_argument(
        "--show", action="append", default=[], choices=["missed", "alarms", "errors"]
    )
    options = parser.parse_args()
    homes = charts_in(options.folder, every=options.all)
    if options.charts and options.charts < len(homes):
        homes = sorted(Random(options.seed).sample(homes, options.charts))  # noqa: S311 - cases
    results = []
    for home in homes:
        result = _apart(home, options.seed)
        results.append(result)
        name = home.relative_to(options.folder)
        if "missed" in options.show:
            for one in result.missed:
                path = ".".join(map(str, (*one.above, one.wrong)))
                print(f"{name}: missed {path} for {one.right} ({one.kind}, {one.group})")
        if "alarms" in options.show:
            for rule, text in result.alarms:
                print(f"{rule}: {text}")
        if result.error and "errors" in options.show:
            print(f"{name}: {result.error}")
        sys.stdout.flush()
    print(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
