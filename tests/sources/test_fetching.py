from __future__ import annotations

import io
import socket
import threading
from hashlib import sha256
from itertools import pairwise
from time import monotonic

import pytest
from tests.sources.certificates import Authority
from tests.sources.origin import Origin

from helmwright.base.errors import SourceError
from helmwright.go.url import parse
from helmwright.sources import fetching
from helmwright.sources.fetching import (
    TLS,
    Credentials,
    Fetcher,
    OfflineError,
    RetryPolicy,
    TooLargeError,
    fetch,
    masked,
)
from helmwright.sources.fetching.proxies import Proxies

QUICK = RetryPolicy(first=0.001, shortest=0.0, longest=0.01)


@pytest.fixture(scope="module")
def running():
    with Origin() as origin:
        yield origin


@pytest.fixture
def origin(running):
    running.requests.clear()
    running.counts.clear()
    return running


@pytest.fixture
def fetcher():
    fetcher = Fetcher(environment={})
    yield fetcher
    fetcher.close()


def refusal(fetcher, url, **more):
    with pytest.raises(SourceError) as caught:
        fetcher.request("GET", url, **more)
    return caught.value


def test_an_answer_has_status_headers_body_and_digest(fetcher, origin):
    url = origin.serve("/a file", b"hello", "text/x")

    response = fetcher.request("GET", url.replace(" ", "%20"))

    assert (response.status, response.status_line) == (200, "200 OK")
    assert response.headers["content-type"] == "text/x"
    assert (response.body, response.size) == (b"hello", 5)
    assert response.sha256 == sha256(b"hello").hexdigest()
    assert origin.requests[0].agent.startswith("helmwright/")
    assert origin.requests[0].accept == ""


def test_a_body_goes_into_a_file(fetcher, origin):
    url = origin.serve("/big", bytes(300_000))
    into = io.BytesIO()

    response = fetcher.request("GET", url, into=into)

    assert (response.body, response.size) == (b"", 300_000)
    assert into.getvalue() == bytes(300_000)
    assert response.sha256 == sha256(bytes(300_000)).hexdigest()


@pytest.mark.parametrize("method", ["GET", "PUT", "POST", "PATCH", "DELETE"])
def test_any_method_carries_a_body(fetcher, origin, method):
    response = fetcher.request(method, f"{origin.url}/echo", body=b"data")

    assert response.body == f"{method} |data".encode()


def test_a_file_is_sent_from_where_it_stands(fetcher, origin):
    file = io.BytesIO(b"0123456789")
    file.seek(4)

    response = fetcher.request(
        "PUT", f"{origin.url}/echo", body=file, headers={"Content-Length": "6"}
    )

    assert response.body == b"PUT |456789"


def test_head_has_no_body(fetcher, origin):
    assert fetcher.request("HEAD", f"{origin.url}/echo", limit=1).body == b""


def test_any_status_is_an_answer(fetcher, origin):
    response = fetcher.request("GET", f"{origin.url}/status/404/File%20not%20found")

    assert (response.status, response.status_line) == (404, "404 File not found")
    assert response.body == b"<html>"


def test_fetch_refuses_all_but_200_with_the_words_of_the_server(fetcher, origin):
    url = f"{origin.url}/status/404/File%20not%20found"

    with pytest.raises(SourceError) as caught:
        fetch(fetcher, url)

    assert caught.value.message == f"failed to fetch {url} : 404 File not found"
    assert (caught.value.url, caught.value.status) == (url, 404)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/hang-up", 'Get "{url}": EOF'),
        ("/reset", 'Get "{url}": read tcp {address}: read: connection reset by peer'),
        ("/truncated", "unexpected EOF"),
        ("/chunk-missing", "unexpected EOF"),
        ("/loop", 'Get "/loop": stopped after 10 redirects'),
        (
            "/moved/302?to=ftp://x/y",
            'Get "ftp://x/y": unsupported protocol scheme "ftp"',
        ),
        (
            "/moved/302?to=file:///etc/passwd",
            'Get "file:///etc/passwd": unsupported protocol scheme "file"',
        ),
    ],
)
def test_what_goes_wrong_is_told_as_go_tells_it(fetcher, origin, path, text):
    url = origin.url + path

    error = refusal(fetcher, url)

    assert error.message == text.format(url=url, address=f"127.0.0.1:{origin.port}")


def test_what_is_no_http_is_told(fetcher, origin):
    assert "malformed HTTP response" in refusal(fetcher, f"{origin.url}/not-http").message


