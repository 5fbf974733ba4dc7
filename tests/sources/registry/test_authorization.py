"""A registry gets the login that it asks for, and nobody else does."""

from __future__ import annotations

from typing import Any

import pytest
from tests.sources.registry.faulty import LOGIN, FaultyRegistry

from helmwright.errors import SourceError
from helmwright.go.url import parse
from helmwright.sources.fetching import Fetcher
from helmwright.sources.registry import pulling
from helmwright.sources.registry.challenge import (
    clean_scopes,
    parse_challenge,
    realm_problem,
    repository_scope,
)
from helmwright.sources.registry.client import Registry
from helmwright.sources.registry.credentials import NOBODY, Credential

LAB = Credential(*LOGIN.split(":"))
ASKED_FOR = "/token?scope=repository%3Acharts%2Fweb%3Apull&service=lab"


def pull(registry: FaultyRegistry, login: Credential) -> pulling.Pulled:
    hosts: dict[str, Credential] = {registry.host: login}
    asked = Registry(Fetcher(), lambda host: hosts.get(host, NOBODY), plain_http=True)
    return pulling.pull(asked, f"{registry.host}/charts/web:1.0.0")


def log(registry: FaultyRegistry) -> list[str]:
    return [
        f"{one.method} {one.path.split('/blobs/')[0]} {one.login}".strip()
        for one in registry.requests
    ]


def test_a_login_is_sent_once_it_is_asked_for_and_then_at_once() -> None:
    with FaultyRegistry(wants="basic") as registry:
        registry.publish("charts/web", "1.0.0")
        pull(registry, LAB)

    assert log(registry) == [
        "GET /v2/charts/web/manifests/1.0.0",
        f"GET /v2/charts/web/manifests/1.0.0 {LOGIN}",
        f"GET /v2/charts/web {LOGIN}",
        f"GET /v2/charts/web {LOGIN}",
    ]


def test_a_token_is_asked_for_with_the_login_and_used_again() -> None:
    with FaultyRegistry(wants="bearer") as registry:
        registry.publish("charts/web", "1.0.0")
        pull(registry, LAB)

    assert log(registry) == [
        "GET /v2/charts/web/manifests/1.0.0",
        f"GET {ASKED_FOR} {LOGIN}",
        "GET /v2/charts/web/manifests/1.0.0 Bearer good",
        "GET /v2/charts/web Bearer good",
        "GET /v2/charts/web Bearer good",
    ]


def test_a_token_can_be_had_without_a_login() -> None:
    with FaultyRegistry(wants="bearer") as registry:
        registry.publish("charts/web", "1.0.0")
        pull(registry, NOBODY)

    assert log(registry)[1] == f"GET {ASKED_FOR}"


def test_an_identity_token_is_exchanged() -> None:
    with FaultyRegistry(wants="bearer") as registry:
        registry.publish("charts/web", "1.0.0")
        pull(registry, Credential("", "", "refresh"))

    assert log(registry)[1] == "POST /token"
    assert registry.requests[1].body == (
        b"client_id=oras-go&grant_type=refresh_token&refresh_token=refresh"
        b"&scope=repository%3Acharts%2Fweb%3Apull&service=lab"
    )


def test_a_bearer_token_is_sent_as_it_is() -> None:
    with FaultyRegistry(wants="bearer") as registry:
        registry.publish("charts/web", "1.0.0")
        pull(registry, Credential("", "", "", "good"))

    assert log(registry)[1] == "GET /v2/charts/web/manifests/1.0.0 Bearer good"


@pytest.mark.parametrize(
    ("wants", "login", "message"),
    [
        ("basic", NOBODY, "basic credential not found"),
        ("basic", Credential("lab"), "missing username or password for basic auth"),
        (
            "bearer",
            Credential("lab", "wrong"),
            (
                'GET "URL/token?scope=repository%3Acharts%2Fweb%3Apull&service=lab": '
                "response status code 401: unauthorized: wrong password"
            ),
        ),
        (
            "bearer",
            Credential("", "", "old"),
            'POST "URL/token": response status code 401: unauthorized: no such token',
        ),
    ],
)
def test_a_login_that_is_missing_or_wrong_is_told(
    wants: str, login: Credential, message: str
) -> None:
    with FaultyRegistry(wants=wants) as registry, pytest.raises(SourceError) as caught:
        pull(registry, login)

    assert caught.value.message == (
        'failed to perform "FetchReference" on source: '
        f'GET "{registry.url}/v2/charts/web/manifests/1.0.0": '
        + message.replace("URL", registry.url)
    )


