"""Runs generated examples through the real helm and through us, and reports what differs.

    python tests/conformance/compare.py --examples 200000 --seed 1 [--jobs 2] [--helm 3.21.4]

Each difference is shrunk and printed as a golden case, to be kept in
golden/language/regressions.cases. Examples on which helm itself gives several answers are counted
and left alone.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import shutil
import signal
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "renderer")]

from tests import era_cases, golden_cases, ours  # noqa: E402 - the path is set first
from tests.conformance import helm_releases, peer  # noqa: E402 - the path is set first
from tests.conformance.grammar import Example, Grammar  # noqa: E402 - the path is set first
from tests.golden_cases import Case, Entry, Expected  # noqa: E402 - the path is set first
from tests.known_differences import KNOWN_SIGNS  # noqa: E402 - the path is set first

from helmwright.rendering import capabilities  # noqa: E402 - the path is set first

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 10  # no run of ours may take longer
BATCH = 250


@dataclass(slots=True)
class Difference:
    """An example on which we differ from helm, and how."""

    example: Example
    explanation: str

    def __str__(self) -> str:
        return f"{as_golden(self.example)}{self.explanation}\n"


@dataclass(slots=True)
class Report:
    """What a number of examples gave."""

    examples: int = 0
    succeeded: int = 0
    chance: int = 0
    crashed: int = 0
    known: int = 0
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Adds the figures of another report."""
        self.examples += other.examples
        self.succeeded += other.succeeded
        self.chance += other.chance
        self.crashed += other.crashed
        self.known += other.known
        self.differences += other.differences

    def __str__(self) -> str:
        return (
            f"{self.examples} examples ({self.succeeded} rendered), "
            f"{len(self.differences)} differ, {self.known} by a known difference, "
            f"{self.chance} that helm leaves to chance, "
            f"{self.crashed} that end helm itself"
        )


class Comparison:
    """Both sides, and a directory for ours.

    release: the release of Helm that answers, and as which we answer; helm 4.2.4 if none is named.
    """

    def __init__(self, release: str = "") -> None:
        self.release = release
        binary = helm_releases.oracle_of(f"v{release}") if release else None
        self.oracle = peer.Oracle(binary)
        self.base = ours.scratch_folder()
        self.root = self.base / "work"
        # A generated template can hash what it prints, so even Go's patch release must agree.
        version = peer.request_of(["version", "--template", "{{.GoVersion}}"], [])
        capabilities.GO_VERSION = self.oracle.run([version])[0]["stdout"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *arguments: object) -> None:
        self.oracle.__exit__(*arguments)
        shutil.rmtree(self.base, ignore_errors=True)

    def check(self, examples: list[Example], shrink_most: int = 10) -> Report:
        """Returns the report on examples; at most `shrink_most` differences are shrunk."""
        report = Report(examples=len(examples))
        for example, answer in zip(examples, self.helm(examples), strict=True):
            if "crashed" in answer:
                report.crashed += 1
                continue
            report.succeeded += answer["code"] == 0
            explanation = self.explain(example, answer)
            if not explanation:
                continue
            if any(sign in explanation for sign in KNOWN_SIGNS):
                report.known += 1
                continue
            if self.left_to_chance(example):
                report.chance += 1
                continue
            if len(report.differences) < shrink_most:
                found = Difference(*self.shrink(example, explanation))
            else:
                found = Difference(example, explanation)
            report.differences.append(found)
        return report

    def helm(self, examples: list[Example]) -> list[dict[str, Any]]:
        """Returns the answers of the real helm."""
        return self.oracle.run([request(example) for example in examples])

    def explain(self, example: Example, answer: dict[str, Any]) -> str:
        """Returns how ours differs from an answer of helm, "" if it does not."""
        root = str(self.oracle.root)
        want = self._masked(
            golden_cases.mask(answer["stdout"], root),
            golden_cases.mask(answer["stderr"], root),
            answer["code"],
        )
        case = Case(Path("generated"), "generated", example.argv(), [], "", expected=want)
        try:
            got = self.ours(example)
        except TimeoutError:
            return f"ours took longer than {SECONDS} s"
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return f"ours raised {type(error).__name__}: {error}"
        if got.code == 64 and want.code == 1:
            case.usage_error = True
        return golden_cases.explain_difference(case, got)

    def ours(self, example: Example) -> Expected:
        """Runs ours on an example."""
        shutil.rmtree(self.root, ignore_errors=True)
        for path, text in example.files().items():
            Entry(path, golden_cases.to_bytes(text)).write(self.root)
        argv = [*example.argv(), *(("--helm", self.release) if self.release else ())]
        with time_limit(SECONDS):
            got = ours.run_command(argv, self.root, self.base, {}, "")
        return self._masked(*got)

    def _masked(self, stdout: str, stderr: str, code: int) -> Expected:
        answer = Expected(_addresses(stdout), _addresses(stderr), code)
        return era_cases.masked(answer) if self.release else answer

    def left_to_chance(self, example: Example) -> bool:
        """Says whether helm gives several answers to an example."""
        answers = self.helm([example] * 12)
        first, *rest = ({**answer, "id": ""} for answer in answers)
        return any(answer != first for answer in rest)

    def shrink(self, example: Example, explanation: str) -> tuple[Example, str]:
        """Returns a smaller example that differs in the same way, as far as is quickly found."""
        kind = explanation.split("\n", maxsplit=1)[0].split(":", maxsplit=1)[0]
        limit = time.monotonic() + 20
        progress = True
        while progress and time.monotonic() < limit:
            progress = False
            for smaller in candidates(example):
                if time.monotonic() > limit:
                    break
                answer = self.helm([smaller])[0]
                found = "" if "crashed" in answer else self.explain(smaller, answer)
                if found.split("\n")[0].split(":")[0] == kind:
                    example, explanation, progress = smaller, found, True
                    break
        return example, explanation


