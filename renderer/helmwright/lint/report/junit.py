"""Findings as JUnit's XML: a suite for each file, a case for each of its rules that found something."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.fingerprint import relative_to
from helmwright.lint.report.related_places import related_places

if TYPE_CHECKING:
    from helmwright.lint.finding import Finding
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

_NOT_XML = lazy_pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report; what is below the fail level is a passed case with a text."""
    by_file: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_file.setdefault(finding.span.path, []).append(finding)
    for name in report.inputs:
        by_file.setdefault(name, [])
    root = ET.Element("testsuites", name=f"helmwright {report.command}")
    total = failed = 0
    for path, findings in by_file.items():
        tests, failures = _suite(root, path, findings, report, options.root)
        total, failed = total + tests, failed + failures
    root.set("tests", str(total))
    root.set("failures", str(failed))
    root.set("errors", "0")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(
    root: ET.Element, path: str, findings: list[Finding], report: LintReport, folder: str
) -> tuple[int, int]:
    name = _text(relative_to(path, folder))
    suite = ET.SubElement(root, "testsuite", name=name)
    rules = list(dict.fromkeys(finding.rule for finding in findings))
    failures = 0
    for rule in rules:
        own = [finding for finding in findings if finding.rule == rule]
        case = ET.SubElement(suite, "testcase", name=rule, classname=name, file=name)
        if own[0].span.line is not None:
            case.set("line", str(own[0].span.line))
        bad = [finding for finding in own if report.fails(finding)]
        if bad:
            failures += 1
            kind = str(max(finding.severity for finding in bad))
            failure = ET.SubElement(case, "failure", message=_text(bad[0].message), type=kind)
            failure.text = _text("\n".join(map(_explained, bad)))
        rest = [finding for finding in own if finding not in bad]
        if rest:
            ET.SubElement(case, "system-out").text = _text("\n".join(map(_explained, rest)))
    if not rules:
        ET.SubElement(suite, "testcase", name="no findings", classname=name, file=name)
    tests = max(len(rules), 1)
    for key, number in (("tests", tests), ("failures", failures), ("errors", 0), ("skipped", 0)):
        suite.set(key, str(number))
    return tests, failures


def _explained(finding: Finding) -> str:
    fix = f"\n  fix: {finding.fix}" if finding.fix else ""
    see = "".join(f"\n  see: {text}" for text in related_places(finding))
    return f"{finding.span}: {finding.severity}: {finding.message} [{finding.rule}]{fix}{see}"


def _text(text: str) -> str:
    """Return text as XML can hold it."""
    return _NOT_XML.sub("�", text)