def test_endless_headers_are_refused(fetcher, origin):
    assert "100 headers" in refusal(fetcher, f"{origin.url}/headers").message


def test_a_port_where_nobody_listens(fetcher):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/x"

    for more in ({}, {"timeout": 15.0}):
        assert refusal(fetcher, url, **more).message == (
            f'Get "{url}": dial tcp 127.0.0.1:{port}: connect: connection refused'
        )


def test_a_host_that_is_not_there(fetcher, monkeypatch):
    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)

    assert refusal(fetcher, "http://nowhere.invalid/x").message == (
        'Get "http://nowhere.invalid/x": dial tcp: lookup nowhere.invalid: no such host'
    )


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("ftp://h/x", 'Get "ftp://h/x": unsupported protocol scheme "ftp"'),
        ("web", 'Get "web": unsupported protocol scheme ""'),
        ("http:///x", 'Get "http:///x": http: no Host in request URL'),
        ("http://h:65536/", 'Get "http://h:65536/": dial tcp: address 65536: invalid port'),
        ("http://h:port/", 'parse "http://h:port/": invalid port ":port" after host'),
    ],
)
def test_what_is_no_url_is_not_asked(fetcher, url, text):
    assert refusal(fetcher, url).message == text


def test_bodies_come_as_they_are_encoded(fetcher, origin):
    assert fetcher.request("GET", f"{origin.url}/gzip").body[:2] == b"\x1f\x8b"


@pytest.mark.parametrize(
    ("path", "body"), [("/chunked", b"hello world"), ("/until-closed", b"as long as it takes")]
)
def test_a_body_needs_no_announced_length(fetcher, origin, path, body):
    assert fetcher.request("GET", origin.url + path).body == body


def test_a_body_that_announces_too_much_is_not_read(fetcher, origin):
    with pytest.raises(TooLargeError) as caught:
        fetcher.request("GET", f"{origin.url}/endless/10995116277760", limit=1000)

    assert (caught.value.size, caught.value.limit) == (10995116277760, 1000)


def test_a_body_that_grows_too_large_is_left(fetcher, origin):
    into = io.BytesIO()

    with pytest.raises(TooLargeError) as caught:
        fetcher.request("GET", f"{origin.url}/endless", limit=200_000, into=into)

    assert caught.value.size is None
    assert len(into.getvalue()) <= 200_000


def test_ten_requests_are_made_at_most(fetcher, origin):
    assert fetcher.request("GET", f"{origin.url}/redirect/9").body == b"GET |"
    assert fetcher.request("GET", f"{origin.url}/redirect/9").url == f"{origin.url}/echo"
    assert "stopped after 10 redirects" in refusal(fetcher, f"{origin.url}/redirect/10").message


def test_redirects_are_not_followed_if_the_caller_says_so(fetcher, origin):
    response = fetcher.request("GET", f"{origin.url}/redirect/1", redirects=False)

    assert (response.status, response.headers["Location"]) == (302, "/echo")


@pytest.mark.parametrize(
    ("status", "body"), [(302, b"GET |"), (303, b"GET |"), (307, b"POST |x"), (308, b"POST |x")]
)
def test_a_redirect_keeps_the_method_where_http_says_so(fetcher, origin, status, body):
    response = fetcher.request("POST", f"{origin.url}/moved/{status}?to=/echo", body=b"x")

    assert response.body == body


def test_a_login_goes_to_its_origin_only(fetcher, origin):
    with Origin() as other:
        login = Credentials("me", "secret", f"{origin.url}/repo")
        fetcher.request("GET", f"{origin.url}/echo", credentials=login)
        fetcher.request("GET", f"{other.url}/echo", credentials=login)
        local = f"http://localhost:{origin.port}/echo"
        fetcher.request("GET", local, credentials=login)

        assert [one.login for one in origin.requests] == ["me:secret", ""]
        assert [one.login for one in other.requests] == [""]


def test_a_login_goes_anywhere_if_asked_but_follows_no_redirect_elsewhere(fetcher, origin):
    with Origin() as other:
        login = Credentials("me", "secret", "http://elsewhere", pass_credentials=True)
        fetcher.request("GET", f"{origin.url}/moved/302?to={other.url}/echo", credentials=login)

        assert [one.login for one in origin.requests] == ["me:secret"]
        assert [one.login for one in other.requests] == [""]


