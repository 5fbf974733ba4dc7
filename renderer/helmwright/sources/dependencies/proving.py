"""Whether the archive of a dependency is signed: an update insists on it, a build takes one without.

Source: helm pkg/cmd/dependency_build.go, dependency_update.go (VerifyIfPossible, VerifyAlways)
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError
from helmwright.sources.archives import Came, provenance_at
from helmwright.sources.fetching import masked
from helmwright.sources.provenance.checking import own_name, proven
from helmwright.sources.registry import pulling

if TYPE_CHECKING:
    from helmwright.sources.dependencies.reach import Proving, Reach
    from helmwright.sources.locate import Located


def check_of_repository(
    located: Located, data: bytes, shown: str, reach: Reach, proving: Proving
) -> list[str]:
    """Refuse an archive with a signature that is wrong; return the lines that Helm prints of it.

    shown: what they call it. Raises SourceError with Helm's text.
    """
    proof = partial(provenance_at, located, reach.fetcher, accept=True)
    digest = sha256(data).hexdigest()
    url = masked(f"{located.url}.prov")
    return _check(Came(data, digest, (located.file_name,), url, proof), shown, proving)


def check_of_registry(  # noqa: PLR0913, PLR0917 - what one archive needs
    reference: str, data: bytes, file_name: str, shown: str, reach: Reach, proving: Proving
) -> list[str]:
    """Do what ``check_of_repository`` does for what was pulled by a reference, without ``oci://``."""
    said: list[str] = []

    def proof() -> bytes:
        pulled = pulling.pull(reach.registry, reference, chart=False, provenance=True)
        said.extend(pulled.messages())
        return pulled.provenance or b""

    names = (file_name, own_name(data, shown))
    url = f"oci://{reference}.prov"
    came = Came(data, sha256(data).hexdigest(), names, url, proof)
    warned = _check(came, shown, proving)
    return [*said, *warned]


def _check(came: Came, shown: str, proving: Proving) -> list[str]:
    if proving.must:
        proven(came, proving.keyring)
        return []
    try:
        found = came.proof()
    except SourceError as error:
        return [f"WARNING: Verification not found for {shown}: {error.message}"]
    proven(came._replace(proof=lambda: found), proving.keyring)
    return []
