"""A secret that is known only by what was read on the way is in no error, whoever asks for it."""

from __future__ import annotations

import base64
import gzip
import json
import logging
import traceback
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write
from tests.diff.git_repository import Repository

import helmwright as hw
from helmwright.base.errors import HelmwrightError
from helmwright.releases.safe_errors import add_file, errors_without_secrets
from helmwright.secrets.known import KnownSecrets
from helmwright.secrets.witness import saw

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SECRET = "Quilted-Zebra-8841"  # noqa: S105 - a made one
MARKED = "Velvet-Otter-3307"
CHART = "apiVersion: v2\nname: web\nversion: 1.0.0\n"
SCHEMA = json.dumps({"properties": {"motto": {"type": "string", "x-secret": True}}})
FAILING = (
    '{{ if .Values.active }}{{ fail (printf "it is %s, %s, %s" (b64enc .Values.motto) .Values.motto '
    "(toString .Values.password)) }}{{ end }}\n"
)
VALUES = f"password: {SECRET}\nmotto: {MARKED}\n"
TURNED_ON = f"active: true\n{VALUES}"


def chart(folder: str, values: str = "", **files: str) -> dict[str, str]:
    return {
        f"{folder}/Chart.yaml": CHART,
        f"{folder}/values.yaml": values,
        f"{folder}/values.schema.json": SCHEMA,
        f"{folder}/templates/a.yaml": FAILING,
        **{f"{folder}/{name}": text for name, text in files.items()},
    }


def shown(text: str) -> list[str]:
    encoded = (base64.b64encode(one.encode()).decode()[:-4] for one in (SECRET, MARKED))
    return [one for one in (SECRET, MARKED, *encoded) if one in text]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(*arguments: str, word: str, stdin: bytes = b"") -> None:
    """Asserts that a command fails with a word in what it says, and shows no secret."""
    outcome = helmwright(*arguments, stdin=stdin)
    said = outcome.out + outcome.err
    assert outcome.code == 1, said
    assert word in said
    assert shown(said) == []


REVISIONS = ("v1", "v1..v2")


@pytest.mark.parametrize("revision", REVISIONS)
def test_values_of_a_revision_are_in_no_error(folder, revision):
    repository = Repository(folder)
    repository.commit({**chart("web"), "prod.yaml": TURNED_ON}, "v1")
    repository.commit({"prod.yaml": "active: false\n"}, "v2")

    noted("diff", "git", revision, "web", "-f", "prod.yaml", word="it is ***")


def test_values_of_a_chart_at_a_revision_are_in_no_error(folder):
    repository = Repository(folder)
    repository.commit(chart("web", TURNED_ON), "v1")
    repository.commit({"web/values.yaml": "active: false\n"}, "v2")

    noted("diff", "git", "v1..v2", "web", word="it is ***")
    refused("diff", "git", "v2..v1", "web", word="it is ***")


@pytest.mark.parametrize(
    "broken", [f"password: *{SECRET}\n", f"password: {SECRET}\n? [a]\n: {SECRET}\n"]
)
def test_broken_values_of_a_revision_are_in_no_error(folder, broken):
    repository = Repository(folder)
    repository.commit({**chart("web"), "prod.yaml": broken}, "v1")
    repository.commit({"prod.yaml": "active: false\n"}, "v2")

    noted("diff", "git", "v1", "web", "-f", "prod.yaml", word="prod.yaml")
    refused("diff", "git", "v2..v1", "web", "-f", "prod.yaml", word="prod.yaml")


def test_broken_values_of_a_chart_at_a_revision_are_in_no_error(folder):
    repository = Repository(folder)
    repository.commit(chart("web", f"password: *{SECRET}\n"), "v1")
    repository.commit({"web/values.yaml": "active: false\n"}, "v2")

    noted("diff", "git", "v1", "web", word="values.yaml")
    refused("diff", "git", "v2..v1", "web", word="values.yaml")


def stored(config: dict[str, object], **chart_data: object) -> str:
    release = {
        "name": "web",
        "info": {"status": "deployed"},
        "chart": {"metadata": {"name": "web"}, "values": {}, "templates": [], **chart_data},
        "config": config,
        "manifest": "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n",
        "version": 1,
        "namespace": "apps",
    }
    payload = base64.b64encode(gzip.compress(json.dumps(release).encode()))
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "type": "helm.sh/release.v1",
            "metadata": {"name": "sh.helm.release.v1.web.v1", "labels": {"owner": "helm"}},
            "data": {"release": base64.b64encode(payload).decode()},
        }
    )


CONFIG: dict[str, object] = {"active": True, "password": SECRET, "motto": MARKED}


