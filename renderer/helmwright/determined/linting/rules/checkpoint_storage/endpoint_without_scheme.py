"""The address of an S3 server or Azure account has no scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = {"s3": ("endpointUrl", "http://"), "azure": ("account_url", "https://")}
_ADDRESS = lazy_pattern(r"(?i)https?://[^/\s]+\S*")
_MAY_HOLD_SECRET = lazy_pattern("[?@]")
"""A signature after the address, or a login before it."""
_TEMPLATE = lazy_pattern(r"\$\{|\{\{")


@rule(
    "endpoint-without-scheme",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S9",),
    summary="checkpointStorage.endpointUrl or account_url has no http:// or https://",
    why="The clients of S3 and Azure refuse such an address, and every task fails when it saves.",
    advice="Write the whole address, such as http://minio.minio.svc:9000.",
    url="https://boto3.amazonaws.com/v1/documentation/api/latest/reference/core/session.html",
    bad=(
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  endpointUrl: «minio.minio.svc:9000»\n",
            message='"minio.minio.svc:9000" has no http:// or https://',
        ),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n"
            "  account_url: «a.blob.core.windows.net»\n"
        ),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  endpointUrl: «s3://minio»\n"),
    ),
    good=(
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  endpointUrl: http://minio:9000/\n"),
        example("checkpointStorage:\n  type: gcs\n  bucket: b\n  endpointUrl: minio:9000\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  endpointUrl:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the address that belongs to the type."""
    key, scheme = _KEYS.get(type_of(settings), ("", ""))
    path = ("checkpointStorage", key)
    address = settings.get(*path) if key else None
    if not isinstance(address, str) or not address or _TEMPLATE.search(address):
        return
    if not _ADDRESS.fullmatch(address.strip()):
        bare = address.strip()
        plain = not _MAY_HOLD_SECRET.search(bare) and "://" not in bare and " " not in bare
        shown = "it" if _MAY_HOLD_SECRET.search(bare) else settings.show(*path)
        yield settings.problem(
            path,
            f"checkpointStorage.{key}: {shown} has no http:// or https://",
            fix=f"write {scheme}{bare}" if plain and not bare.startswith("/") else "",
        )
