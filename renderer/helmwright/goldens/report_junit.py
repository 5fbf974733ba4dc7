"""The report of a run as JUnit's XML: one suite, and a test for each case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from helmwright.base.printable import printable
from helmwright.goldens.differences import kinds_of, line_diff

if TYPE_CHECKING:
    from helmwright.goldens.results import GoldenReport, GoldenResult

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STALE = "golden files of no case"


def write(report: GoldenReport) -> str:
    """Return the report; golden files that are left over are a test of their own that fails."""
    cases = [_case(result) for result in report.results]
    if report.left_over:
        case = ET.Element("testcase", name=_STALE, classname=report.cases)
        paths = "\n".join(change.path for change in report.left_over)
        ET.SubElement(case, "failure", message="stale").text = _text(paths)
        cases.append(case)
    failures = sum(len(case) for case in cases)
    seconds = sum(result.seconds for result in report.results)
    counts = {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    root = ET.Element("testsuites", {"name": "helmwright golden", **counts})
    suite = ET.SubElement(
        root,
        "testsuite",
        {"name": _text(report.chart), "time": f"{seconds:.3f}", "skipped": "0", **counts},
    )
    suite.extend(cases)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return printable(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n')


def _case(result: GoldenResult) -> ET.Element:
    case = ET.Element(
        "testcase",
        name=_text(result.name),
        classname=_text(result.path),
        time=f"{result.seconds:.3f}",
    )
    if not result.passed:
        differs = kinds_of(result.changes) or "helm gives something else"
        message = result.error.partition("\n")[0] or differs
        failure = ET.SubElement(case, "failure", message=_text(message))
        texts = [result.error] if result.error else []
        texts += [
            f"{change.kind} {change.path}\n{line_diff(change)}"
            for change in (*result.changes, *result.helm_changes)
        ]
        failure.text = _text("\n".join(texts))
    return case


def _text(text: str) -> str:
    """Return text as XML can hold it."""
    return _NOT_XML.sub("\ufffd", text)
