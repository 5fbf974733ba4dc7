"""What is secret by its form, and that looking for it takes time in proportion to the text."""

from __future__ import annotations

import gc
import time
from base64 import b64encode

import pytest

from helmwright.diff.redacted_text import redacted_manifests
from helmwright.secrets.forms import is_harmless, spans_of_forms
from helmwright.secrets.known import KnownSecrets
from helmwright.secrets.matching import Matcher
from helmwright.secrets.places import without_forms

PEM = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA " + "PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://app:pa55@db:5432/x", "postgres://app:***@db:5432/x"),
        ("amqp://app:p@ss@db/x", "amqp://app:***@db/x"),
        ("redis://app:a/b@db/0 and more", "redis://app:***@db/0 and more"),
        ("see https://a1b2c3d4e5f60718@sentry.example/1", "see https://***@sentry.example/1"),
        ("https://db.example:8080/path@x", "https://db.example:8080/path@x"),
        ("https://user:$PASSWORD@h", "https://user:$PASSWORD@h"),
        ("image: quay.io/org/htpasswd:2.4", "image: quay.io/org/htpasswd:2.4"),
        ("image: vault-token:latest", "image: vault-token:latest"),
        ("map[password:hunter2 user:x]", "map[password:*** user:x]"),
        ("pasword: hunter 2 # old", "pasword: *** # old"),
        ("a:\n  secret: |\n    one\n    two\n  b: 1\n", "a:\n  secret: |\n    ***\n  b: 1\n"),
        ("# jwtSecret: abc", "# jwtSecret: ***"),
        ("jwt.secret=abc\nname=x", "jwt.secret=***\nname=x"),
        ("db.password = a b c\n", "db.password = ***\n"),
        ("export DB_PASS='a b'", "export DB_PASS='***'"),
        (
            '{\\"clientSecret\\": \\"abc\\", \\"a\\": 1}',
            '{\\"clientSecret\\": \\"***\\", \\"a\\": 1}',
        ),
        ("<password>abc</password><user>d</user>", "<password>***</password><user>d</user>"),
        ("mysql --password abc -h x", "mysql --password *** -h x"),
        ("curl -u admin:hunter2 https://x", "curl -u admin:*** https://x"),
        ("requirepass hunter2", "requirepass ***"),
        ("machine x login me password hunter2", "machine x login me password ***"),
        ('"auth": "dXNlcjpodW50ZXIy"', '"auth": "***"'),
        ("Authorization: Basic dXNlcjpodW50ZXIy", "Authorization: Basic ***"),
        (f"key {PEM}.", "key ***."),
        (f"tls.key: {b64encode(PEM.encode()).decode()}", "tls.key: ***"),
        ("password: &a hunter2", "password: &a ***"),
        ("password: {{ .Values.x }}", "password: {{ .Values.x }}"),
        ("secretName: web\ntokenExpiry: 5m", "secretName: web\ntokenExpiry: 5m"),
        ("bearer_token: /var/run/secrets/x/token", "bearer_token: /var/run/secrets/x/token"),
    ],
)
def test_what_is_secret_by_its_form_is_hidden(text: str, expected: str) -> None:
    assert without_forms(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "db.password: the text has not the form that the schema wants",
        "oidc.clientSecret: expected a text, found a map",
        "secret: it is missing",
        "values.yaml:3:5: token is no number",
    ],
)
def test_a_sentence_about_a_secret_stays_whole(text: str) -> None:
    assert without_forms(text, prose=True) == text


EVIL = [
    "password",
    "password ",
    "password=",
    'password"',
    '"password',
    '"password": "',
    "password:",
    "password: |\n",
    "-",
    "- ",
    " ",
    "\n",
    "\t\n",
    "a",
    "a://",
    "a://b:c/",
    "a://b:",
    "://",
    "a-",
    "-a.",
    "a_password-",
    "eyJaaaaaaaaaa-",
    "eyJaaaaaaaaaa.",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----END ",
    "LS0tLS1CRUdJTi",
    "basic ",
    "login a ",
    "<password>",
    "\\",
    "'\\",
    "=",
    ": ",
    "--",
    "&a ",
    "map[",
    "#",
    "gh",
    "{",
    "$2a$",
]


def seconds(call: object, text: str) -> float:
    gc.disable()  # it looks through all that the test run holds, whatever the text is
    try:
        started = time.process_time()
        call(text)  # type: ignore[operator]
        return time.process_time() - started
    finally:
        gc.enable()


def known(text: str) -> object:
    matcher = Matcher(["password" * 3 + "7", "aaaaaaaaaaaa", "s3cr3t-c4n4ry", "-----BEGIN x9"])
    matcher.look([text])
    return matcher.spans(text)


@pytest.mark.parametrize("piece", EVIL)
@pytest.mark.parametrize(
    "call",
    [
        lambda text: list(spans_of_forms(text)),
        known,
        lambda text: KnownSecrets().add_text(text.replace("\n", " ")[: len(text) // 8]),
    ],
    ids=["forms", "known", "file"],
)
def test_four_times_the_text_takes_about_four_times_as_long(call: object, piece: str) -> None:
    small = piece * (16_000 // len(piece))

    first = min(seconds(call, small) for _ in range(2))
    second = min(seconds(call, small * 4) for _ in range(2))

    assert second < max(0.2, first * 10)


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["password", "a://", "-----", "\n", "eyJaaaaaaaaaa-", "a://b:"])
def test_a_megabyte_in_a_config_map_costs_less_than_a_second(piece: str) -> None:
    body = (piece * (1_000_000 // len(piece))).replace("\n", "\n    ")
    text = f"kind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  x: |\n    {body}\n"

    started = time.process_time()
    assert redacted_manifests(text, ["a-known-s3cret"])
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    "value",
    [
        "",
        "yes",
        "Disabled",
        "5",
        "8080",
        "/run/secrets/token",
        "./key.pem",
        "secret/data/web",
        "<your key>",
        "$(DB_PASSWORD)",
        "$TOKEN",
        "pre-${TOKEN}",
        "{{ .Values.a }}",
        "https://a/b",
    ],
)
def test_what_says_nothing_is_no_secret_of_a_variable(value):
    assert is_harmless(value)


@pytest.mark.parametrize(
    "value",
    [
        "hunter2",
        "123456",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "Pa$word",
        "a/B+c==",
        "postgres://user:hunter2@db/web",
        "p@ss/Word1",
    ],
)
def test_anything_else_is_a_secret_of_a_variable(value):
    assert not is_harmless(value)