def test_values_of_a_stored_release_are_in_no_error(folder):
    write(folder, {**chart("web"), "release.json": stored(CONFIG)})

    refused("diff", "release", "release.json", "web", word="it is ***")
    refused("diff", "release", "-", "web", word="it is ***", stdin=stored(CONFIG).encode())


def test_values_of_the_chart_of_a_stored_release_are_in_no_error(folder):
    files = chart("web")
    files["web/templates/a.yaml"] = (
        f'{{{{ if .Values.active }}}}{{{{ fail "{SECRET}" }}}}{{{{ end }}}}'
    )
    write(folder, {**files, "release.json": stored({"active": True}, values={"password": SECRET})})

    refused("diff", "release", "release.json", "web", word="***")


def test_what_a_values_file_in_jinja2_makes_is_in_no_error(folder):
    first, second = SECRET[:8], SECRET[8:]
    made = f"active: true\nmotto: {MARKED}\npassword: {{{{ '{first}' ~ '{second}' }}}}\n"
    write(folder, {**chart("web"), "a.yaml.j2": made, "b.yaml": "active: false\n"})

    refused("template", "web", "-f", "a.yaml.j2", word="it is ***")
    refused("diff", "values", "web", "-f", "b.yaml", "--to", "a.yaml.j2", word="it is ***")
    refused("lint", "web", "-f", "a.yaml.j2", word="it is ***")


@pytest.mark.parametrize("flag", ["--context", "--context-set"])
def test_the_context_of_a_values_file_in_jinja2_is_in_no_error(folder, flag):
    context = {"word": [SECRET[:8], SECRET[8:]], "motto": MARKED}
    text = "active: true\npassword: {{ word | join }}\nmotto: {{ motto }}\n"
    write(folder, {**chart("web"), "a.yaml.j2": text, "context.json": json.dumps(context)})
    arguments = ["--context", "context.json"]
    if flag == "--context-set":
        arguments = ["--context-set", f"word={{{SECRET[:8]},{SECRET[8:]}}},motto={MARKED}"]

    refused("template", "web", "-f", "a.yaml.j2", *arguments, word="it is ***")


def test_values_of_either_chart_are_in_no_error(folder):
    write(folder, {**chart("web"), **chart("new", TURNED_ON)})

    refused("diff", "chart", "web", "new", word="it is ***")
    noted("diff", "chart", "new", "web", word="it is ***")


def test_values_of_an_archived_chart_are_in_no_error(folder):
    import tarfile

    write(folder, {**chart("web"), **chart("new", TURNED_ON)})
    with tarfile.open(folder / "new.tgz", "w:gz") as archive:
        archive.add(folder / "new", "new")

    refused("diff", "chart", "web", "new.tgz", word="it is ***")


PATCHES = {
    "merge": f"kind: Secret\napiVersion: v1\nmetadata: {{name: web}}\nstringData: [{SECRET}]\n",
    "broken": f"kind: Secret\nstringData: *{SECRET}\n",
    "json": f'[{{"op": "test", "path": "/data/a", "value": "{SECRET}"}}]',
}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_patches_are_in_no_error(folder, patch):
    template = "kind: Secret\napiVersion: v1\nmetadata: {name: web}\ndata: {a: eA==}\n"
    write(folder, {**chart("web"), "web/templates/a.yaml": template, "p.yaml": patch})
    target = ["--patch-target", "kind=Secret"]

    refused("diff", "chart", "web", "web", "--patch", "p.yaml", *target, word="p")
    refused("diff", "chart", "web", "web", "--patch-inline", patch, *target, word="patch")


SUITE = f"""\
suite: one
tests:
  - it: fails
    set: {{active: true, password: {SECRET}, motto: {MARKED}}}
    asserts:
      - isKind: {{of: A}}
"""
FILED = "suite: one\nvalues: [../../set.yaml]\ntests:\n  - it: fails\n    asserts:\n      - isKind: {of: A}\n"


@pytest.mark.parametrize("place", ["web/tests/a_test.yaml", "suites/a_test.yaml"])
@pytest.mark.parametrize("suite", [SUITE, FILED.replace("../../", "../")], ids=["set", "values"])
def test_values_of_suites_are_in_no_error(folder, place, suite):
    if place.startswith("web"):
        suite = suite.replace("../set", "../../set")
    write(folder, {**chart("web"), place: suite, "set.yaml": TURNED_ON})
    pattern = "tests/*_test.yaml" if place.startswith("web") else "../suites/*_test.yaml"

    refused("unittest", "web", "-f", pattern, word="it is ***")


