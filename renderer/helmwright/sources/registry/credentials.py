"""Logins of registries: Helm's and Docker's config.json, and the programs that keep logins for them.

Files are read when a registry asks for a login, so a broken one matters to nothing else. They are
written as oras does, tabs and all; what else is in them stays.

Source: oras-go registry/remote/credentials/store.go, internal/config/config.go, registry.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from helmwright.base.errors import GoError, HelmwrightError, JSONError, SourceError
from helmwright.disk.reading import read_named
from helmwright.disk.writing import write_file
from helmwright.go import json_raw, json_read, json_write
from helmwright.go.base64 import decode_standard, encode_standard
from helmwright.sources.logins import login_for_host
from helmwright.sources.registry.helpers import Helper, platform_helper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")

_DOCKER_KEY = "https://index.docker.io/v1/"
_DOCKER_NAMES = ("docker.io", "registry-1.docker.io")
_INVALID = "invalid config format"
_LARGEST = 16 << 20
_AUTHS, _STORE, _HELPERS = "auths", "credsStore", "credHelpers"
_RAW_MAP = "map[string]json.RawMessage"


class Credential(NamedTuple):
    """What a registry may be told: a user and a password, an identity token, or a bearer token."""

    username: str = ""
    password: str = ""
    refresh_token: str = ""
    access_token: str = ""

    def __repr__(self) -> str:
        return f"Credential({self.username!r}, ***)" if any(self) else "Credential()"


NOBODY = Credential()


def key_of_host(host: str) -> str:
    """Return the key under which the login of a host that is asked is kept."""
    return _DOCKER_KEY if host == _DOCKER_NAMES[1] else host


def key_of_registry(registry: str) -> str:
    """Return the key under which the login of a registry that a person names is kept."""
    return _DOCKER_KEY if registry in _DOCKER_NAMES else registry


def docker_file(environment: Mapping[str, str]) -> str:
    """Return the path of Docker's logins, blank if nobody knows where home is."""
    folder = environment.get("DOCKER_CONFIG", "")
    if not folder and environment.get("HOME"):
        folder = f"{environment['HOME']}/.docker"
    return f"{folder}/config.json" if folder else ""


class Logins:
    """The logins of the environment, then those in Helm's file, then those in Docker's.

    path: of Helm's. given: a login of the command line, which counts before all.
    """

    def __init__(
        self, path: str, environment: Mapping[str, str], given: Credential = NOBODY
    ) -> None:
        self._given = given
        self._environment = environment
        self._stores = [LoginFile(path, environment)]
        docker = docker_file(environment)
        if docker:
            self._stores.append(LoginFile(docker, environment))

    def get(self, host: str) -> Credential:
        """Return the login for a host, ``NOBODY`` without one; raises SourceError."""
        if self._given.username and self._given.password:
            return self._given
        if login := login_for_host(host, self._environment):
            return Credential(login.username, login.password)
        key = key_of_host(host)
        for store in self._stores if key else ():
            found = store.get(key)
            if found != NOBODY:
                return found
        return NOBODY

    def put(self, registry: str, credential: Credential) -> None:
        """Keep a login in Helm's file; raises SourceError if that fails."""
        self._stores[0].put(key_of_registry(registry), credential)

    def delete(self, registry: str) -> None:
        """Drop a login from Helm's file; that there is none is no error. Raises SourceError."""
        key = key_of_registry(registry)
        try:
            self._stores[0].delete(key)
        except SourceError as error:
            raise SourceError(
                f"failed to delete the credential for {key}: {error.message}"
            ) from None


