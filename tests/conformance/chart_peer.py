"""The golden cases of the chart, rendered by a real helm, version 4 or 3."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests import chart_cases
from tests.chart_cases import NOTES, ChartCase
from tests.conformance.peer import clean_environment

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(slots=True)
class Answer:
    """What helm made of a case: the error, or standard output and the files of expected/."""

    error: str = ""
    stdout: str = ""
    stderr: str = ""
    files: dict[str, str] = field(default_factory=dict)


class ChartPeer:
    """Runs cases through a helm binary, several at a time if asked by several threads."""

    def __init__(self, binary: Path, scratch: Path) -> None:
        self._binary = binary
        self._scratch = scratch
        self._lock = threading.Lock()
        self._rows = 0

    def answer(self, case: ChartCase) -> Answer:
        """Returns what `helm template` prints, and NOTES.txt."""
        chart = self._chart(case)
        code, stdout, stderr = self._run("template", case.release, str(chart), *case.flags())
        if code:
            return Answer(error=stderr or stdout)
        answer = Answer(stdout=stdout, stderr=stderr, files=chart_cases.split_output(stdout))
        notes = self._notes(case, chart)
        if notes:
            answer.files[NOTES] = notes
        return answer

    def refuse(self, case: ChartCase) -> str:
        """Returns the error with which a case is refused, with helm's "Error: "; blank if none."""
        with self._lock:
            self._rows += 1
            row = self._scratch / f"row-{self._rows}.yaml"
        row.write_text(case.row)
        arguments = [case.release, str(self._chart(case)), *case.flags(), "--values", str(row)]
        code, _, stderr = self._run("template", *arguments)
        return stderr if code else ""

    def lint(self, case: ChartCase) -> str:
        """Returns what `helm lint --strict` complains about, blank if nothing."""
        flags = [flag for flag in case.flags() if flag != "--is-upgrade"]
        while "--api-versions" in flags:
            at = flags.index("--api-versions")
            del flags[at : at + 2]
        code, stdout, stderr = self._run("lint", "--strict", str(self._chart(case)), *flags)
        return stdout + stderr if code else ""

    def installed_notes(self, case: ChartCase) -> str:
        """Returns the notes that `helm install --dry-run=client` prints; helm 4 needs no cluster."""
        flags = case.flags()
        at = flags.index("--kube-version")
        del flags[at : at + 2]
        arguments = [case.release, str(self._chart(case)), "--dry-run=client", *flags]
        code, stdout, stderr = self._run("install", *arguments)
        return stderr if code else stdout.partition("\nNOTES:\n")[2].strip("\n") + "\n"

    def _notes(self, case: ChartCase, chart: Path) -> str:
        """Returns NOTES.txt as helm prints it; `helm template` prints none, so a template does."""
        if case.parent is not None or not (chart / "templates" / NOTES).exists():
            return ""
        with self._lock:
            place = self._scratch / "notes" / (chart.parent.name if case.chart_values else "chart")
            if not place.exists():
                chart_cases.print_notes(chart, place)
        only = ["--show-only", "templates/printed-notes.yaml"]
        code, stdout, stderr = self._run("template", case.release, str(place), *case.flags(), *only)
        if code:
            return stderr
        found = re.search(r"^notes: (.*)$", stdout, re.MULTILINE)
        notes = json.loads(found[1]).strip() if found else ""
        return f"{notes}\n" if notes else ""

    def _chart(self, case: ChartCase) -> Path:
        with self._lock:
            return chart_cases.chart_of(case, self._scratch)

    def _run(self, *arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [str(self._binary), *arguments],
            env=clean_environment(self._scratch),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.returncode, done.stdout, done.stderr
