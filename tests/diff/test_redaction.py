"""Secrets in diffs and golden files: where they are known, and that nothing shows one."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.cli.command import helmwright, write_chart
from tests.diff.sample_reports import an_object, changed, deployment, encoded, sample

from helmwright.base.records import replace
from helmwright.diff.model import (
    ABSENT,
    Change,
    DiffReport,
    Effect,
    Fold,
    Impact,
    ObjectDiff,
    Side,
    Status,
    ValueChange,
)
from helmwright.diff.redacted_text import redacted_manifests
from helmwright.diff.redaction import redact
from helmwright.diff.report import FORMS, ReportOptions, render
from helmwright.secrets.spellings import is_distinct

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.dumps(
    {
        "properties": {
            "auth": {"properties": {"word": {"x-secret": True}}},
            "list": {"items": {"properties": {"word": {"x-secret": True}}}},
        }
    }
).encode()
OPTIONS = ReportOptions()
NAME_FIELD = ("spec", "template", "spec", "containers", "[name=web]")


def side(*objects: Any, values: Any = None, schema: bytes = b"") -> Side:
    return Side("one", objects, values, (), (schema,))


def report(*objects: ObjectDiff, **more: Any) -> DiffReport:
    return DiffReport(side(), side(), objects, **more)


def only(found: DiffReport) -> Change:
    return redact([found])[0].objects[0].changes[0]


def change_of(kind: str, path: tuple[str | int, ...], before: Any, after: Any) -> Change:
    """Returns what is shown of a change of an object that has nothing else."""
    states = []
    for value in (before, after):
        data: Any = value
        for step in reversed(path):
            data = {step: data}
        states.append(an_object(kind, "x", **(data if value is not ABSENT else {})))
    old, new = states
    return only(report(changed(old, new, Change(path, before, after))))


def test_equal_values_of_a_secret_have_equal_marks_and_others_do_not() -> None:
    before = an_object("Secret", "x", data={"a": encoded("one"), "b": encoded("two")})
    after = an_object("Secret", "x", stringData={"a": "one", "b": "a very much longer value"})

    found = redact([report(changed(before, after))])[0].objects[0]

    assert found.before is not None
    assert found.after is not None
    assert found.before.data["data"] == {"a": "<redacted:a>", "b": "<redacted:b>"}
    assert found.after.data["stringData"] == {"a": "<redacted:a>", "b": "<redacted:c>"}


def test_the_text_of_an_object_and_the_objects_of_a_side_are_left_out() -> None:
    found = redact([sample()])[0]

    assert found.before.objects == ()
    assert found.before.values is None
    assert all(
        state.content == "" for one in found.objects for state in (one.before, one.after) if state
    )


def test_keys_of_a_document_in_a_secret_are_shown_if_they_are_words() -> None:
    text = "db:\n  password: {}\n  XK8-22aa91: {}\n".format
    path = ("stringData", "master.yaml", "db")
    old, new = (an_object("Secret", "x", stringData={"master.yaml": text(1, 2)}) for _ in "ab")
    changes = [
        Change((*path, "password"), "old", "new", 2),
        Change((*path, "XK8-22aa91"), "1", "2", 2),
    ]

    shown = redact([report(changed(old, new, *changes))])[0].objects[0].changes

    assert shown[0] == Change((*path, "password"), "<redacted:a>", "<redacted:b>", 2)
    assert shown[1].path[-1] == "<redacted:c>"


def test_a_password_that_looks_like_a_map_shows_no_key() -> None:
    old, new = (
        an_object("Secret", "x", stringData={"p": text}) for text in ("correct: a", "correct: b")
    )
    change = Change(("stringData", "p", "correct"), "a", "b", 1)

    shown = only(report(changed(old, new, change)))

    assert shown.path == ("stringData", "p", "<redacted:a>")


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("Secret", ("data", "x"), encoded("abc")),
        ("Secret", ("stringData", "x"), "a"),
        (
            "Deployment",
            ("metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"),
            "{}",
        ),
        ("Grafana", ("spec", "config", "adminPassword"), "abc"),
        ("Thing", ("spec", "api_key"), "abc"),
        ("Thing", ("spec", "s3", "secretKey"), "abc"),
        ("Pod", ("spec", "containers", "[name=a]", "env", "[name=DB_PASSWORD]", "value"), "abc"),
        ("Pod", ("spec", "env", "[name=GH_TOKEN]", "value"), "x"),
        ("ConfigMap", ("data", "app.yaml", "db", "password"), "x"),
    ],
)
def test_places_and_names_of_secrets_are_known(kind: str, path: Any, value: str) -> None:
    shown = change_of(kind, path, value, encoded(f"{value}2"))

    assert (shown.before, shown.after) == ("<redacted:a>", "<redacted:b>")


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("Deployment", ("spec", "replicas"), 3),
        ("Secret", ("metadata", "labels", "app"), "web"),
        ("Secret", ("type",), "Opaque"),
        ("Pod", ("spec", "existingSecret"), "db"),
        ("Pod", ("spec", "existingSecretKey"), "signing-key"),
        ("Pod", ("spec", "userSecretKey"), "user"),
        ("Pod", ("spec", "password"), {"name": "db", "key": "password"}),
        ("Pod", ("spec", "env", "[name=ALLOW_EMPTY_PASSWORD]", "value"), "yes"),
        ("Pod", ("spec", "automountServiceAccountToken"), True),
        ("Pod", ("spec", "secretName"), "certificates"),
        ("Pod", ("spec", "passwordKey"), "password"),
        ("Pod", ("spec", "password"), "$(PASSWORD)"),
        ("Pod", ("spec", "args"), "https://a.example:8080/path@x"),
    ],
)
def test_what_only_names_a_secret_is_shown(kind: str, path: Any, value: Any) -> None:
    shown = change_of(kind, path, value, ABSENT)

    assert shown.before in (value, "<redacted:a>" if value == "$(PASSWORD)" else value)
    assert shown.after is ABSENT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://app:pa55@db:5432/x", "postgres://app:<redacted:a>@db:5432/x"),
        ("--db-password=abc --port=1", "--db-password=<redacted:a> --port=1"),
        ("AccountKey=abc;Name=x", "AccountKey=<redacted:a>;Name=x"),
        ('{"user": "a", "password": "b c"}', '{"user": "a", "password": "<redacted:a>"}'),
        ("user: a\npassword: b c\n", "user: a\npassword: <redacted:a>\n"),
        ("key AKIA" + "Z7Q2J5XWT3LKNV4P.", "key <redacted:a>."),
        ("t ghp_" + "a1" * 18, "t <redacted:a>"),
        ("-----BEGIN " + "PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n", "<redacted:a>\n"),
        ("Authorization: Bearer abcdefghijklmnopqr", "Authorization: Bearer <redacted:a>"),
        ("password: ${DB}\ntoken: true\n", "password: ${DB}\ntoken: true\n"),
        ('password: "${DB}"\ntoken: "x"\n', 'password: "${DB}"\ntoken: "<redacted:a>"\n'),
        ("nothing: here", "nothing: here"),
    ],
)
def test_secrets_are_known_by_their_form(text: str, expected: str) -> None:
    shown = change_of("ConfigMap", ("data", "x"), text, ABSENT)

    assert shown.before == expected


def test_an_argument_behind_a_flag_is_hidden() -> None:
    shown = change_of("Pod", ("spec", "args"), ["--password", "abc", "--token", "-v", "x"], ABSENT)

    assert shown.before == ["--password", "<redacted:a>", "--token", "-v", "x"]


def test_a_secret_in_a_list_and_one_in_the_text_of_another_object_are_hidden() -> None:
    inner = {"kind": "Secret", "metadata": {"name": "x"}, "stringData": {"k": "abc"}}
    for data in ({"items": [inner]}, {"data": {"x.yaml": json.dumps(inner)}}):
        one = an_object("List", "x", **data)

        shown = redact([report(ObjectDiff(Status.ADDED, one.key, None, one))])[0].objects[0].after

        assert shown is not None
        assert "abc" not in str(shown.data)
        assert "<redacted:a>" in str(shown.data)


def test_the_release_that_helm_keeps_in_a_config_map_is_hidden() -> None:
    shown = change_of("ConfigMap", ("data",), {"release": "H4sIAAAA"}, ABSENT)

    assert shown.before == {"release": "<redacted:a>"}


def test_values_that_a_schema_marks_are_hidden_with_all_that_they_reach() -> None:
    web = deployment("web", "nginx", 1, args=["--word", "Xk-1 9!z"])
    values = {"auth": {"word": "Xk-1 9!z"}, "list": [{"word": "Other-one"}]}
    found = DiffReport(
        side(),
        side(web, values=values, schema=SCHEMA),
        (
            ObjectDiff(
                Status.ADDED, web.key, None, web, impacts=(Impact(Effect.NONE, "is Xk-1 9!z"),)
            ),
        ),
        values=(
            ValueChange("auth.word", ABSENT, "Xk-1 9!z"),
            ValueChange("list[0].word", "x", "Other-one"),
            ValueChange("copy", ABSENT, {"a": ["Other-one"]}),
        ),
        notes=("a note about Xk-1 9!z",),
    )

    shown = redact([found])[0]

    assert [change.is_secret for change in shown.values] == [True, True, False]
    assert shown.values[2].after == {"a": ["<redacted:c>"]} or "Other" not in str(shown.values)
    assert "Xk-1" not in repr(shown)
    assert "Other-one" not in repr(shown)


def test_short_and_common_values_do_not_tear_other_texts_apart() -> None:
    secret = an_object(
        "Secret", "x", stringData={"a": "no", "b": "postgres", "c": "5432", "host": "db.example"}
    )
    web = deployment("web", "postgres:16 no 5432 db.example", 1)

    shown = redact([report(ObjectDiff(Status.ADDED, web.key, None, web), changed(secret, secret))])

    assert "postgres:16 no 5432 db.example" in str(shown[0].objects[0].after)


def test_words_of_names_and_certificates_are_shown_outside_of_the_secret() -> None:
    certificate = "-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEA\n-----END CERTIFICATE-----\n"
    secret = an_object("Secret", "my-keycloak", stringData={"p": "keycloak", "ca": certificate})
    web = deployment("my-web", "keycloak:26", 1, ca=certificate)

    shown = redact([report(ObjectDiff(Status.ADDED, web.key, None, web), changed(secret, secret))])

    assert shown[0].objects[0].after is not None
    assert shown[0].objects[0].after.data == web.data
    assert "'p': '<redacted:a>'" in str(shown[0].objects[1].after)


def test_a_fold_about_a_secret_shows_none() -> None:
    secret = an_object("Secret", "x", stringData={"a": "one"})
    fold = Fold("same", "the same", Change(("stringData", "a"), "q", "r"), (secret.key,))

    shown = redact([report(folds=(fold,))])[0].folds[0]

    assert (shown.change.before, shown.change.after) == ("<redacted:a>", "<redacted:b>")


def test_marks_are_the_same_in_all_reports_of_a_run() -> None:
    first, second = redact([sample("a"), sample("b")])

    assert replace(first, environment="b") == second


def encodings(secret: str) -> set[str]:
    """Returns ways in which a secret could be written, made without the code that is tested."""
    data = secret.encode()
    found = {secret, data.hex(), quote(secret), quote(secret, safe=""), quote_plus(secret)}
    found |= {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    found |= {html.escape(secret), b64encode(data).decode(), urlsafe_b64encode(data).decode()}
    for before in range(3):
        inner = b64encode(b"\0" * before + data + b"\0\0").decode()
        found.add(inner[4 if before else 0 : (before + len(data)) // 3 * 4])
    return {one for one in found if len(one) >= 6}


def everywhere(secret: str) -> DiffReport:
    """Returns a report with a secret in all places and writings."""
    document = json.dumps({"a": {"b": [f"x{secret}y"]}})
    long = b64encode(f"prefix {secret} suffix".encode()).decode()
    config = an_object(
        "ConfigMap",
        "config",
        data={"a.yaml": f"a:\n  b: {json.dumps(secret)}\n", "b.json": document, "c": long},
    )
    env = [
        {"name": "A", "value": secret},
        {"name": "B", "value": f"http://h/?q={quote_plus(secret)}"},
    ]
    web = deployment("web", "i", 1, env=env, args=[f"--x={secret}", f"p{quote(secret, safe='')}"])
    web.data["metadata"]["annotations"] = {"note": f"({secret})", "hex": secret.encode().hex()}
    hidden = an_object("Secret", "s", data={"value": encoded(secret)})
    changes = (
        Change((*NAME_FIELD, "env", "[name=A]", "value"), ABSENT, secret),
        Change((*NAME_FIELD, "args"), [secret], [f"a{secret}"]),
    )
    return DiffReport(
        side(values={}),
        side(web, hidden, config, values={"auth": {"word": secret}}, schema=SCHEMA),
        (
            changed(
                deployment("web", "i", 1),
                web,
                *changes,
                impacts=(Impact(Effect.RESTART, f"by {secret}"),),
            ),
            ObjectDiff(Status.ADDED, config.key, None, config),
            changed(hidden, hidden, Change(("data", "value"), "b2xk", encoded(secret))),
        ),
        folds=(
            Fold("same", f"the same {secret}", Change(("data", "a"), secret, 1), (config.key,)),
        ),
        values=(ValueChange("auth.word", "x", secret), ValueChange("other", "x", f"-{secret}-")),
        notes=(f"note {secret}",),
    )


BASE = "".join(render(form, redact([everywhere("Zq0ZZq0Z9Zq0")]), OPTIONS) for form in FORMS)


@pytest.mark.slow
@given(
    st.text(
        st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=6, max_size=24
    )
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_a_random_secret_is_in_no_output_in_no_encoding(secret: str) -> None:
    assume(secret.strip() == secret)
    assume(any(character.isalpha() for character in secret))
    assume(is_distinct(secret))  # words such as "string" are hidden in their own places only
    assume(not any(one in BASE for one in encodings(secret)))

    reports = redact([everywhere(secret)])

    for form in FORMS:
        text = render(form, reports, OPTIONS)
        assert [one for one in encodings(secret) if one in text] == []


@pytest.mark.parametrize("word", ["STRING", "postgres", "Default"])
def test_a_common_word_is_hidden_in_its_own_place_and_nowhere_else(word: str) -> None:
    (report,) = redact([everywhere(word)])

    values = {one.key: (one.before, one.after) for one in report.values}
    assert word not in values["auth.word"]
    assert values["other"] == ("x", f"-{word}-")
    (_, _, kept) = report.objects
    assert encoded(word) not in str(kept.changes)
    assert report.notes == (f"note {word}",)


MANIFESTS = """\
---
# Source: web/templates/secret.yaml
kind: Secret
metadata: {name: a}   # as it was
stringData:
  password: "hunter22"
  n: 5
  master.yaml: |
    # about hunter22
    db:
      password: foo