def test_a_login_does_not_come_back_from_elsewhere(fetcher, origin):
    with Origin() as other:
        login = Credentials("me", "secret", origin.url)
        back = f"{other.url}/moved/302?to={origin.url}/echo"
        fetcher.request("GET", f"{origin.url}/moved/302?to={back}", credentials=login)

        assert [one.login for one in origin.requests] == ["me:secret", ""]


@pytest.mark.parametrize("header", ["Authorization", "authorization"])
def test_a_header_with_a_login_stays_at_its_origin(fetcher, origin, header):
    with Origin() as other:
        url = f"{origin.url}/moved/307?to={other.url}/echo"
        fetcher.request("GET", url, headers={header: "Bearer abc"})

        assert [one.login for one in origin.requests] == ["Bearer abc"]
        assert [one.login for one in other.requests] == [""]


def test_a_login_within_a_url_works_and_is_hidden(fetcher, origin):
    url = origin.url.replace("//", "//me:p%40ss@")

    assert fetcher.request("GET", f"{url}/echo").body == b"GET me:p@ss|"
    with pytest.raises(SourceError) as caught:
        fetch(fetcher, f"{url}/status/403")
    assert "me:***@127" in caught.value.message
    assert "ss@" not in caught.value.message


@pytest.mark.parametrize(("username", "password"), [("me", ""), ("", "secret")])
def test_half_a_login_is_none(fetcher, origin, username, password):
    fetcher.request(
        "GET", f"{origin.url}/echo", credentials=Credentials(username, password, origin.url)
    )

    assert origin.requests[0].login == ""


def test_a_login_does_not_show_itself():
    assert "secret" not in repr(Credentials("me", "secret", "http://h"))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://u:p@h/x", "http://u:***@h/x"),
        ("http://u@h/x", "http://u@h/x"),
        ("http://h/x@y", "http://h/x@y"),
        ("http://u:p@h:port/x", "http://***@h:port/x"),
    ],
)
def test_passwords_are_masked(url, shown):
    assert masked(url) == shown


def test_offline_opens_nothing(monkeypatch):
    monkeypatch.setattr(socket, "socket", None)

    with pytest.raises(OfflineError) as caught:
        Fetcher(offline=True).request("GET", "http://127.0.0.1/x")

    assert caught.value.message == 'Get "http://127.0.0.1/x": no connection is opened while offline'


