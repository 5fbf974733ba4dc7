"""Results for build servers: the XML of JUnit and of xUnit.net.

Source: helm-unittest pkg/unittest/formatter/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from helmwright.base.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from helmwright.unittest_suites.results import SuiteResult, TestResult

FORMATS = ("JUnit", "XUnit")
_METHOD = "Helm-Validation"


def write_xml(suites: Sequence[SuiteResult], form: str, now: datetime) -> str:
    """Return results as XML; form: ``JUnit`` or ``XUnit``, in any case of letters."""
    lines = _junit(suites, now) if form.lower() == "junit" else _xunit(suites, now)
    return printable("\n".join(lines)) + "\n"


def _tag(name: str, /, **attributes: object) -> str:
    text = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_clean(str(value)))}"
        for key, value in attributes.items()
    )
    return f"<{name}{text}>"


def _clean(text: str) -> str:
    """Return ``text`` without the characters that XML cannot hold."""
    kept = ("\t", "\n", "\r")
    return "".join(
        character
        if character in kept or " " <= character < "\ud800" or character >= "\ue000"
        else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def _seconds(value: float) -> str:
    return f"{value:.3f}"


def _class_name(suite: SuiteResult) -> str:
    return suite.name.rpartition("/")[2]


def _junit(suites: Sequence[SuiteResult], now: datetime) -> Iterator[str]:
    yield "<testsuites>"
    for number, suite in enumerate(suites):
        failed = [test for test in suite.tests if test.failed]
        errors = sum(bool(test.error) for test in failed) + bool(suite.error)
        yield "\t" + _tag(
            "testsuite",
            id=number,
            tests=len(suite.tests) + bool(suite.error),
            failures=sum(not test.error for test in failed),
            errors=errors,
            package="",
            time=_seconds(suite.seconds),
            name=suite.name or suite.path,
            timestamp=now.strftime("%Y-%m-%dT%H:%M:%S"),
            hostname="",
        )
        if suite.error:
            case = _tag("testcase", classname="", name=suite.path, time=_seconds(0))
            yield f"\t\t{case}"
            yield "\t\t\t" + _text("error", suite.error, message="Error", type="")
            yield "\t\t</testcase>"
        for test in suite.tests:
            yield from _junit_case(suite, test)
        yield "\t</testsuite>"
    yield "</testsuites>"


def _junit_case(suite: SuiteResult, test: TestResult) -> Iterator[str]:
    name = _class_name(suite)
    yield "\t\t" + _tag("testcase", classname=name, name=test.name, time=_seconds(test.seconds))
    if test.skipped:
        yield "\t\t\t" + _tag("skipped", message=test.skipped) + "</skipped>"
    elif test.failed:
        kind, message = ("error", "Error") if test.error else ("failure", "Failed")
        yield "\t\t\t" + _text(kind, test.report(), message=message, type="")
    yield "\t\t</testcase>"


def _text(name: str, text: str, /, **attributes: object) -> str:
    return f"{_tag(name, **attributes)}{escape(_clean(text))}</{name}>"


def _xunit(suites: Sequence[SuiteResult], now: datetime) -> Iterator[str]:
    yield "<assemblies>"
    for suite in suites:
        counts = _counts(suite)
        yield "\t" + _tag(
            "assembly",
            name=suite.path,
            config_file=suite.path,
            test_framework="helmwright",
            run_date=now.strftime("%Y-%m-%d"),
            run_time=now.strftime("%H:%M:%S"),
            time=_seconds(suite.seconds),
            **counts,
            errors=sum(bool(test.error) for test in suite.tests if test.failed) + bool(suite.error),
        )
        if suite.error:
            yield "\t\t<errors>"
            yield "\t\t\t" + _tag("error", type="Error", name="Error")
            yield from _xunit_failure(f"{_METHOD}-Error", "Error", suite.error)
            yield "\t\t\t</error>"
            yield "\t\t</errors>"
        yield "\t\t" + _tag("collection", name=suite.name, time=_seconds(suite.seconds), **counts)
        for test in suite.tests:
            yield from _xunit_case(suite, test)
        yield "\t\t</collection>"
        yield "\t</assembly>"
    yield "</assemblies>"


def _counts(suite: SuiteResult) -> dict[str, int]:
    failed = sum(test.failed for test in suite.tests)
    skipped = sum(bool(test.skipped) for test in suite.tests)
    total = len(suite.tests)
    return {
        "total": total,
        "passed": total - failed - skipped,
        "failed": failed,
        "skipped": skipped,
    }


def _xunit_case(suite: SuiteResult, test: TestResult) -> Iterator[str]:
    outcome = "Skip" if test.skipped else "Fail" if test.failed else "Pass"
    yield "\t\t\t" + _tag(
        "test",
        name=test.name,
        type=_class_name(suite),
        method=_METHOD,
        time=_seconds(test.seconds),
        result=outcome,
    )
    if test.skipped:
        yield "\t\t\t\t" + _text("reason", test.skipped)
    elif test.failed:
        kind = f"{_METHOD}-Error" if test.error else _METHOD
        yield from _xunit_failure(kind, "Failed", test.report())
    yield "\t\t\t</test>"


def _xunit_failure(kind: str, message: str, text: str) -> Iterator[str]:
    yield "\t\t\t\t" + _tag("failure", exception_type=kind)
    yield f"\t\t\t\t\t{_text('message', message)}"
    yield f"\t\t\t\t\t{_text('stack-trace', text)}"
    yield "\t\t\t\t</failure>"
