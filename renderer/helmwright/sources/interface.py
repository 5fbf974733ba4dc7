"""Charts from anywhere, for programs: one object that knows Helm's folders and asks the network."""

# ruff: noqa: PTH100, PTH110, PTH118 - paths are strings
from __future__ import annotations

import os
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import ChartError, SourceError
from helmwright.base.log import ignore
from helmwright.disk.reading import read_regular
from helmwright.go.strconv import quote
from helmwright.sources.archives import (
    LARGEST,
    Archived,
    Came,
    archive,
    check_is_archive,
    fetched,
    provenance_at,
    stored,
)
from helmwright.sources.content_cache import ContentCache, passing_folder, plain_digest
from helmwright.sources.fetching import masked
from helmwright.sources.indexes import make_folder
from helmwright.sources.locate import DEVELOPMENT, Wanted, locate
from helmwright.sources.registry.reference import is_oci
from helmwright.sources.settings import HelmSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.sources.dependencies.reach import Reach
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.locate import Located
    from helmwright.sources.provenance import Verification
    from helmwright.sources.pulling import Archive


class Sources:
    """Finds, fetches and keeps charts as Helm does, in Helm's folders.

    settings: where things are; by default where Helm has them. offline: open no connection; what is
    not in the cache is then a SourceError. log: receives warnings, as ``load_chart`` hands them out.
    say: receives the lines that Helm prints when something comes out of a registry.

    The words that methods take besides a reference are Helm's flags: ``version``, ``repo``,
    ``username``, ``password``, ``ca_file``, ``cert_file``, ``key_file``,
    ``insecure_skip_tls_verify``, ``pass_credentials``, ``verify``, ``keyring``, and
    ``allow_digest_mismatch``. All methods raise SourceError where something cannot be had, and may be
    called from any thread.
    """

    def __init__(
        self,
        settings: HelmSettings | None = None,
        *,
        offline: bool = False,
        log: Log = ignore,
        say: Callable[[str], None] | None = None,
    ) -> None:
        found = settings or HelmSettings.from_environment()
        self.settings = found._replace(offline=found.offline or offline)
        self._log = log
        self._say = say or (lambda _: None)
        self._fetcher: Fetcher | None = None
        self._cache = ContentCache(self.settings.content_cache)

    @classmethod
    def from_environment(
        cls,
        environment: Mapping[str, str] | None = None,
        *,
        offline: bool = False,
        log: Log = ignore,
    ) -> Sources:
        """Return one with the folders that the environment names, by default the process's.

        ``HELMWRIGHT_OFFLINE`` forbids the network, as ``offline`` does.
        """
        return cls(HelmSettings.from_environment(environment), offline=offline, log=log)

    @property
    def fetcher(self) -> Fetcher:
        """What asks the network, made when it is first needed."""
        if self._fetcher is None:
            from helmwright.sources.fetching.exchange import Fetcher

            self._fetcher = Fetcher(offline=self.settings.offline)
        return self._fetcher

    @checked
    def load(self, reference: str, **wanted: Any) -> Chart:
        """Return the chart that a reference names: a path, ``repo/chart``, or the URL of an archive.

        With ``repo`` it is the name of a chart there. Raises SourceError and ChartError.
        """
        from helmwright.charts.loader import load_chart

        asked = _wanted(wanted)
        path = self.local(reference, asked)
        return load_chart(path or self.archive_path(reference, asked), log=self._log)

    @checked
    def pull(
        self,
        reference: str,
        destination: str = ".",
        *,
        untar: bool = False,
        untardir: str = ".",
        prov: bool = False,
        **wanted: Any,
    ) -> Archive:
        """Fetch an archive into a folder and return it.

        untar: unpack it there, below ``untardir``, instead. prov: fetch its provenance, too, which with
        ``verify`` must be right. Nothing is written of what is not an archive, not the one that was
        promised, or not signed as it must be. Raises SourceError and HelmwrightError.
        """
        into = untardir if untar else None
        return self.pull_wanted(reference, _wanted(wanted), destination, untardir=into, prov=prov)

    def pull_wanted(
        self,
        reference: str,
        wanted: Wanted,
        destination: str,
        *,
        untardir: str | None,
        prov: bool = False,
    ) -> Archive:
        """Do what ``pull`` does; untardir: where to unpack the archive, None to keep it packed."""
        from helmwright.sources.pulling import Archive, save, unpack

        came, is_known = self._downloaded(reference, wanted)
        provenance, verification = b"", None
        if wanted.verify:
            from helmwright.sources.provenance.checking import proven

            cache = self._cache if is_known else None
            provenance, verification = proven(came, wanted.keyring, cache)
        elif prov:
            try:
                provenance = came.proof()
            except SourceError as error:
                self._say(f"WARNING: Verification not found for {masked(reference)}: {error}")
        if untardir is None:
            path = save(came.names[0], came.data, destination, provenance)
        else:
            folder = os.path.normpath(os.path.join(destination, untardir))
            path = unpack(came.data, folder, reference)
        return Archive(path, f"sha256:{came.digest}", verification)

    @checked
    def verify(self, path: str, *, keyring: str = "", provenance: str = "") -> Verification:
        """Return who signed the archive at ``path``.

        keyring: a file of public keys, binary, armored or a keybox; by default GnuPG's. provenance: by
        default the archive's name with ``.prov``. Raises VerificationError with Helm's text if the signature
        is missing, wrong, or of a key that is unknown, expired or revoked.
        """
        from helmwright.sources.provenance.verification import verify_file

        return verify_file(path, keyring, provenance)

    def local(self, reference: str, wanted: Wanted) -> str:
        """Return the path that a reference is, blank if it is none; it is verified if that is wanted.

        Raises ChartError with Helm's text for what can only be a path and is not there, and VerificationError.
        """
        path = reference.strip()
        if wanted.repo:
            return ""
        try:
            is_path = os.path.exists(path)
        except ValueError:  # a NUL in it
            is_path = False
        if is_path:
            if wanted.verify:
                self.verify(os.path.abspath(path), keyring=wanted.keyring)
            return path
        if path.startswith(("/", ".")):
            raise ChartError(f"path {quote(path)} not found")
        return ""

    def archive_path(self, reference: str, wanted: Wanted) -> str:
        """Return the file of the archive of a reference; raises SourceError.

        It is in the cache or, where that cannot be written, in a folder that goes with the program.
        """
        found = self.archive(reference, wanted)
        if found.path:
            return found.path
        return ContentCache(passing_folder()).put(found.data)

    def archive(self, reference: str, wanted: Wanted) -> Archived:
        """Return the archive of a reference, put into the cache if it can be; raises SourceError.

        Nothing is put there that is not signed, if that is wanted.
        """
        reference, version = reference.strip(), wanted.version.strip()
        if is_oci(reference):
            return self._kept(self._from_registry(reference, version, wanted), wanted)
        if not (wanted.repo or self.settings.offline):
            make_folder(self.settings)
        asked = wanted._replace(version=version)
        located = locate(reference, asked, self.settings, self.fetcher, log=self._log)
        if is_oci(located.url):  # an index may name charts in registries
            return self._kept(self._from_registry(located.url, None, wanted), wanted)
        allow = wanted.allow_digest_mismatch
        found = archive(located, self._cache, self.fetcher, allow_mismatch=allow)
        return self._kept(self._located(located, found.data, found.digest), wanted, found.path)

    def _kept(self, came: Came, wanted: Wanted, path: str = "") -> Archived:
        """Return an archive that is in the cache, or put there; path: where it is already."""
        found = Archived(path, came.data, came.digest)
        if not wanted.verify:
            return stored(found, self._cache)
        from helmwright.sources.provenance.checking import keep, proven

        proof = proven(came, wanted.keyring, self._cache)
        keep(proof, came, self._cache)
        return stored(found, self._cache)

    def _downloaded(self, reference: str, wanted: Wanted) -> tuple[Came, bool]:
        """Return an archive, and whether an index says its digest; the cache stays as it is.

        Raises SourceError.
        """
        if is_oci(reference):
            return self._from_registry(reference, wanted.version.strip(), wanted), False
        located = locate(reference, wanted, self.settings, self.fetcher, log=self._log)
        if is_oci(located.url):
            return self._from_registry(located.url, None, wanted), False
        is_known = bool(located.may_be_cached and located.digest)
        if is_known:
            digest = plain_digest(located.digest)
            if path := self._cache.get(digest):
                data = read_regular(path, largest=LARGEST)
                return self._located(located, data, digest, accept=True), True
        allow = wanted.allow_digest_mismatch
        data, digest = fetched(located, self.fetcher, allow_mismatch=allow)
        return self._located(located, data, digest, accept=True), is_known

    def _located(self, located: Located, data: bytes, digest: str, *, accept: bool = False) -> Came:
        """Return what came from a URL. accept: as ``provenance_at``."""
        proof = partial(provenance_at, located, self.fetcher, accept=accept)
        return Came(data, digest, (located.file_name,), masked(f"{located.url}.prov"), proof)

    def _from_registry(self, reference: str, version: str | None, wanted: Wanted) -> Came:
        from helmwright.sources.registry.charts import from_registry

        found = from_registry(
            reference,
            version,
            self.fetcher,
            registry_config=self.settings.registry_config,
            username=wanted.username,
            password=wanted.password,
            tls=wanted.tls,
            plain_http=wanted.plain_http,
        )
        data = found.data
        check_is_archive(data, reference)
        self._tell(found.messages)

        def proof() -> bytes:
            pulled = found.provenance()
            if version is not None:
                self._tell(pulled.messages())
            return pulled.provenance or b""

        names = [found.file_name]
        if wanted.verify:
            from helmwright.sources.provenance.checking import own_name

            names.append(own_name(data, reference))
        return Came(
            data, sha256(data).hexdigest(), tuple(names), f"oci://{found.reference}.prov", proof
        )

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)

    @checked
    def update_dependencies(self, path: str, **words: Any) -> None:
        """Choose versions of the dependencies of the chart at ``path``, lock and fetch them.

        ``skip_refresh``, ``refresh_all``, ``recursive``, ``allow_digest_mismatch`` and ``integrity`` are as on the
        command line; so are, for registries, ``username``, ``password``, ``ca_file``, ``cert_file``,
        ``key_file``, ``insecure_skip_tls_verify`` and ``plain_http``. ``charts/`` is as before or as after.
        Raises SourceError, ChartError and HelmwrightError.
        """
        from helmwright.sources.dependencies.updating import Options, update

        options = {name: words.pop(name) for name in Options._fields if name in words}
        update(path, self._reach(words), Options(**options))

    @checked
    def build_dependencies(self, path: str, **words: Any) -> None:
        """Fetch what the lock of the chart at ``path`` says; words as ``update_dependencies``.

        ``add_missing`` fetches from repositories that nobody has added, too; ``only_missing`` leaves a complete
        ``charts/`` alone and takes from the cache what was fetched before.
        """
        from helmwright.sources.dependencies.updating import Options, build

        options = {name: words.pop(name) for name in Options._fields if name in words}
        build(path, self._reach(words), Options(**options))

    @checked
    def package(  # noqa: PLR0913 - keywords
        self,
        path: str,
        destination: str = ".",
        *,
        version: str = "",
        app_version: str = "",
        epoch: int | None = None,
        sign: str = "",
        keyring: str = "",
        passphrase: str = "",
    ) -> Archive:
        """Pack the chart in the folder ``path`` and return the archive.

        version, app_version: instead of the chart's. epoch: the time of all files, in seconds since 1970.
        sign: an identity of the secret key, or a part that no other has, with which the archive's provenance is
        signed; ``keyring``: the file with that key; ``passphrase``: of that key.
        Raises ChartError and HelmwrightError.
        """
        from helmwright.sources.packing import package
        from helmwright.sources.pulling import Archive

        made = package(
            path,
            destination=destination,
            version=version,
            app_version=app_version,
            epoch=epoch,
            sign=_signing(sign, keyring, passphrase) if sign else None,
            log=self._log,
        )
        data = read_regular(made, largest=LARGEST)
        return Archive(made, f"sha256:{sha256(data).hexdigest()}")

    @checked
    def push(self, archive: str, remote: str, **words: Any) -> str:
        """Upload an archive below ``oci://HOST/PATH`` and return the digest of its manifest.

        words: those for registries of ``update_dependencies``. Raises SourceError and ChartError.
        """
        from helmwright.sources.registry.push import push

        pushed = push(self._reach(words).registry, archive, remote, log=self._log)
        for line in pushed.messages():
            self._say(line)
        return pushed.digest

    def _reach(self, words: dict[str, Any]) -> Reach:
        """Return what dependencies are fetched with, and registries asked."""
        from helmwright.go.world import World
        from helmwright.sources.dependencies.reach import Reach
        from helmwright.sources.packing import epoch_of
        from helmwright.sources.registry.client import Registry
        from helmwright.sources.registry.credentials import Credential, Logins

        asked = _wanted(words)
        logins = Logins(
            self.settings.registry_config, os.environ, Credential(asked.username, asked.password)
        )
        return Reach(
            self.settings,
            self.fetcher,
            Registry(self.fetcher, logins.get, tls=asked.tls, plain_http=asked.plain_http),
            self._cache,
            World.real(),
            self._say,
            self._log,
            epoch_of(os.environ),
        )

    def close(self) -> None:
        """Close all connections."""
        if self._fetcher is not None:
            self._fetcher.close()


def _signing(key: str, keyring: str, passphrase: str) -> Callable[[str, bytes], bytes]:
    """Return what makes the provenance of an archive."""
    from helmwright.sources.provenance.signing import Signing

    return Signing(key, keyring, lambda _: passphrase).provenance


def _wanted(words: dict[str, Any]) -> Wanted:
    """Return what keywords say; ``devel`` stands for a version, as with Helm."""
    devel = words.pop("devel", False)
    version = words.pop("version", None) or (DEVELOPMENT if devel else "")
    return Wanted(version=version, **words)