def _addresses(text: str) -> str:
    """Masks the addresses that Go prints for pointers (.Capabilities in a printed map)."""
    return re.sub(r"\b0x[0-9a-f]{8,16}\b", "0xADDRESS", text)


def request(example: Example) -> dict[str, Any]:
    """Returns an example as a request to the oracle."""
    files = [
        Entry(path, golden_cases.to_bytes(text)).as_request()
        for path, text in example.files().items()
    ]
    return peer.request_of(example.argv(), files)


def candidates(example: Example) -> Iterator[Example]:  # noqa: C901
    """Yields smaller examples: fewer arguments, fewer nodes, shorter texts."""
    for at in range(0, len(example.arguments), 2):
        yield replace(example, arguments=example.arguments[:at] + example.arguments[at + 2 :])
    if example.extra is not None:
        yield replace(example, extra=None)
        lines = example.extra.splitlines(keepends=True)
        for at in range(len(lines)):
            yield replace(example, extra="".join(lines[:at] + lines[at + 1 :]))
    if example.form != "direct":
        yield replace(example, form="direct", template="# " + example.template + "\n")
    pieces = re.findall(r"\{\{.*?\}\}|(?:(?!\{\{).)+|\{\{", example.template, re.DOTALL)
    for size in (8, 4, 2, 1):
        for at in range(len(pieces) - size + 1):
            yield replace(example, template="".join(pieces[:at] + pieces[at + size :]))
    for opening in range(len(pieces)):
        for closing in range(opening + 1, len(pieces)):
            if "end" in pieces[closing] and "{{" in pieces[opening]:
                kept = pieces[:opening] + pieces[opening + 1 : closing] + pieces[closing + 1 :]
                yield replace(example, template="".join(kept))
    yield from _inside_actions(example)
    lines = example.values.splitlines(keepends=True)
    for at in range(len(lines)):
        yield replace(example, values="".join(lines[:at] + lines[at + 1 :]))


def _inside_actions(example: Example) -> Iterator[Example]:
    text = example.template
    for group in re.finditer(r"\([^()]*\)", text):
        for instead in ("1", '"a"', ".Values.list", ".Values.map", ""):
            if len(instead) < len(group[0]):
                yield replace(
                    example, template=text[: group.start()] + instead + text[group.end() :]
                )
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[^\s{}()"]+', text):
        yield replace(example, template=text[: token.start()] + text[token.end() :])
        if len(token[0]) > 3:
            for instead in ("1", '"a"'):
                yield replace(
                    example, template=text[: token.start()] + instead + text[token.end() :]
                )
    for pipe in re.finditer(r" \| [^|}]*", text):
        yield replace(example, template=text[: pipe.start()] + text[pipe.end() :])


def as_golden(example: Example) -> str:
    """Returns an example as the text of a golden case without its expected part."""
    parts = ["== (name the behaviour)\n"]
    for path, text in example.files().items():
        name = path.removeprefix("c/") if path.startswith("c/") else f"../{path}"
        if name == "Chart.yaml":
            continue
        parts.append(golden_cases.section(name, text))
    arguments = example.argv()[2:]
    if arguments:
        import shlex

        parts.append("-- args --\n" + shlex.join(arguments) + "\n")
    return "".join(parts)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises TimeoutError in the body when it takes longer (main thread only)."""

    def stop(*_: object) -> None:
        raise TimeoutError

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


def examples(seed: int, count: int) -> list[Example]:
    """Returns the examples that a seed names."""
    grammar = Grammar(Random(seed))  # noqa: S311 - reproducible, not secret
    return [grammar.example() for _ in range(count)]


def work(job: tuple[int, int, int]) -> Report:
    """Checks the batches of one process: (seed, how many examples, which batches to take)."""
    seed, count, share = job
    report = Report()
    with Comparison(_RELEASE) as comparison:
        for batch in range(share, (count + BATCH - 1) // BATCH, multiprocessing_share(job)):
            size = min(BATCH, count - batch * BATCH)
            found = comparison.check(examples(seed * 1_000_003 + batch, size), shrink_most=6)
            for difference in found.differences:
                print(difference, flush=True)
            report.add(found)
            print(f"# batch {batch}: {report}", file=sys.stderr, flush=True)
    return report


_JOBS = 1
_RELEASE = ""


def multiprocessing_share(_: object) -> int:
    """Returns how many processes share the batches."""
    return _JOBS


def main() -> int:
    """Runs what the command line asks for; exit code 1 if anything differs."""
    global _JOBS, _RELEASE
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--examples", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--helm", default="", help="another release than 4.2.4")
    options = parser.parse_args()
    _JOBS, _RELEASE = options.jobs, options.helm
    if not _RELEASE:
        peer.oracle_binary()
    total = Report()
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        jobs = [(options.seed, options.examples, share) for share in range(options.jobs)]
        for report in pool.imap_unordered(work, jobs):
            total.add(report)
    print(total)
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