CASES = {
    "values": {"g/a.yaml": TURNED_ON},
    "set": {"g/a/case.yaml": f"set: ['active=true,password={SECRET},motto={MARKED}']\n"},
    "inline": {"g/a/case.yaml": f"values: {{active: true, password: {SECRET}, motto: {MARKED}}}\n"},
    "jinja2": {
        "g/a/case.yaml": f"values-files: [v.yaml.j2]\ncontext: {{w: [{SECRET[:8]}, {SECRET[8:]}]}}\n",
        "g/a/v.yaml.j2": f"active: true\nmotto: {MARKED}\npassword: {{{{ w | join }}}}\n",
    },
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("verb", ["run", "update"])
def test_values_of_golden_cases_are_in_no_error(folder, case, verb):
    write(folder, {**chart("web"), **case})

    refused("golden", verb, "web", "--cases", "g", word="it is")


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_values_of_golden_cases_are_in_no_error_of_another_process(folder):
    cases = {
        f"g/a{number}.yaml": f"active: true\npassword: {SECRET}-{number}\nmotto: {MARKED}\n"
        for number in range(6)
    }
    write(folder, {**chart("web"), **cases})

    report = hw.goldens.run_goldens("web", cases="g", processes=2)

    assert ["it is <hidden>" in one.error for one in report.results] == [True] * 6
    assert shown(str(report)) == []


BROKEN_CASES = {
    "set": f"set: ['password={SECRET},motto[x]={SECRET}']\n",
    "json": f"set-json: ['password=\"{SECRET}']\n",
    "yaml": f"values: {{password: *{SECRET}}}\n",
    "type": f"values: [{{password: {SECRET}}}]\n",
}


@pytest.mark.parametrize("case", BROKEN_CASES.values(), ids=BROKEN_CASES)
def test_broken_golden_cases_show_no_secret(folder, case):
    write(folder, {**chart("web"), "g/a/case.yaml": case})

    outcome = helmwright("golden", "run", "web", "--cases", "g")

    assert outcome.code in (1, 64)
    assert shown(outcome.out + outcome.err) == []


def test_a_chart_that_cannot_be_loaded_shows_no_secret_of_its_values(folder):
    write(folder, chart("web", f"password: {SECRET}\nother: *{SECRET}\n"))

    refused("diff", "chart", "web", "web", word="values.yaml")
    refused("unittest", "web", word="values.yaml")


def noted(*arguments: str, word: str) -> None:
    """Asserts that a command goes on with a word in what it says, and shows no secret."""
    outcome = helmwright(*arguments)
    assert (outcome.code, outcome.err) == (0, "")
    assert word in outcome.out
    assert shown(outcome.out) == []


def error_of(call: object) -> HelmwrightError:
    """Returns what a call raises, which has no secret wherever it may be printed."""
    with pytest.raises(HelmwrightError) as caught:
        call()  # type: ignore[operator]
    error = caught.value
    told = "".join(traceback.format_exception(error)) + repr(error)
    record = logging.LogRecord("a", 1, "b", 1, "%s", (error,), (type(error), error, None))
    told += logging.Formatter().format(record)
    for name in ("go_text", "reason"):
        told += str(getattr(error, name, ""))
    told += "".join(one.message for one in getattr(error, "violations", ()))
    assert shown(told) == []
    return error


def test_doors_that_make_diffs_tell_failures_without_secrets(folder):
    write(folder, {**chart("web"), **chart("new", TURNED_ON)})
    release = hw.releases.decode_release(
        base64.b64decode(json.loads(stored(CONFIG))["data"]["release"])
    )
    loaded = hw.load_chart("new")
    calls = {
        "values": lambda: hw.diff_values("web", {}, dict(CONFIG)),
        "loaded": lambda: hw.diff_values(loaded, {"active": False}, {}),
        "charts": lambda: hw.diff_charts("web", "new"),
        "release": lambda: hw.diff.diff_release(release, "web"),
    }
    for name, call in calls.items():
        report = call()
        failure = report.before.failure or report.after.failure
        assert failure is not None
        assert failure.position is not None
        assert "it is ***, ***, ***" in failure.message, name
        assert failure.position.path == "web/templates/a.yaml"
        assert shown(repr(report)) == []


def test_doors_that_were_asked_for_secrets_leave_errors_alone(folder):
    write(folder, chart("web"))

    report = hw.diff_values("web", {}, dict(CONFIG), show_secrets=True)
    assert report.after.failure is not None
    assert SECRET in report.after.failure.message
    with pytest.raises(hw.errors.TemplateExecutionError, match=SECRET):
        hw.render(hw.load_chart("web"), dict(CONFIG))


def test_a_manifest_that_cannot_be_read_is_quoted_without_secrets():
    good = "kind: Secret\napiVersion: v1\nmetadata: {name: a}\n"
    broken = f"kind: Secret\nstringData: {{password: {SECRET}, b: *{SECRET}}}\n"

    error = error_of(lambda: hw.diff_manifests(good, broken))

    assert error.message.startswith("after: ")


def test_doors_of_lint_raise_errors_without_secrets(folder):
    made = f"password: '{SECRET}'\nmotto: {{{{ nothing.at['{SECRET}'] }}}}\n"
    write(folder, {**chart("web"), "a.yaml.j2": made})

    for call in (
        lambda: hw.lint_chart("web", ["a.yaml.j2"]),
        lambda: hw.lint_values("a.yaml.j2"),
    ):
        error_of(call)


def said_by(door: Callable[..., hw.goldens.GoldenReport], cases: str) -> str:
    """Returns what a door says of cases that are wrong, in its report or as an error."""
    try:
        report = door("web", cases=cases)
    except HelmwrightError as error:
        return "".join(traceback.format_exception(error))
    return "" if report.ok else str(report)


def test_doors_of_golden_files_show_no_secret(folder):
    for name, case in BROKEN_CASES.items():
        write(folder, {**chart("web"), f"{name}/a/case.yaml": case})
        for door in (hw.goldens.run_goldens, hw.goldens.update_goldens):
            said = said_by(door, name)
            assert said
            assert shown(said) == []
    write(folder, {"g/a/case.yaml": f"values: {{password: *{SECRET}}}\n"})
    error_of(lambda: hw.goldens.load_golden_cases("web", cases="g"))


def test_the_schema_of_a_chart_is_broken_without_its_values_in_the_error(folder):
    schema = {"properties": {"password": {"type": "integer"}, "motto": {"x-secret": True}}}
    schema["properties"]["port"] = {"enum": [1]}
    write(folder, {**chart("web"), "web/values.schema.json": json.dumps(schema)})

    report = hw.diff_values("web", {"password": 1}, {"password": SECRET, "port": 2})
    assert report.after.failure is not None
    assert report.after.failure.message.startswith("values don't meet the specifications")
    assert shown(repr(report)) == []

    error = error_of(lambda: hw.render(hw.load_chart("web"), {"password": SECRET, "port": 2}))
    assert isinstance(error, hw.errors.SchemaError)


def test_an_error_that_was_made_safe_still_pickles():
    import pickle

    broken = f"kind: Secret\nstringData: {{password: {SECRET}, b: *{SECRET}}}\n"

    error = error_of(lambda: hw.diff_manifests("", broken))

    assert pickle.loads(pickle.dumps(error)).message == error.message  # noqa: S301 - our own


def test_errors_that_an_error_came_from_have_no_secrets_either():
    def fail() -> None:
        try:
            try:
                dict[str, str]()[SECRET]
            except KeyError:
                raise hw.ValuesError(f"first {SECRET}")  # noqa: B904 - a context is what is tested
        except hw.ValuesError:
            raise hw.ChartError(f"third {SECRET}") from hw.ValuesError(f"second {SECRET}")

    def door() -> None:
        with errors_without_secrets():
            saw("values", {"password": SECRET})
            fail()

    error = error_of(door)

    assert type(error) is hw.ChartError
    assert error.message == "third ***"
    assert str(error.__cause__) == "second ***"
    assert str(error.__context__) == "first ***"
    assert error.__context__ is not None
    assert error.__context__.__context__ is None


def test_words_that_a_secret_of_words_has_as_well_are_shown() -> None:
    known = KnownSecrets()
    known.add("A-password-of-8-or-more")

    for text in (
        "set db.password or db.existingSecret",
        "the password only",
        "more passwords of it",
        "a new installation needs a password for the users admin and determined",
    ):
        assert known.safe(text) == text
    for text in ("A-password-of-8-or-more", "a password of 8 or more", "it was A-password-of-8."):
        assert "password" not in known.safe(text)


def test_words_beside_common_ones_stay_hidden() -> None:
    known = KnownSecrets()
    known.add("Tr0ub4dor-password-of-cellar")

    for text in ("it is tr0ub4dor password", "a password of cellar", "Tr0ub4dor-password"):
        assert known.safe(text) != text


def test_descriptions_in_a_schema_are_no_secrets() -> None:
    known = KnownSecrets()
    schema = b'{"properties": {"password": {"description": "Kept in a Secret, never in a file."}}}'

    add_file(known, "c/values.schema.json", schema, lambda _: False)

    assert known.safe("Kept in a Secret, never in a file.") == "Kept in a Secret, never in a file."
