"""A connection to an API server: the one door to the package ``kubernetes``.

Of that package are used the credentials of a kubeconfig's user, and the connections. Which files count, who is
impersonated and what is asked is decided here and in the modules beside, as Helm decides it: the package reads two
files in KUBECONFIG the other way round, and passes over ``as:``.

Source: k8s.io/client-go transport/transport.go, transport/round_trippers.go, rest/url_utils.go
"""

from __future__ import annotations

import os
import re
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ClusterError, GoError, UnreachableError, UsageError
from helmwright.base.version import __version__
from helmwright.cluster.requests import LARGEST, Answer, Request, check

if TYPE_CHECKING:
    import urllib3

    from helmwright.cluster.settings import Settings
    from helmwright.go.url import URL

CONNECT_SECONDS = 10.0
READ_SECONDS = 30.0
_AGAIN = 3
_LONGEST_WAIT = 10.0
_PIECE = 1 << 16
_TOO_MANY, _SERVER_ERROR = 429, 500
_PER_POOL = 8
_HEADER = re.compile(r"[^\x20-\x7e\t\x80-\U0010ffff]")
_WARNING = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')
_CERTIFICATE = re.compile(rb"-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----")
_TOKEN_CHARACTERS = frozenset(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
_REMOVED = {
    "gcp": (
        'Please use the "gke-gcloud-auth-plugin" kubectl/client-go credential plugin instead.\n'
        "See https://cloud.google.com/blog/products/containers-kubernetes/"
        "kubectl-auth-changes-in-gke for further details"
    ),
    "azure": (
        "Please use the https://github.com/Azure/kubelogin kubectl/client-go credential plugin "
        "instead.\nSee https://kubernetes.io/docs/reference/access-authn-authz/authentication/"
        "#client-go-credential-plugins for further details"
    ),
}
"""What client-go says of ways to log in that it had once. Source: plugin/pkg/client/auth/azure, gcp"""


class Connection:
    """Sends requests that are allowed, from any number of threads.

    settings: where to, and as whom. asked_for: what needs the package, for the error without it.
    seconds: how long an answer may take.
    Raises UnreachableError, with Helm's text, for settings that cannot work, and UsageError without the package.
    """

    def __init__(
        self, settings: Settings, *, asked_for: str = "a cluster", seconds: float = READ_SECONDS
    ) -> None:
        self.settings = settings
        self.sent = 0
        self._seconds = seconds
        self._url = _base(settings.server)
        _check(settings)
        self._pool, self._login = _opened(settings, self._url, asked_for)
        self._plugin_ran = settings.exec is None or bool(self._login) or bool(settings.cert_file)
        self._headers = _impersonation(settings)

    @property
    def server(self) -> str:
        """The URL of the server."""
        return str(self._url).rstrip("/")

    def send(self, request: Request) -> Answer:
        """Return the answer, of whatever status it is.

        Raises ClusterError for a request that is not allowed, and UnreachableError where no answer comes.
        """
        check(request)
        for attempt in range(_AGAIN + 1):
            answer = self._sent(request)
            wait = _wait(request, answer)
            if wait is None or attempt == _AGAIN:
                return answer
            from time import sleep

            sleep(wait)
        raise AssertionError("the loop returns")

    def close(self) -> None:
        """Close all connections."""
        self._pool.clear()

    def _sent(self, request: Request) -> Answer:
        from urllib3 import HTTPHeaderDict, Timeout
        from urllib3.util import SKIP_HEADER

        from helmwright.sources.fetching.failures import FAULTS, reason

        url = f"{self.server}{request.target}"
        headers = HTTPHeaderDict(
            {"Accept": request.accept, "User-Agent": f"helmwright/{__version__}"}
        )
        compressed = request.method == "GET" and not self.settings.disable_compression
        headers["Accept-Encoding"] = "gzip" if compressed else SKIP_HEADER
        if request.body is not None:
            headers["Content-Type"] = request.form
        self._add_login(request, headers, url)
        for name, value in self._headers:
            headers.add(name, value)
        self.sent += 1
        try:
            came = self._pool.request(
                request.method,
                url,
                body=request.body,
                headers=headers,
                redirect=False,
                retries=False,
                preload_content=False,
                decode_content=True,
                timeout=Timeout(connect=CONNECT_SECONDS, read=self._seconds),
            )
            try:
                body = self._whole(came, url)
            finally:
                came.release_conn()
        except FAULTS as error:
            raise _failed(request, url, self._reason(error, reason)) from None
        return Answer(came.status, came.headers, body, _warnings(came.headers))

    def _reason(self, error: BaseException, reason: Any) -> str:
        from urllib3.exceptions import ReadTimeoutError

        if isinstance(error, ReadTimeoutError):
            return f"nothing came for {self._seconds:g} seconds"
        proxy = None
        if self.settings.proxy_url:
            from helmwright.go.url import parse

            proxy = parse(self.settings.proxy_url)
        told: str = reason(error, self._url, proxy)
        return told

    def _add_login(self, request: Request, headers: urllib3.HTTPHeaderDict, url: str) -> None:
        """Add who asks; a plugin is run when the first request is sent, as Go does."""
        if not self._plugin_ran:
            self._run_plugin(request, url)
        if not self._login:
            return
        if _HEADER.search(self._login):
            raise _failed(request, url, 'net/http: invalid header field value for "Authorization"')
        headers["Authorization"] = self._login

    def _run_plugin(self, request: Request, url: str) -> None:
        from helmwright.cluster.credential_plugins import plugin_credentials

        try:
            found = plugin_credentials(self.settings)
        except UnreachableError as error:
            raise _failed(request, url, f"getting credentials: {error.message}") from None
        if found.certificate:
            context = _context(self.settings)
            _load_pair(context, found.certificate.encode(), found.key.encode())
            self._pool.clear()
            self._pool.connection_pool_kw["ssl_context"] = context
        self._login = f"Bearer {found.token}" if found.token else ""
        self._plugin_ran = True

    def _whole(self, came: Any, url: str) -> bytes:
        """Return a body, which may have so many bytes and no more."""
        pieces: list[bytes] = []
        size = 0
        while piece := came.read(_PIECE):
            size += len(piece)
            if size > LARGEST:
                came.close()
                raise ClusterError(f"{url}: the answer is larger than {LARGEST >> 20} MiB")
            pieces.append(piece)
        return b"".join(pieces)


def _failed(request: Request, url: str, problem: str) -> UnreachableError:
    from helmwright.go.strconv import quote

    verb = request.method[:1] + request.method[1:].lower()
    return UnreachableError(f"{verb} {quote(url)}: {problem}")


def _wait(request: Request, answer: Answer) -> float | None:
    """Return the seconds after which to ask again, None for an answer that counts.

    Source: client-go rest/with_retry.go (checkWait)
    """
    if request.method != "GET" or (answer.status != _TOO_MANY and answer.status < _SERVER_ERROR):
        return None
    asked = answer.headers.get("Retry-After", "")
    if not (asked.isdecimal() and asked.isascii()):
        return None
    return min(float(asked[:9]), _LONGEST_WAIT)


def _warnings(headers: Any) -> tuple[str, ...]:
    """Return the texts of the Warning headers of an answer."""
    found = headers.getlist("Warning") if "Warning" in headers else ()
    return tuple(re.sub(r"\\(.)", r"\1", text) for line in found for text in _WARNING.findall(line))


def _base(server: str) -> URL:
    """Return the URL of a server. Source: rest/url_utils.go (DefaultServerURL)."""
    from helmwright.go.url import parse

    with suppress(GoError):
        found = parse(server)
        if found.scheme and found.host:
            return _checked(found)
    try:
        found = parse(f"http://{server}")
    except GoError as error:
        raise UnreachableError(error.message) from None
    if found.path not in ("", "/"):
        from helmwright.go.strconv import quote

        raise UnreachableError(f"host must be a URL or a host:port pair: {quote(server)}")
    return _checked(found)


def _checked(url: URL) -> URL:
    if url.scheme not in ("http", "https"):
        raise UnreachableError(f'Get "{url}": unsupported protocol scheme "{url.scheme}"')
    url.raw_query, url.fragment = "", ""
    return url


def _check(settings: Settings) -> None:
    """Refuse settings that cannot work, in the order of Go's client."""
    if settings.exec is not None:
        from helmwright.cluster.credential_plugins import check_plugin

        check_plugin(settings.exec)
    provider = settings.auth_provider
    if provider is not None:
        name = str(provider.get("name", ""))
        if name in _REMOVED:
            raise UnreachableError(f"The {name} auth plugin has been removed.\n{_REMOVED[name]}")
        if name != "oidc":
            raise UnreachableError(f'no Auth Provider found for name "{name}"')
        config = provider.get("config") or {}
        for key in ("idp-issuer-url", "client-id"):
            if not config.get(key):
                raise UnreachableError(f"Must provide {key}")
    if settings.insecure_skip_tls_verify and (settings.ca_file or settings.ca_data):
        raise UnreachableError(
            "specifying a root certificates file with the insecure flag is not allowed"
        )


def _impersonation(settings: Settings) -> list[tuple[str, str]]:
    """Return the headers that say as whom to act. Source: transport/round_trippers.go."""
    if not settings.as_user:
        return []
    headers = [("Impersonate-User", settings.as_user)]
    if settings.as_uid:
        headers.append(("Impersonate-Uid", settings.as_uid))
    headers.extend(("Impersonate-Group", group) for group in settings.as_groups)
    headers.extend(
        (f"Impersonate-Extra-{_header_name(key)}", value) for key, value in settings.as_extra
    )
    return headers


def _header_name(key: str) -> str:
    return "".join(
        character
        if character in _TOKEN_CHARACTERS and character != "%"
        else "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
        for character in key
    )


def _opened(settings: Settings, url: URL, asked_for: str) -> tuple[urllib3.PoolManager, str]:
    """Return connections, and the header of the login, blank where there is none."""
    context = _context(settings) if url.scheme == "https" else None
    try:
        from kubernetes.client import ApiClient, Configuration
        from kubernetes.config import ConfigException, kube_config
    except ImportError:
        raise UsageError(
            f"{asked_for} needs the package kubernetes: pip install 'helmwright[cluster]'"
        ) from None
    loading: Any = kube_config
    configuration = Configuration(host=settings.server)
    try:
        loader = loading.KubeConfigLoader(
            _entry(settings), active_context="it", config_base_path=""
        )
        loader.load_and_set(configuration)
    except (ConfigException, KeyError, TypeError, ValueError) as error:
        raise UnreachableError(f"invalid configuration: {error}") from None
    configuration.connection_pool_maxsize = _PER_POOL
    configuration.retries = False
    configuration.proxy, configuration.no_proxy = _proxy(settings, url), ""
    try:
        pool: urllib3.PoolManager = ApiClient(configuration).rest_client.pool_manager
    except ImportError:
        raise UnreachableError(
            f"the proxy {configuration.proxy} needs the package PySocks"
        ) from None
    if context is not None:
        pool.connection_pool_kw["ssl_context"] = context
        if settings.insecure_skip_tls_verify:
            from helmwright.sources.fetching.pools import SilentPool

            classes = pool.pool_classes_by_scheme
            pool.pool_classes_by_scheme = {**classes, "https": SilentPool}
    login: str = configuration.api_key.get("BearerToken", "")
    return pool, login


def _proxy(settings: Settings, url: URL) -> str | None:
    """Return the proxy of the kubeconfig, or of the environment as Go reads it."""
    if settings.proxy_url:
        return settings.proxy_url
    from helmwright.sources.fetching.proxies import Proxies

    found = Proxies(os.environ).proxy_for(url)
    return None if found is None else str(found)


def _entry(settings: Settings) -> dict[str, Any]:
    """Return the kubeconfig of one user and one cluster that the package reads.

    Certificates are not in it: they go into the TLS context, and not into files.
    """
    user: dict[str, Any] = {}
    token = _token(settings)
    if token:
        user["token"] = token
    elif settings.username or settings.password:
        user["username"], user["password"] = settings.username, settings.password
    if settings.auth_provider is not None:
        user["auth-provider"] = dict(settings.auth_provider)
    cluster: dict[str, Any] = {
        "server": settings.server,
        "insecure-skip-tls-verify": settings.insecure_skip_tls_verify,
    }
    if settings.tls_server_name:
        cluster["tls-server-name"] = settings.tls_server_name
    if settings.proxy_url:
        cluster["proxy-url"] = settings.proxy_url
    return {
        "current-context": "it",
        "contexts": [{"name": "it", "context": {"cluster": "it", "user": "it"}}],
        "clusters": [{"name": "it", "cluster": cluster}],
        "users": [{"name": "it", "user": user}],
    }


def _token(settings: Settings) -> str:
    """Return the token; one in a file counts before one that is given. Source: transport/token_source.go."""
    if settings.token_file:
        from helmwright.disk.reading import read_named

        with suppress(OSError):
            found = read_named(settings.token_file).decode("utf-8", "surrogateescape").strip()
            if found:
                return found
    return settings.token


def _context(settings: Settings) -> ssl.SSLContext:
    """Return how the server is trusted, as strict as Go and not more."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", 0)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.hostname_checks_common_name = False
    if settings.insecure_skip_tls_verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    authority = settings.ca_data or (_file(settings.ca_file) if settings.ca_file else b"")
    if authority:
        _load_authority(context, authority)
    else:
        context.load_default_certs()
    if settings.cert_file or settings.cert_data:
        certificate = settings.cert_data or _file(settings.cert_file)
        key = settings.key_data or _file(settings.key_file)
        _load_pair(context, certificate, key)
    return context


def _load_authority(context: ssl.SSLContext, data: bytes) -> None:
    blocks = b"\n".join(_CERTIFICATE.findall(data)).decode("ascii")
    try:
        if blocks:
            context.load_verify_locations(cadata=f"{blocks}\n")
            return
    except (ssl.SSLError, ValueError):
        raise UnreachableError(
            "unable to load root certificates: failed to parse certificate"
        ) from None
    raise UnreachableError("unable to load root certificates: unable to parse bytes as PEM block")


def _load_pair(context: ssl.SSLContext, certificate: bytes, key: bytes) -> None:
    """Load what a client shows of itself; OpenSSL reads files only, so it gets one that has no name."""
    data = certificate.rstrip(b"\n") + b"\n" + key
    descriptor, path = _unnamed_file()
    try:
        os.write(descriptor, data)
        context.load_cert_chain(path, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", "") or str(error)
        raise UnreachableError(f"tls: {_key_problem(reason)}") from None
    finally:
        os.close(descriptor)
        if not path.startswith("/proc/"):
            os.unlink(path)  # noqa: PTH108 - pathlib is slow to import


def _unnamed_file() -> tuple[int, str]:
    """Return a file in memory and its path; where there is none, one that only this user can read."""
    make = getattr(os, "memfd_create", None)
    if make is not None:
        descriptor = make("key", os.MFD_CLOEXEC)
        return descriptor, f"/proc/self/fd/{descriptor}"
    from tempfile import mkstemp

    return mkstemp(prefix="helmwright-")


def _no_password() -> str:
    raise ValueError("ENCRYPTED")


def _key_problem(reason: str) -> str:
    if "MISMATCH" in reason:
        return "private key does not match public key"
    if "ENCRYPTED" in reason:
        return "failed to parse private key"
    return "failed to find any PEM data in certificate input"


def _file(path: str) -> bytes:
    from helmwright.disk.reading import read_named

    try:
        return read_named(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnreachableError(f"open {path}: {reason}") from None
