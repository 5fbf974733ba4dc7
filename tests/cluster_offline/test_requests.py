"""What may be sent to a cluster, and what its answers mean."""

from __future__ import annotations

import pytest

from helmwright.base.errors import ClusterError
from helmwright.cluster.requests import (
    APPLY,
    Answer,
    Request,
    check,
    decoded,
    dry_run,
    get,
    invalid_segment,
    refusal,
    review,
)
from helmwright.go.kinds import Int64

POD = "/api/v1/namespaces/ml/pods/web"


@pytest.mark.parametrize(
    "request_",
    [
        get("/version"),
        get("/apis", accept="application/json;as=APIGroupDiscoveryList"),
        get(POD),
        get(f"{POD}/log", ("tailLines", "5")),
        get("/api/v1/namespaces/ml/services/proxy"),
        get("/api/v1/nodes/exec"),
        get("/apis/apps/v1/namespaces/exec/deployments/proxy"),
        get("/api/v1/namespaces/proxy"),
        review("SelfSubjectAccessReview", {}),
        review("SelfSubjectRulesReview", {"namespace": "ml"}),
        review("SelfSubjectReview", {}),
        dry_run("PATCH", POD, {}, ("fieldManager", "helm"), form=APPLY),
        dry_run("POST", "/api/v1/namespaces/ml/pods", {}),
    ],
    ids=lambda one: f"{one.method} {one.target}",
)
def test_reading_reviews_and_dry_runs_are_sent(request_: Request) -> None:
    check(request_)


@pytest.mark.parametrize(
    "request_",
    [
        Request("DELETE", POD),
        Request("DELETE", POD, (("dryRun", "All"),)),
        Request("PUT", POD, (("dryRun", "All"),), b"{}"),
        Request("PATCH", POD, (), b"{}"),
        Request("PATCH", POD, (("dryRun", ""),), b"{}"),
        Request("PATCH", POD, (("dryRun", "All"), ("dryRun", "None")), b"{}"),
        Request("POST", f"{POD}/eviction", (), b"{}"),
        Request("POST", f"{POD}/exec", (("dryRun", "All"),)),
        Request("POST", "/api/v1/namespaces/ml/pods", (), b"{}"),
        Request("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", (), b"{}"),
        Request("get", POD),
        get(f"{POD}/exec", ("command", "rm")),
        get(f"{POD}/attach"),
        get(f"{POD}/portforward"),
        get(f"{POD}/proxy/shutdown"),
        get("/api/v1/nodes/n/proxy/run"),
        get("/api/v1/proxy/namespaces/ml/services/web"),
        get("/api/v1/watch/pods"),
        get("/apis/apps/v1/deployments", ("watch", "true")),
        get("/api/v1/../v1/pods"),
        get("/api/v1/namespaces//pods"),
        get("version"),
    ],
    ids=lambda one: f"{one.method} {one.target}",
)
def test_what_could_change_a_cluster_is_refused(request_: Request) -> None:
    with pytest.raises(ClusterError, match=r" is not sent: Helmwright only reads clusters$"):
        check(request_)


def test_numbers_are_those_of_go() -> None:
    found = decoded(b'[1, -9223372036854775808, 9223372036854775808, 2.0, 1e2, "\\ud800x"]')

    assert found == [1, -(2**63), 2.0**63, 2.0, 100.0, "\ufffdx"]
    assert [type(one) for one in found] == [Int64, Int64, float, float, float, str]


@pytest.mark.parametrize("body", [b"", b"{", b"[NaN]", b"[" * 200_000, b"<html>"])
def test_what_is_no_json_is_an_error(body: bytes) -> None:
    with pytest.raises(ClusterError, match=r"^the server answered what is no JSON: status 200, "):
        _ = Answer(200, {}, body).data


STATUS = b'{"kind":"Status","status":"Failure","message":"no","reason":"Forbidden","code":403}'
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("status", "headers", "body", "method", "expected"),
    [
        (403, JSON, STATUS, "GET", ("no", "Forbidden")),
        (403, JSON, b"{}", "GET", ("unknown", "Forbidden")),
        (403, {}, b" told ", "GET", ("told", "Forbidden")),
        (
            401,
            JSON,
            b"{}",
            "GET",
            ("the server has asked for the client to provide credentials", "Unauthorized"),
        ),
        (404, {}, b"404", "GET", ("the server could not find the requested resource", "NotFound")),
        (409, {}, b"", "POST", ("the server reported a conflict", "AlreadyExists")),
        (409, {}, b"", "PATCH", ("the server reported a conflict", "Conflict")),
        (
            502,
            {"Content-Type": "text/html"},
            b"<b>",
            "GET",
            (
                'an error on the server ("<b>") has prevented the request from succeeding',
                "InternalError",
            ),
        ),
        (
            418,
            {},
            b"",
            "GET",
            (
                "the server responded with the status code 418 but did not return more information",
                "Unknown",
            ),
        ),
    ],
)
def test_refusals_are_told_as_kubernetes_clients_tell_them(
    status: int, headers: dict[str, str], body: bytes, method: str, expected: tuple[str, str]
) -> None:
    error = refusal(Request(method, "/x"), Answer(status, headers, body))

    assert (error.message, error.reason) == expected
    assert error.status == status


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("a", ""),
        ("a:b", ""),
        (".", "[may not be '.']"),
        ("..", "[may not be '..']"),
        ("a/b", "[may not contain '/']"),
        ("a%2f/", "[may not contain '/' may not contain '%']"),
    ],
)
def test_names_that_are_no_part_of_a_path_are_refused(name: str, problem: str) -> None:
    assert invalid_segment(name) == problem
