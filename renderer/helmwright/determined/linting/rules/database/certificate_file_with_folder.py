"""db.sslRootCert is a path, and not the name of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "certificate-file-with-folder",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D1",),
    since="0.17.10",
    summary="db.sslRootCert is a path, and not the name of a file",
    why="It is looked for in the folder into which the chart mounts db.certResourceName; the keys of "
    "Secrets and ConfigMaps, which are the names of the files there, have no slash.",
    advice="Write the key of the Secret or ConfigMap that holds the CA, such as ca.pem.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "db:\n  sslMode: verify-ca\n  sslRootCert: «/etc/ssl/ca.pem»\n"
            "  certResourceName: db-ca\n",
            message="is a path",
        ),
    ),
    good=(
        example("db:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n"),
        example("db:\n  sslRootCert: /etc/ssl/ca.pem\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.sslRootCert."""
    db = settings.section("db")
    name = db.get("sslRootCert")
    if db.get("sslMode") and isinstance(name, str) and "/" in name:
        last = name.rstrip("/").rpartition("/")[2]
        yield settings.problem(
            ("db", "sslRootCert"),
            f"db.sslRootCert: {settings.show('db', 'sslRootCert')} is a path,"
            " and only the name of a file is expected",
            fix=f"write {last}, if that is the key in db.certResourceName" if last else "",
        )
