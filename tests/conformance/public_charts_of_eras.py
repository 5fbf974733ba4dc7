"""Renders every public chart below a folder as Helm 3.21.4 and as 4.2.4, with helm and with us.

    python tests/conformance/public_charts_of_eras.py FOLDER [--part N/M] [--seconds S] [--only TEXT]

Of every chart: its default values, and each values file of its ``ci/``. Standard output must have
helm's bytes, the exit code must be helm's, and ours must have helm's error. Where helm itself does
not repeat its answer, what differs must be random texts only. Prints each difference, and counts.
Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance import helm_releases, peer
from tests.golden_cases import error_text

from helmwright.cli import run

if TYPE_CHECKING:
    from collections.abc import Iterator

ERAS = {"3.21.4": "v3.21.4", "4.2.4": ""}
"""What --helm says, and the release whose oracle answers, blank for that of Helm 4."""
_RANDOM = re.compile(r"[A-Za-z0-9+/=_.:$-]{5,}")
_GO = re.compile(r"\bgo1\.\d+\.\d+")


def cases(folder: Path) -> Iterator[list[str]]:
    """Yields the arguments of each case: charts that no other chart holds, by their paths."""
    for path in sorted(folder.rglob("Chart.yaml")):
        chart = path.parent
        if chart.parent.name == "charts" and (chart.parent.parent / "Chart.yaml").exists():
            continue
        yield [str(chart)]
        for values in sorted((chart / "ci").glob("*values*.yaml")):
            yield [str(chart), "-f", str(values)]


def ours(arguments: list[str]) -> tuple[str, str, int]:
    """Returns standard output, standard error and exit code of our command, in this process."""
    out, err = io.BytesIO(), io.BytesIO()
    code = run(arguments, stdin=io.BytesIO(), stdout=out, stderr=err)
    first, second = (one.getvalue().decode("utf-8", "surrogateescape") for one in (out, err))
    return _GO.sub("go1.x", first), second, code


def verdict(oracle: peer.Oracle, arguments: list[str], era: str) -> str:
    """Returns same, fails (both, in the same words), chance, or what differs."""
    answer = _answer(oracle, arguments)
    out, err, code = ours([*arguments, "--helm", era])
    if (out, code) == (answer["stdout"], answer["code"]) and _says(err, answer["stderr"]):
        return "fails" if code else "same"
    again = _answer(oracle, arguments)
    steady = (again["stdout"], again["stderr"]) == (answer["stdout"], answer["stderr"])
    if not steady and _RANDOM.sub("", out) == _RANDOM.sub("", answer["stdout"]):
        return "chance"
    return f"exit code {code} for {answer['code']}\n  {err[-300:]!r}\n  {answer['stderr'][-300:]!r}"


def _answer(oracle: peer.Oracle, arguments: list[str]) -> dict[str, Any]:
    answer = oracle.run([{"args": arguments, "files": [], "env": {}}])[0]
    answer["stdout"] = _GO.sub("go1.x", answer["stdout"])
    return answer


def _says(stderr: str, helms: str) -> bool:
    return error_text(helms).rstrip("\n") in stderr


def main() -> int:
    """Renders what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", default="1/1", help="as 2/3, the second third of the cases")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--only", default="", help="only cases whose arguments have this text")
    options = parser.parse_args()
    number, parts = map(int, options.part.split("/"))
    every = [one for one in cases(options.folder.resolve()) if options.only in " ".join(one)]
    end = time.monotonic() + options.seconds
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(peer.clean_environment(home), HELMWRIGHT_CACHE="off")
        for era, release in ERAS.items():
            binary = helm_releases.oracle_of(release) if release else peer.oracle_binary()
            with peer.Oracle(binary) as oracle:
                for case in every[number - 1 :: parts]:
                    if time.monotonic() > end:
                        break
                    found = verdict(oracle, ["template", "demo", *case, "-n", "demo-ns"], era)
                    known = found in {"same", "fails", "chance"}
                    counts[era, found if known else "DIFFERS"] += 1
                    if not known:
                        print(f"{era} {' '.join(case)}: {found}", flush=True)
    for (era, kind), count in sorted(counts.items()):
        print(f"{era}: {count} {kind}")
    return 1 if any(kind == "DIFFERS" for _, kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