def test_a_whole_request_has_a_time(fetcher, origin):
    error = refusal(fetcher, f"{origin.url}/silent/5", timeout=0.2)
    assert error.message.endswith(
        ": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    )

    start = monotonic()
    error = refusal(fetcher, f"{origin.url}/drips", timeout=0.4)
    assert error.message == (
        "context deadline exceeded (Client.Timeout or context cancellation while reading body)"
    )
    assert monotonic() - start < 3


def test_headers_that_drip_have_a_time(origin):
    start = monotonic()

    error = refusal(Fetcher(environment={}), f"{origin.url}/drips-headers", timeout=0.3)
    assert error.message.endswith(
        ": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    )

    fetcher = Fetcher(environment={}, silent_seconds=0.3)
    error = refusal(fetcher, f"{origin.url}/drips-headers")
    assert error.message.endswith(": timeout: the headers took more than 0.3 seconds")
    assert monotonic() - start < 5


def test_lines_that_are_no_headers_are_refused_without_a_word_elsewhere(fetcher, origin, caplog):
    error = refusal(fetcher, f"{origin.url}/no-headers")

    assert error.message.endswith(
        '/no-headers": net/http: HTTP/1.x transport connection broken: '
        'malformed MIME header: missing colon: "no header"'
    )
    assert caplog.records == []


def test_silence_ends_a_request(origin):
    fetcher = Fetcher(environment={}, silent_seconds=0.2)

    assert refusal(fetcher, f"{origin.url}/silent/5").message.endswith(
        "nothing came for 0.2 seconds"
    )
    assert (
        refusal(fetcher, f"{origin.url}/stalls").message == "timeout: nothing came for 0.2 seconds"
    )


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_request_is_made_again_where_that_is_asked_for(fetcher, origin, status):
    into = io.BytesIO()

    response = fetcher.request(
        "PUT",
        f"{origin.url}/busy/{status}/3",
        body=io.BytesIO(b"x"),
        retries=QUICK,
        into=into,
        headers={"Content-Length": "1"},
    )

    assert response.status == 200
    assert into.getvalue() == b"at last x"
    assert len(origin.requests) == 4


def test_the_last_answer_is_returned_when_no_attempt_is_left(fetcher, origin):
    assert fetcher.request("GET", f"{origin.url}/busy/503/9", retries=QUICK).status == 503
    assert len(origin.requests) == 6


def test_nothing_is_asked_again_unasked(fetcher, origin):
    assert fetcher.request("GET", f"{origin.url}/busy/503/9").status == 503
    assert len(origin.requests) == 1


def test_waits_grow_within_bounds():
    policy = fetching.OCI_RETRIES
    waits = [policy.wait(attempt, None) for attempt in range(6)]

    assert 0.2 <= waits[0] <= 0.275
    assert all(one < other for one, other in pairwise(waits[:4]))
    assert waits[5] == 3.0


@pytest.mark.parametrize(
    ("after", "least", "most"), [("2", 2, 2), ("600", 3, 3), ("soon", 0.2, 0.3)]
)
def test_the_server_says_when_to_ask_again(fetcher, origin, after, least, most):
    response = fetcher.request("GET", f"{origin.url}/busy/429/1?after={after}")

    assert least <= fetching.OCI_RETRIES.wait(0, response) <= most


def test_many_threads_share_a_fetcher(fetcher, origin):
    url = origin.serve("/shared", bytes(100_000))
    digests: list[str] = []

    def ask():
        digests.extend(fetcher.request("GET", url).sha256 for _ in range(5))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert digests == [sha256(bytes(100_000)).hexdigest()] * 30


def test_a_proxy_is_asked_for_what_is_not_near(origin):
    fetcher = Fetcher(environment={"HTTP_PROXY": origin.url.replace("//", "//joe:pw@")})

    fetcher.request("GET", "http://charts.invalid/index.yaml")
    fetcher.request("GET", f"{origin.url}/echo")

    assert [one.path for one in origin.requests] == ["http://charts.invalid/index.yaml", "/echo"]


def test_a_proxy_that_is_not_there():
    fetcher = Fetcher(
        environment={"HTTPS_PROXY": "127.0.0.1:1", "HTTP_PROXY": "http://127.0.0.1:1"}
    )

    for scheme in ("http", "https"):
        assert refusal(fetcher, f"{scheme}://charts.invalid/x").message == (
            f'Get "{scheme}://charts.invalid/x": '
            "proxyconnect tcp: dial tcp 127.0.0.1:1: connect: connection refused"
        )


def test_a_proxy_that_does_not_let_through(origin):
    fetcher = Fetcher(environment={"HTTPS_PROXY": origin.url})

    message = refusal(fetcher, "https://charts.invalid/x").message

    assert message.startswith('Get "https://charts.invalid/x": ')
    assert "Unsupported method" in message


@pytest.mark.parametrize(
    ("environment", "url", "proxied"),
    [
        ({}, "http://h/", False),
        ({"HTTP_PROXY": "p:1"}, "http://h/", True),
        ({"http_proxy": "p:1"}, "http://h/", True),
        ({"HTTP_PROXY": "p:1"}, "https://h/", False),
        ({"HTTPS_PROXY": "https://p:1"}, "https://h/", True),
        ({"HTTP_PROXY": ":"}, "http://h/", True),
        ({"HTTP_PROXY": "p:1"}, "http://localhost/", False),
        ({"HTTP_PROXY": "p:1"}, "http://127.9.9.9/", False),
        ({"HTTP_PROXY": "p:1"}, "http://[::1]:80/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "*"}, "http://h/", False),
        ({"HTTP_PROXY": "p:1", "no_proxy": "h"}, "http://h/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "h"}, "http://a.h/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": ".h"}, "http://h/", True),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": ".h"}, "http://a.h/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "*.h"}, "http://a.H/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "h:81"}, "http://h/", True),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "x, h:80"}, "http://h/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "ah"}, "http://h/", True),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "10.0.0.0/8"}, "http://10.1.2.3/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "10.0.0.0/8"}, "http://11.1.2.3/", True),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "10.1.2.3:80"}, "http://10.1.2.3/", False),
        ({"HTTP_PROXY": "p:1", "NO_PROXY": "[fd00::1]:80"}, "http://[fd00::1]/", False),
    ],
)
def test_proxies_are_those_that_go_would_take(environment, url, proxied):
    assert (Proxies(environment).proxy_for(parse(url)) is not None) is proxied


def test_a_cgi_program_takes_no_proxy_from_its_client():
    proxies = Proxies({"HTTP_PROXY": "p:1", "REQUEST_METHOD": "GET"})

    with pytest.raises(SourceError, match="refusing to use HTTP_PROXY value in CGI environment"):
        proxies.proxy_for(parse("http://h/"))


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("tls"))


def test_a_server_is_trusted_by_its_authority(fetcher, authority):
    with Origin(context=authority.server("127.0.0.1")) as origin:
        trusted = TLS(ca_file=authority.path)

        assert fetcher.request("GET", f"{origin.url}/echo", tls=trusted).body == b"GET |"
        assert refusal(fetcher, f"{origin.url}/echo").message == (
            f'Get "{origin.url}/echo": tls: failed to verify certificate: '
            "x509: certificate signed by unknown authority"
        )
        anyone = TLS(insecure_skip_tls_verify=True)
        assert fetcher.request("GET", f"{origin.url}/echo", tls=anyone).status == 200


def test_the_environment_names_authorities(authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", authority.path)
    with Origin(context=authority.server("127.0.0.1")) as origin:
        assert Fetcher(environment={}).request("GET", f"{origin.url}/echo").status == 200


def test_a_certificate_of_another_host_is_refused(fetcher, authority):
    with Origin(context=authority.server("charts.example")) as origin:
        message = refusal(fetcher, f"{origin.url}/echo", tls=TLS(ca_file=authority.path)).message

    assert "x509: certificate is not valid for any names, or not for 127.0.0.1" in message


def test_a_certificate_that_has_expired_is_refused(fetcher, authority):
    with Origin(context=authority.server("127.0.0.1", days=-1)) as origin:
        message = refusal(fetcher, f"{origin.url}/echo", tls=TLS(ca_file=authority.path)).message

    assert message.endswith("x509: certificate has expired or is not yet valid")


def test_a_client_shows_its_certificate(fetcher, authority):
    cert, key = authority.client()
    with Origin(context=authority.server("127.0.0.1", clients=True)) as origin:
        known = TLS(ca_file=authority.path, cert_file=cert, key_file=key)

        assert fetcher.request("GET", f"{origin.url}/echo", tls=known).status == 200
        message = refusal(fetcher, f"{origin.url}/echo", tls=TLS(ca_file=authority.path)).message

    # Which of the two it is depends on who is faster.
    assert message.removeprefix(f'Get "{origin.url}/echo": ') in (
        "remote error: tls: certificate required",
        "EOF; a server that wants to see a client's certificate may end like this",
    )


def test_plain_http_where_https_was_meant(fetcher, origin):
    url = f"https://127.0.0.1:{origin.port}/echo"

    assert refusal(fetcher, url).message == (
        f'Get "{url}": http: server gave HTTP response to HTTPS client'
    )


def test_https_does_not_lead_to_http(fetcher, authority, origin):
    with Origin(context=authority.server("127.0.0.1")) as safe:
        url = f"{safe.url}/moved/302?to={origin.url}/echo"

        assert refusal(fetcher, url, tls=TLS(ca_file=authority.path)).message == (
            f'Get "{origin.url}/echo": a redirect from https to http is not followed'
        )
    assert origin.requests == []


@pytest.mark.parametrize(
    ("tls", "text"),
    [
        (
            TLS(ca_file="no.pem"),
            """can't read CA file: "no.pem": open no.pem: no such file or directory""",
        ),
        (TLS(ca_file="empty.pem"), "failed to append certificates from pem block"),
        (
            TLS(cert_file="no.pem", key_file="x"),
            """unable to read cert file: "no.pem": open no.pem: no such file or directory""",
        ),
        (
            TLS(cert_file="empty.pem", insecure_skip_tls_verify=True),
            """unable to read key file: "": open : no such file or directory""",
        ),
        (
            TLS(cert_file="empty.pem", key_file="empty.pem"),
            """unable to load cert from key pair: tls: failed to find any PEM data in certificate input""",
        ),
    ],
)
def test_files_that_are_no_certificates_are_named(fetcher, tmp_path, monkeypatch, tls, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.pem").touch()

    message = refusal(fetcher, "https://127.0.0.1:1/", tls=tls).message

    assert message == f"can't create TLS config for client: {text}"


@pytest.mark.parametrize("tls", [TLS(cert_file="no.pem"), TLS(key_file="no.pem")])
def test_half_a_pair_counts_for_nothing_as_with_helm(fetcher, origin, tls):
    assert fetch(fetcher, f"{origin.url}/echo", tls=tls).status == 200
