"""Findings as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.lint.finding import Severity
from helmwright.lint.fingerprint import fingerprints, relative_to
from helmwright.lint.report.json_data import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.lint.definition import Described
    from helmwright.lint.finding import Finding, Span
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_ROOT = "%SRCROOT%"


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report; files are named relative to the root of the repository."""
    return json.dumps(printable(_log(report, options.root)), indent=2, ensure_ascii=False) + "\n"


def _semantic(version: str) -> str:
    """Return a version of Python's packages as a semantic one: 0.1.dev3+g12 is 0.1.0-dev.3+g12."""
    import re

    public, plus, local = version.partition("+")
    numbers, *rest = re.findall(r"^[\d.]*\d|[a-z]+\d+", public)
    padded = [*numbers.split("."), "0", "0"][:3]
    before = ".".join(re.sub(r"(?<=[a-z])(?=\d)", ".", part) for part in rest)
    return ".".join(padded) + (f"-{before}" if before else "") + plus + local


def _log(report: LintReport, root: str) -> dict[str, Any]:
    from helmwright.base.version import __version__

    every = [*report.findings, *(one.finding for one in report.allowed), *report.known]
    rules = [report.definition(name) for name in sorted({finding.rule for finding in every})]
    indexes = {rule.id: index for index, rule in enumerate(rules)}
    writer = _Writer(report, root, indexes)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "helmwright",
                        "version": __version__,
                        "semanticVersion": _semantic(__version__),
                        "rules": [_rule(rule) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": f"{Path(root).resolve().as_uri()}/"}},
                "invocations": [
                    {
                        "executionSuccessful": not report.failures,
                        "exitCode": 0 if report.ok else 1,
                        "toolExecutionNotifications": [
                            {"level": "error", "message": {"text": f"rule {name}: {text}"}}
                            for name, text in report.failures
                        ],
                    }
                ],
                "results": list(writer.results()),
            }
        ],
    }


def _rule(rule: Described) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.id.split("-")),
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.why} {rule.advice}", "markdown": f"{rule.why}\n\n{rule.advice}"},
        "helpUri": rule.url,
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.group], "problem.severity": _level_of(rule.severity)},
    }


def _level_of(severity: Severity) -> str:
    return "recommendation" if severity == Severity.INFO else str(severity)


class _Writer:
    def __init__(self, report: LintReport, root: str, indexes: dict[str, int]) -> None:
        self._report = report
        self._root = root
        self._indexes = indexes

    def results(self) -> Iterator[dict[str, Any]]:
        """Yield all findings, allowed and known ones as well, which are marked."""
        report = self._report
        for finding, result in self._each(report.findings):
            fixes = self._fixes(finding)
            yield {**result, "fixes": fixes} if fixes else result
        allowed = [one.finding for one in report.allowed]
        for one, (_, result) in zip(report.allowed, self._each(allowed), strict=True):
            yield {**result, "suppressions": [{"kind": "inSource", "justification": one.reason}]}
        for _, result in self._each(report.known):
            yield {
                **result,
                "suppressions": [{"kind": "external", "justification": "in the baseline"}],
            }

    def _each(self, findings: Iterable[Finding]) -> Iterator[tuple[Finding, dict[str, Any]]]:
        found = list(findings)
        for finding, own in zip(found, fingerprints(found, self._root), strict=True):
            yield finding, self._result(finding, own)

    def _result(self, finding: Finding, fingerprint: str) -> dict[str, Any]:
        text = f"{finding.message}. {finding.fix}" if finding.fix else f"{finding.message}."
        if finding.span.line is None:
            text = f"{finding.span.path}: {text}"
        result: dict[str, Any] = {
            "ruleId": finding.rule,
            "ruleIndex": self._indexes[finding.rule],
            "level": _LEVELS[finding.severity],
            "message": {"text": text},
            "locations": [self._location(finding)],
            "partialFingerprints": {"primaryLocationLineHash": fingerprint},
        }
        related = [
            {
                "id": number,
                "physicalLocation": self._physical(one.span),
                "message": {"text": one.message},
            }
            for number, one in enumerate(finding.related, start=1)
            if one.span.line is not None
        ]
        return {**result, "relatedLocations": related} if related else result

    def _location(self, finding: Finding) -> dict[str, Any]:
        location: dict[str, Any] = {"physicalLocation": self._physical(finding.span)}
        if finding.value_path:
            location["logicalLocations"] = [
                {"fullyQualifiedName": dotted(finding.value_path), "kind": "member"}
            ]
        return location

    def _physical(self, span: Span) -> dict[str, Any]:
        if span.line is None:  # a flag; code scanning wants a file, so it is what was linted
            name = self._report.inputs[0] if self._report.inputs else "."
            return {"artifactLocation": self._artifact(name)}
        region = {"startLine": span.line, "startColumn": span.column or 1}
        if span.end_line is not None:
            region["endLine"] = span.end_line
        if span.end_column is not None:
            region["endColumn"] = span.end_column
        return {"artifactLocation": self._artifact(span.path), "region": region}

    def _artifact(self, path: str) -> dict[str, str]:
        from urllib.parse import quote

        relative = relative_to(path, self._root)
        if relative.startswith(("/", "..")):
            return {"uri": Path(path).resolve().as_uri()}
        return {"uri": quote(relative, safe="/", errors="surrogateescape"), "uriBaseId": _ROOT}

    def _fixes(self, finding: Finding) -> list[dict[str, Any]]:
        """Return the edits as text that takes the place of lines; none of lines with secrets."""
        from helmwright.lint.excerpts import suspicious_lines

        span = finding.span
        shown = self._report.excerpts.get((span.path, span.line or 0), "")
        if not finding.edits or shown is None:
            return []
        from helmwright.values.editing import edit_values
        from helmwright.values.inputs import read_file

        path = finding.span.path
        try:
            before = read_file(path)
            after = edit_values(before, finding.edits, path)
        except (HelmwrightError, OSError):
            return []
        replacements = list(_replacements(before.decode(), after.decode()))
        texts = [one["insertedContent"]["text"] for one in replacements]
        if not replacements or any(suspicious_lines("".join(texts).splitlines())):
            return []
        change = {"artifactLocation": self._artifact(path), "replacements": replacements}
        return [{"description": {"text": finding.fix}, "artifactChanges": [change]}]


def _replacements(before: str, after: str) -> Iterator[dict[str, Any]]:
    from difflib import SequenceMatcher

    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for kind, start, end, first, last in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if kind == "equal":
            continue
        region = {"startLine": start + 1, "startColumn": 1, "endLine": end + 1, "endColumn": 1}
        if end == len(old) and old and not old[-1].endswith("\n"):
            region |= {"endLine": end, "endColumn": len(old[-1]) + 1}
        yield {
            "deletedRegion": region,
            "insertedContent": {"text": "".join(new[first:last])},
        }
