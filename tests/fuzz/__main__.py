"""``python -m tests.fuzz``: runs cases that chance makes, and says what must not happen.

python -m tests.fuzz --cases 1000000 --jobs 2 --state fuzz-million --resume
python -m tests.fuzz --seconds 60 --command unittest
python -m tests.fuzz --replay tests/fuzz/seeds/NAME.json
python -m tests.fuzz --show 1:1234
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.fuzz.campaign import Plan, clear_parts, run_campaign
from tests.fuzz.case import FuzzCase, from_json
from tests.fuzz.execution import Executor
from tests.fuzz.generating import make_case


def main() -> int:
    """Runs a campaign, or one case; returns 1 if anything failed."""
    asked = _arguments()
    if asked.replay:
        return max(_replay(from_json(Path(name).read_text("utf-8"))) for name in asked.replay)
    if asked.show:
        seed, _, number = asked.show.partition(":")
        case = make_case(int(seed), int(number), asked.command)
        print(case.as_json(), end="")
        return _replay(case)
    return _campaign(asked)


def _campaign(asked: argparse.Namespace) -> int:
    folder = Path(asked.state or tempfile.mkdtemp(prefix="helmwright-fuzz-"))
    state, before = folder / "state.json", None
    start = 0
    if state.exists():
        if not asked.resume:
            raise SystemExit(f"{state} exists: --resume goes on with it")
        before = json.loads(state.read_text("utf-8"))
        asked.seed, start = before["seed"], before["next"]
        clear_parts(folder)
    cases = max(asked.cases - start, 0) if asked.cases else 0
    if asked.cases and not cases:
        print(f"all {asked.cases} cases are done: see {state}", file=sys.stderr)
        return 0
    plan = Plan(asked.seed, cases, asked.seconds, asked.jobs, folder, tuple(asked.command), start)
    report = run_campaign(plan, before=before)
    print("\n".join(report.lines()))
    return 1 if report.failures else 0


def _replay(case: FuzzCase) -> int:
    with Executor() as executor:
        outcome = executor.run(case)
    print(f"helmwright {' '.join(map(repr, case.argv))}: exit code {outcome.code}")
    print(ascii(outcome.out[-2000:]), ascii(outcome.err[-2000:]), sep="\n")
    for fault in outcome.faults:
        print(f"FAIL {fault.signature}: {fault.detail}")
    return 1 if outcome.faults else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=0, help="how many cases")
    parser.add_argument("--seconds", type=float, default=0, help="how long at most")
    parser.add_argument(
        "--seed", type=int, default=1, help="of chance; the same one, the same cases"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--command", action="append", default=[], help="families to draw from")
    parser.add_argument("--state", help="the folder that keeps failures and counts")
    parser.add_argument("--resume", action="store_true", help="go on with the counts of --state")
    parser.add_argument("--replay", nargs="+", help="run cases that were kept")
    parser.add_argument(
        "--show", help="print case NUMBER of a seed, and run it", metavar="SEED:NUMBER"
    )
    asked = parser.parse_args()
    if not (asked.cases or asked.seconds or asked.replay or asked.show):
        parser.error("name --cases or --seconds")
    return asked


if __name__ == "__main__":
    raise SystemExit(main())