def test_a_wrong_login_is_tried_once() -> None:
    with FaultyRegistry(wants="basic") as registry, pytest.raises(SourceError) as caught:
        pull(registry, Credential("lab", "wrong"))

    assert len(registry.requests) == 2
    assert caught.value.message.endswith(
        "response status code 401: unauthorized: authentication required"
    )
    assert "wrong" not in str(caught.value)


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ({}, "empty token returned"),
        ({"token": ""}, "empty token returned"),
        ({"token": "a\nb"}, "empty token returned"),
        ([], "empty token returned"),
        (
            b"<html>",
            "failed to decode response: invalid character '<' looking for beginning of value",
        ),
        (b'{"token": "' + b"x" * (1 << 20) + b'"}', "failed to decode response: unexpected EOF"),
    ],
)
def test_an_answer_without_a_token_is_told(token: Any, message: str) -> None:
    with FaultyRegistry(wants="bearer") as registry:
        registry.token = token
        with pytest.raises(SourceError) as caught:
            pull(registry, LAB)

    assert caught.value.message.endswith(f'{ASKED_FOR}": {message}')


@pytest.mark.parametrize(
    ("realm", "message"),
    [
        (
            "http://169.254.169.254/latest",
            (
                'bearer realm host "169.254.169.254" is a loopback, link-local, private, '
                "or unspecified address"
            ),
        ),
        (
            "http://10.1.2.3/token",
            (
                'bearer realm host "10.1.2.3" is a loopback, link-local, private, '
                "or unspecified address"
            ),
        ),
        (
            "http://[::1]/token",
            'bearer realm host "::1" is a loopback, link-local, private, or unspecified address',
        ),
        (
            "file:///etc/passwd",
            'bearer realm "file:///etc/passwd" uses unsupported scheme "file"',
        ),
    ],
)
def test_no_login_goes_to_a_place_that_only_this_machine_knows(realm: str, message: str) -> None:
    with FaultyRegistry(wants="bearer") as registry:
        registry.realm = realm
        with pytest.raises(SourceError) as caught:
            pull(registry, LAB)

    assert caught.value.message.endswith(f'manifests/1.0.0": {message}')
    assert len(registry.requests) == 1


def test_no_login_goes_into_the_open_after_https() -> None:
    registry = parse("https://lab.example.com/v2/")

    assert realm_problem("http://lab.example.com/token", registry) == (
        'bearer realm "http://lab.example.com/token" uses http but registry was contacted over https'
    )
    assert realm_problem("https://auth.example.com/token", registry) == ""
    assert realm_problem("http://127.0.0.1/t", parse("http://127.0.0.1:5000/v2/")) == ""
    assert realm_problem("", registry) == ""


def test_a_realm_that_is_no_url_is_told() -> None:
    assert realm_problem("http://[::1", parse("http://h/")) == (
        'failed to parse bearer realm "http://[::1": parse "http://[::1": missing \']\' in host'
    )


def test_a_challenge_elsewhere_gets_no_login() -> None:
    with FaultyRegistry(wants="basic") as other, FaultyRegistry() as registry:
        registry.publish("charts/web", "1.0.0", fault="moved")
        registry.elsewhere = f"{other.url}/v2/charts/web/blobs"
        with pytest.raises(SourceError):
            pull(registry, LAB)

    assert [one.login for one in other.requests] == [""]


@pytest.mark.parametrize(
    ("header", "scheme", "parameters"),
    [
        ('Basic realm="x"', "basic", {}),
        ("bEaReR", "bearer", {}),
        ('Bearer realm="a,b" , service = lab,scope="x\\"y"', "bearer", ("a,b", "lab", 'x"y')),
        ('Bearer realm="open', "bearer", {}),
        ("Digest x=y", "", {}),
        ("", "", {}),
    ],
)
def test_challenges_are_read(header: str, scheme: str, parameters: Any) -> None:
    if parameters:
        parameters = dict(zip(("realm", "service", "scope"), parameters, strict=True))

    assert parse_challenge(header) == (scheme, parameters)


def test_scopes_of_one_repository_are_one() -> None:
    assert clean_scopes(["repository:a:push", "x", "repository:a:pull,push", "registry:c:*"]) == [
        "registry:c:*",
        "repository:a:pull,push",
        "x",
    ]
    assert clean_scopes(["repository:a:pull,*", "repository:b:"]) == ["repository:a:*"]
    assert repository_scope("a", "push", "pull") == "repository:a:pull,push"
