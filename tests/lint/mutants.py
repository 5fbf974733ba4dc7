"""Good values files with one mistake each: what the bad examples of the rules have.

    python -m tests.lint.mutants [RULE …]

A mutant is a good file without the keys that an example sets, or misses, and with the example's text
below. Run as a program it prints the mutants that their rule does not find, and the share it does.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tests.lint.examples import ROOT, determined_chart

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import replace
from helmwright.determined.linting.rule import DETERMINED, PODS, UPSTREAM
from helmwright.go.positions import document_positions
from helmwright.lint.catalogue import all_rules, find_rule
from helmwright.lint.definition import Reads
from helmwright.lint.run import Selection, lint_subject
from helmwright.testing.examples_of_rules import VALUES, files_of, is_chart, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from helmwright.lint.definition import Example, Rule
    from helmwright.lint.finding import Finding

READS = frozenset({Reads.SOURCE, Reads.VALUES, DETERMINED, PODS})
EVERYTHING = Selection()
GOOD_FILES = (
    "minimal.yaml",
    "s3.yaml",
    "external-postgres-tls.yaml",
    "ingress-nginx.yaml",
    "resource-pools.yaml",
    "enterprise.yaml",
    "small-cluster.yaml",
)
"""Of chart/examples."""

_POOLS = frozenset({"resourcePools", "defaultComputeResourcePool", "defaultAuxResourcePool"})
_SLOTS = frozenset({"slotType", "slotResourceRequests"})
_EDITION = frozenset({"enterpriseEdition", "imageRegistry", "imagePullSecretName"})
_TASKS = frozenset({"taskContainerDefaults"})
EXCUSES = {
    "affinity-without-node-affinity": _SLOTS,
    "bucket-without-credentials": _TASKS | {"serviceAccount"},
    "compute-pool-without-slots": _POOLS | _SLOTS,
    "cpu-slots-use-gpu-pod-spec": _TASKS,
    "database-image-floats": frozenset({"db"}),
    "database-image-of-other-major": frozenset({"db"}),
    "deprecated-key": frozenset({"maxSlotsPerPod"}),
    "enterprise-from-docker-hub": _EDITION,
    "enterprise-without-pull-secret": _EDITION,
    "gc-pod-spec-without-containers": _POOLS,
    "gpus-in-pod-spec": _SLOTS,
    "initial-password-missing": frozenset({"initialUser"}),
    "initial-password-too-weak": frozenset({"initialUser"}),
    "limit-below-request": frozenset({"masterMemRequest"}),
    "managers-without-license": _EDITION,
    "max-slots-not-divisor": _POOLS | _SLOTS,
    "pool-hides-nodes": _SLOTS,
    "pool-name-twice": _POOLS,
    "pods-that-pod-security-refuses": frozenset({"checkpointStorage"}),
    "pools-share-nodes": _SLOTS,
    "rbac-without-enterprise": _EDITION,
    "sign-on-without-enterprise": _EDITION,
    "slot-cpu-fills-node": _POOLS,
    "slot-cpu-without-effect": _SLOTS,
    "task-image-without-pull-secret": _TASKS | _SLOTS,
    "tls-secret-with-load-balancer": frozenset({"useNodePortForMaster", "ingress"}),
    "two-sources-after-the-merge": _POOLS,
    "version-without-image": _EDITION,
}
"""Keys of good files with which what a rule is about is no mistake; its mutants are without them."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A good file that one example of a rule has broken.

    first_line: of the example's text in it.
    """

    rule: Rule
    example: Example
    good: str
    text: str
    first_line: int


def mutants(rules: Iterable[Rule]) -> Iterator[Mutant]:
    """Yields the mutants for the rules that look at values."""
    for rule in rules:
        for example in rule.bad if rule.reads in READS and not rule.opt_in else ():
            if is_chart(example):
                continue
            marked = files_of(example)[VALUES]
            removed = _keys(marked.text) | _missing(rule, example)
            removed |= EXCUSES.get(rule.id, frozenset())
            for good in GOOD_FILES:
                kept = _without(_text(good), removed | {"detVersion", "detRelease"})
                lines = kept.count("\n")
                yield Mutant(rule, example, good, kept + marked.text, lines + 1)


@cache
def _text(good: str) -> str:
    text = (ROOT / "chart" / "examples" / good).read_text()
    return text if text.endswith("\n") else f"{text}\n"


def _keys(text: str) -> frozenset[str]:
    try:
        table = document_positions(text, VALUES)
    except HelmwrightError:
        return frozenset()
    return frozenset(str(path[0]) for path in table if len(path) == 1)


def _missing(rule: Rule, example: Example) -> frozenset[str]:
    """Returns the keys that the rule complains about, which a good file must not have."""
    subject, _ = subject_of(rule, example, ROOT)
    findings = lint_subject(subject, Selection(select=frozenset({rule.id}))).findings
    return frozenset(str(one.value_path[0]) for one in findings if one.value_path)


def _without(text: str, keys: frozenset[str]) -> str:
    """Returns a values file without some of its top-level keys."""
    lines = text.splitlines(keepends=True)
    table = document_positions(text, VALUES)
    starts = sorted(
        (position.line or 1, str(path[0])) for path, position in table.items() if len(path) == 1
    )
    kept = lines[: starts[0][0] - 1] if starts else lines
    for (line, key), (following, _) in zip(
        starts, [*starts[1:], (len(lines) + 1, "")], strict=True
    ):
        if key not in keys:
            kept += lines[line - 1 : following - 1]
    return "".join(kept)


def findings_of(mutant: Mutant, folder: Path, selection: Selection = EVERYTHING) -> list[Finding]:
    """Returns everything that the rules together find in a mutant."""
    subject, _ = subject_of(mutant.rule, mutant.example, folder)
    chart = determined_chart(upstream=mutant.example.chart == UPSTREAM)
    broken = replace(subject, chart=chart, files=((VALUES, mutant.text.encode()),))
    return lint_subject(broken, selection).findings


def quick_selection(rule: Rule) -> Selection:
    """Returns the rules that do not render a chart or start another program, and this one."""
    return Selection(select=_quick() | {rule.id})


@cache
def _quick() -> frozenset[str]:
    quick = {Reads.SOURCE, Reads.VALUES, DETERMINED}
    return frozenset(
        rule.id
        for rule in all_rules()
        if rule.reads in quick and rule.id != "yaml-style" and not rule.opt_in
    )


def is_found(mutant: Mutant, findings: list[Finding]) -> bool:
    """Tells whether the rule finds its mistake, or for a general rule another says the same."""
    if any(finding.rule == mutant.rule.id for finding in findings):
        return True
    return mutant.rule.general and any(finding.severity >= 2 for finding in findings)


def main() -> int:
    """Prints the mutants of the named rules, or of all, that survive."""
    rules = [find_rule(name) for name in sys.argv[1:]] or all_rules()
    count = missed = 0
    for mutant in mutants(rules):
        count += 1
        findings = findings_of(mutant, ROOT)
        if not is_found(mutant, findings):
            missed += 1
            print(f"{mutant.rule.id} in {mutant.good}: {mutant.example.text[:60]!r}")
            print(f"    {[finding.rule for finding in findings]}")
    print(f"{count} mutants, {count - missed} found by their rules")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