data:
  b: aHVudGVyMjI=
---
# Source: web/templates/web.yaml, and hunter22
kind: Deployment
spec:
- {name: A_TOKEN, value: abc}
- args: ["x hunter22 y",   z]
"""


def test_golden_texts_keep_everything_but_secrets() -> None:
    assert (
        redacted_manifests(MANIFESTS)
        == """\
---
# Source: web/templates/secret.yaml
kind: Secret
metadata: {name: a}   # as it was
stringData:
  password: <redacted:a>
  n: <redacted:b>
  master.yaml: |
    db:
      password: <redacted:c>
data:
  b: <redacted:a>
---
# Source: web/templates/web.yaml, and <redacted:a>
kind: Deployment
spec:
- {name: A_TOKEN, value: <redacted:d>}
- args: ["x <redacted:a> y",   z]
"""
    )


def test_a_golden_text_without_secrets_stays_to_the_byte() -> None:
    text = "---\n# Source: a\na:   'x'\n\n---\n# b\n- {a: 1.0}\n--- # end\n"

    assert redacted_manifests(text) == text


def test_redacting_a_golden_text_again_changes_nothing() -> None:
    once = redacted_manifests(MANIFESTS)

    assert redacted_manifests(once) == once


def test_a_block_of_lines_stays_as_it_is_indented() -> None:
    text = "- args:\n    - |-\n      a: 1\n\n      password: abc\n    - x\n"

    assert redacted_manifests(text) == text.replace("abc", "<redacted:a>")


def test_a_known_secret_is_hidden_in_a_golden_text() -> None:
    assert redacted_manifests("a: s3cr3t!!\n", ["s3cr3t!!"]) == "a: <redacted:a>\n"


def test_a_key_makes_marks_that_change_with_the_value() -> None:
    first, same, other, key = (
        redacted_manifests(f"kind: Secret\nstringData: {{a: {value}}}\n", key=key)
        for value, key in (("x", b"k"), ("x", b"k"), ("y", b"k"), ("x", b"l"))
    )

    assert first == same
    assert len({first, other, key}) == 3
    assert len(first) == len(other)


def test_a_secret_that_cannot_be_read_is_left_out() -> None:
    text = redacted_manifests("kind: Secret\nstringData:\n  a: [abc\n")

    assert "abc" not in text
    assert "cannot be read" in text


def test_a_secret_that_has_a_key_twice_is_left_out_of_a_golden_file() -> None:
    text = "---\nkind: Secret\nmetadata: {name: a}\nstringData:\n  token: first-of-two\n  token: second\n"

    shown = redacted_manifests(text)

    assert "first-of-two" not in shown
    assert "second" not in shown
    assert "cannot be read" in shown


def test_digests_of_short_secrets_and_of_whole_secrets_are_hidden() -> None:
    body = "kind: Secret\nmetadata: {name: a}\nstringData:\n  password: hunter22\n"
    own, whole = (sha256(text.encode()).hexdigest() for text in ("hunter22", body))
    text = f"---\n# Source: a.yaml\n{body}---\nannotations: {{a: {own}, b: {whole}}}\n"

    shown = redacted_manifests(text)

    assert own not in shown
    assert whole not in shown
    assert shown.endswith("annotations: {a: <redacted:a>, b: <redacted:b>}\n")


@pytest.mark.parametrize(
    "function",
    [
        "b32enc",
        "b64enc",
        "b64enc | b64enc",
        "js",
        "html",
        "urlquery",
        "title",
        "upper",
        "lower",
        "swapcase",
        "trunc 12",
        "trunc -12",
        "substr 2 14",
        'replace "-" "_"',
        'replace "-" " "',
        'trimPrefix "Zq0"',
        'trimSuffix "9"',
        'trimAll "Z9"',
        "nospace",
        'wrapWith 5 "\\n" ',
        "quote",
        "squote",
        "toJson",
        "indent 3",
        "sha1sum",
        "sha256sum",
        "sha512sum",
        "adler32sum",
        "snakecase",
        "kebabcase",
        'splitList "-" | toJson',
        'splitList "-" | join ","',
        'splitList "-" | reverse | join "-" | splitList "-" | first',
        'printf "%x"',
        'printf "%q"',
        'printf "a%vb"',
        "repeat 2",
        "cat `x`",
    ],
)
@pytest.mark.parametrize("secret", ["Zq0-sEcr3t-w0rd-77x9", "Zq0Kk4=W&vv8/T+9"])
def test_a_secret_stays_hidden_after_functions_of_templates(
    function: str, secret: str, tmp_path: Path
) -> None:
    word = "(toString .Values.word)"
    template = f"kind: ConfigMap\ndata:\n  x: {{{{ {word} | {function} | toString | quote }}}}\n"
    write_chart(tmp_path, {"templates/a.yaml": template})
    text = helmwright("template", str(tmp_path / "c"), "--set-literal", f"word={secret}").out
    assert "\n  x: " in text

    shown = redacted_manifests(text, [secret])

    left = re.sub(r"<redacted:\w+>", "", shown.partition("\n  x:")[2])
    assert len(re.sub(r"[\W_]|\\n", "", left)) < 6, (text, shown)