class LoginFile:
    """One config.json; read when it is first asked."""

    def __init__(self, path: str, environment: Mapping[str, str]) -> None:
        self.path = path
        self._environment = environment
        self._content: dict[str, str] | None = None
        self._auths: dict[str, str] = {}
        self._helpers: dict[str, str] = {}
        self._store = ""
        self._detected = ""

    def get(self, key: str) -> Credential:
        """Return the login that is kept under a key; raises SourceError."""
        helper = self._helper(key)
        if helper is not None:
            return _of_helper(*helper.get(key))
        raw = self._auths.get(key)
        if raw is None:
            raw = next((one for name, one in self._auths.items() if host_of(name) == key), None)
        return NOBODY if raw is None else _credential(raw)

    def put(self, key: str, credential: Credential) -> None:
        """Keep a login under a key; raises SourceError."""
        helper = self._helper(key)
        if helper is not None:
            token = credential.refresh_token
            name, secret = ("<token>", token) if token else credential[:2]
            helper.store(key, name, secret)
            if self._detected:
                self._store = self._detected
                self._save()
            return
        if ":" in credential.username:
            raise SourceError("bad credential format: colons(:) are not allowed in username")
        self._auths[key] = _entry(credential)
        self._save()

    def delete(self, key: str) -> None:
        """Drop the login that is kept under a key; raises SourceError."""
        helper = self._helper(key)
        if helper is not None:
            helper.erase(key)
        elif self._auths.pop(key, None) is not None:
            self._save()

    def _helper(self, key: str) -> Helper | None:
        self._load()
        name = self._helpers.get(key) or self._store or self._detected
        return Helper(name, self._environment) if name else None

    def _load(self) -> None:
        if self._content is not None:
            return
        text = self._text()
        try:
            content = json_raw.members(text, _RAW_MAP, prefix=True) if text.strip() else {}
        except JSONError as error:
            raise SourceError(
                f"failed to decode config file {self.path}: {_INVALID}: {error.message}"
            ) from None
        self._store = _field(content, _STORE, "creds store", json_raw.text_of, "")
        self._helpers = _field(content, _HELPERS, "cred helpers", _texts, {})
        self._auths = _field(content, _AUTHS, "auths", _raws, {})
        self._content = content
        if not (self._store or self._helpers or self._auths):
            self._detected = platform_helper(self._environment)

    def _text(self) -> str:
        try:
            data = read_named(self.path, largest=_LARGEST)
        except FileNotFoundError:
            return ""
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SourceError(
                f"failed to open config file at {self.path}: open {self.path}: {reason}"
            ) from None
        return data.decode("utf-8", "surrogateescape")

    def _save(self) -> None:
        content = self._content if self._content is not None else {}
        content.pop(_STORE, None)
        if self._store:
            content[_STORE] = json_write.marshal(self._store)
        content[_AUTHS] = json_raw.joined(self._auths)
        text = json_raw.indented(json_raw.joined(content), "\t")
        try:
            write_file(self.path, text.encode("utf-8", "surrogateescape"), private=True)
        except HelmwrightError as error:
            raise SourceError(f"failed to save config file: {error.message}") from None


def host_of(address: str) -> str:
    """Return the host of a key that old versions wrote as a URL."""
    return address.removeprefix("http://").removeprefix("https://").partition("/")[0]


def _field(
    content: dict[str, str], name: str, called: str, read: Callable[[str], T], nothing: T
) -> T:
    """Return what a key of the file holds; raises SourceError with Go's text."""
    raw = content.get(name)
    if raw is None:
        return nothing
    try:
        return read(raw)
    except JSONError as error:
        raise SourceError(
            f"failed to unmarshal {called} field: {_INVALID}: {error.message}"
        ) from None


def _texts(raw: str) -> dict[str, str]:
    return {
        name: json_raw.text_of(one)
        for name, one in json_raw.members(raw, "map[string]string").items()
    }


def _raws(raw: str) -> dict[str, str]:
    return json_raw.members(raw, _RAW_MAP)


def _credential(raw: str) -> Credential:
    """Return the login that an entry of ``auths`` is."""
    fields: dict[str, str] = {}
    try:
        for name, one in json_raw.members(raw, "config.AuthConfig").items():
            fields[name.lower()] = _of_type_string(name, one)
    except JSONError as error:
        raise SourceError(f"failed to unmarshal auth field: {_INVALID}: {error.message}") from None
    username, password = fields.get("username", ""), fields.get("password", "")
    if fields.get("auth"):
        username, password = _decoded(fields["auth"])
    return Credential(
        username, password, fields.get("identitytoken", ""), fields.get("registrytoken", "")
    )


_AUTH_FIELDS = frozenset(("auth", "identitytoken", "registrytoken", "username", "password"))


def _of_type_string(name: str, raw: str) -> str:
    value = json_read.unmarshal(raw)
    if name.lower() not in _AUTH_FIELDS or value is None:
        return ""
    if not isinstance(value, str):
        raise json_read.type_error(value, "string", f"AuthConfig.{name.lower()}")
    return value


def _decoded(text: str) -> tuple[str, str]:
    """Return user and password of ``auth``; an error does not tell what it held."""
    problem = "failed to decode auth field: " + _INVALID
    try:
        data = decode_standard(text.encode("utf-8", "surrogateescape"))
    except GoError as error:
        raise SourceError(f"{problem}: {error.message}") from None
    name, colon, password = data.decode("utf-8", "surrogateescape").partition(":")
    if not colon:
        raise SourceError(f"{problem}: auth does not conform the base64(username:password) format")
    return name, password


def _entry(credential: Credential) -> str:
    """Return a login as an entry of ``auths``."""
    parts = {}
    if credential.username or credential.password:
        pair = f"{credential.username}:{credential.password}"
        parts["auth"] = encode_standard(pair.encode("utf-8", "surrogateescape"))
    if credential.refresh_token:
        parts["identitytoken"] = credential.refresh_token
    if credential.access_token:
        parts["registrytoken"] = credential.access_token
    return json_raw.structure({name: json_write.marshal(text) for name, text in parts.items()})


def _of_helper(name: str, secret: str) -> Credential:
    """Return the login that a program has told; ``<token>`` is nobody's name."""
    if name == "<token>":
        return Credential(refresh_token=secret)
    return Credential(name, secret)
