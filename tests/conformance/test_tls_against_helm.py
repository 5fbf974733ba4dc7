"""Repositories and registries over TLS: what the real Helm does with the same certificates.

The authority, the good certificates and the bad ones are made for the run; the server is ``origin.py``
and distribution's registry. Texts are compared but for what OpenSSL does not tell: when a certificate
expired, whom it is valid for, and which authority of the same name it was tried with.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.conformance import peer, registries
from tests.conformance.update_source_goldens import helm
from tests.sources.certificates import Authority
from tests.sources.origin import Origin
from tests.sources.recorded import HOMES, Masking, environment_of, filled, tree
from tests.sources.shop import archive, stock
from tests.sources.test_recorded import as_ours, ours

if TYPE_CHECKING:
    from pathlib import Path


class _Server(NamedTuple):
    """What the certificate of a server says, and whether it wants to see those of clients."""

    hosts: tuple[str, ...] = ("127.0.0.1",)
    days: int = 1
    clients: bool = False


_SERVERS = {
    "good": _Server(),
    "wrong-host": _Server(("charts.example.com",)),
    "wrong-address": _Server(("127.0.0.2",)),
    "expired": _Server(days=-1),
    "wants-clients": _Server(clients=True),
}
_CA = "--ca-file {work}/ca.pem"
_CLIENT = "--cert-file {work}/client.pem --key-file {work}/client.key"
CASES = {
    "own-authority": ("good", f"repo add lab {{origin}}/lab {_CA}"),
    "no-authority": ("good", "repo add lab {origin}/lab"),
    "trusted-unseen": ("good", "repo add lab {origin}/lab --insecure-skip-tls-verify"),
    "another-authority": ("good", "repo add lab {origin}/lab --ca-file {work}/other.pem"),
    "wrong-host": ("wrong-host", f"repo add lab {{origin}}/lab {_CA}"),
    "wrong-address": ("wrong-address", f"repo add lab {{origin}}/lab {_CA}"),
    "wrong-host-unseen": ("wrong-host", "repo add lab {origin}/lab --insecure-skip-tls-verify"),
    "expired": ("expired", f"repo add lab {{origin}}/lab {_CA}"),
    "expired-unseen": ("expired", "repo add lab {origin}/lab --insecure-skip-tls-verify"),
    "client": ("wants-clients", f"repo add lab {{origin}}/lab {_CA} {_CLIENT}"),
    "pull-own-authority": ("good", f"pull {{origin}}/lab/web-1.0.0.tgz {_CA}"),
    "pull-no-authority": ("good", "pull {origin}/lab/web-1.0.0.tgz"),
    "pull-unseen": ("good", "pull {origin}/lab/web-1.0.0.tgz --insecure-skip-tls-verify"),
    "pull-expired": ("expired", f"pull {{origin}}/lab/web-1.0.0.tgz {_CA}"),
    "pull-repo": ("good", f"pull web --repo {{origin}}/lab {_CA}"),
    "pull-repo-client": ("wants-clients", f"pull web --repo {{origin}}/lab {_CA} {_CLIENT}"),
    "pull-repo-wrong-host": ("wrong-host", f"pull web --repo {{origin}}/lab {_CA}"),
    "template-repo": ("good", f"template web --repo {{origin}}/lab {_CA}"),
    "no-such-file": ("good", "repo add lab {origin}/lab --ca-file {work}/none.pem"),
    "pull-no-such-file": ("good", "pull {origin}/lab/web-1.0.0.tgz --ca-file {work}/none.pem"),
    "show-half-a-pair": (
        "good",
        "show chart web --repo {origin}/lab --cert-file {work}/client.pem",
    ),
    "no-certificate": ("good", "repo add lab {origin}/lab --ca-file {work}/client.key"),
    "half-a-pair": ("good", f"repo add lab {{origin}}/lab {_CA} --cert-file {{work}}/client.pem"),
    "keys-of-others": (
        "good",
        f"repo add lab {{origin}}/lab {_CA} --cert-file {{work}}/client.pem --key-file {{work}}/x.key",
    ),
}
"""Names: what the server has, and the command."""


@pytest.fixture(scope="session")
def binary() -> Path:
    return peer.helm_binary()


def _certificates(folder: Path) -> Authority:
    """Write what the commands name into a folder, and return the authority."""
    (folder / "made").mkdir()
    authority = Authority(folder / "made")
    (folder / "others").mkdir()
    stranger = Authority(folder / "others")
    shutil.copy(authority.path, folder / "ca.pem")
    shutil.copy(stranger.path, folder / "other.pem")
    for name, made in zip(("client.pem", "client.key"), authority.client(), strict=True):
        shutil.copy(made, folder / name)
    shutil.copy(stranger.client()[1], folder / "x.key")
    return authority


def _did(program, line: str, origin: Origin, home: Path, work: Path) -> tuple[object, ...]:
    for name in HOMES:
        (home / name).mkdir(parents=True)
    origin.requests.clear()
    arguments = filled(line, origin, home).replace("{work}", str(work)).split()
    stdout, stderr, code = program(arguments, home / "work", environment_of(home), b"")
    masked = Masking(origin, home)
    asked = [masked(str(one)) for one in origin.requests]
    return (
        code,
        as_ours(masked(stdout)),
        _as_told(as_ours(masked(stderr))),
        asked,
        tree(home, masked),
    )


_UNTOLD = (
    (r": current time \S+ is after \S+", ""),
    (r' \(possibly because of "[^"]*" while trying to verify candidate [^)]*\)', ""),
    (
        r"certificate is valid for \S+, not (\S+)",
        r"certificate is not valid for any names, or not for \1",
    ),
    (
        r"cannot validate certificate for (\S+) because it doesn't contain any IP SANs",
        r"certificate is not valid for any names, or not for \1",
    ),
)


def _as_told(text: str) -> str:
    for expression, instead in _UNTOLD:
        text = re.sub(expression, instead, text)
    return text


@pytest.mark.parametrize("name", CASES)
def test_certificates_count_as_they_do_for_helm(name, binary, tmp_path):
    kind, line = CASES[name]
    server = _SERVERS[kind]
    work = tmp_path / "files"
    work.mkdir()
    context = _certificates(work).server(*server.hosts, days=server.days, clients=server.clients)
    with Origin(context=context) as origin:
        stock(origin)
        theirs = _did(helm(binary), line, origin, tmp_path / "helm", work)
        mine = _did(ours, line, origin, tmp_path / "own", work)

    assert mine == theirs


_Told = tuple[str, int, str, str]
REGISTRY_CASES = {
    "own-authority": f"push {{archive}} oci://{{host}}/c {_CA}",
    "no-authority": "push {archive} oci://{host}/c",
    "trusted-unseen": "push {archive} oci://{host}/c --insecure-skip-tls-verify",
    "plain": "push {archive} oci://{host}/c --plain-http",
    "pull": f"pull oci://{{host}}/c/web {_CA}",
    "pull-no-authority": "pull oci://{host}/c/web",
    "pull-unseen": "pull oci://{host}/c/web --version 1.0.0 --insecure-skip-tls-verify",
    "template": f"template oci://{{host}}/c/web {_CA}",
    "no-such-file": "pull oci://{host}/c/web --ca-file {work}/none.pem",
}


@pytest.mark.parametrize("clients", [False, True], ids=["any-client", "known-clients"])
def test_certificates_count_for_registries_as_they_do_for_helm(clients, binary, tmp_path):
    work = tmp_path / "files"
    work.mkdir()
    authority = _certificates(work)
    (work / "web-1.0.0.tgz").write_bytes(archive("web", "1.0.0"))
    told: dict[str, list[_Told]] = {"helm": [], "own": []}
    with registries.distribution(
        tmp_path,
        with_login=False,
        certificate=authority.issue("127.0.0.1"),
        clients=authority.path if clients else "",
    ) as host:
        for who, program in (("helm", helm(binary)), ("own", ours)):
            (tmp_path / who).mkdir()
            for name, line in REGISTRY_CASES.items():
                shown = _CLIENT if clients and "--" in line and "plain" not in line else ""
                text = f"{line} {shown}".replace("{host}", host).replace("{work}", str(work))
                arguments = text.replace("{archive}", str(work / "web-1.0.0.tgz")).split()
                stdout, stderr, code = program(
                    arguments, tmp_path / who, environment_of(tmp_path / who), b""
                )
                error = re.sub(r"127\.0\.0\.1:\d+->", "->", _as_told(as_ours(stderr.decode())))
                told[who].append((name, code, _as_data(stdout.decode()), error))

    assert [_quiet(one) for one in told["own"]] == [_quiet(one) for one in told["helm"]]


def _as_data(stdout: str) -> str:
    """Return the output of ``template`` without what Helm prints there of registries."""
    lines = [line for line in stdout.splitlines() if not line.startswith(("Pulled:", "Digest:"))]
    return "\n".join(lines)


def _quiet(one: _Told) -> _Told:
    name, code, stdout, stderr = one
    lines = [line for line in stderr.splitlines() if not line.startswith(("Pulled:", "Digest:"))]
    return name, code, stdout, "\n".join(lines)
