"""The flags with which commands speak with registries; names and meanings are Helm's.

Source: helm pkg/cmd/dependency.go (addDependencySubcommandFlags), push.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.commands.flags import switch
from helmwright.commands.source_flags import (
    LoginFlags,
    PlaceFlags,
    check_certificates,
    settings_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.commands import Context
    from helmwright.commands.source_flags import ChartSourceFlags
    from helmwright.sources.dependencies.reach import Reach
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.registry.client import Registry


class RegistryFlags(PlaceFlags, LoginFlags, heading="Servers"):
    """How to log in at a registry, and whether to trust it."""

    plain_http: bool = switch("speak plain HTTP with registries")


def registry_of(
    flags: RegistryFlags | ChartSourceFlags,
    fetcher: Fetcher | None = None,
    *,
    has_login: bool = True,
) -> Registry:
    """Return what speaks with registries, with the logins of Helm's and Docker's files.

    has_login: the login of the command line is for these registries, too.
    """
    from helmwright.sources.fetching import TLS, Fetcher
    from helmwright.sources.registry.access import registry_with_logins
    from helmwright.sources.registry.credentials import NOBODY, Credential

    check_certificates(flags)
    settings = settings_of(flags)
    return registry_with_logins(
        fetcher or Fetcher(offline=settings.offline),
        settings.registry_config,
        given=Credential(flags.username, flags.password) if has_login else NOBODY,
        tls=TLS(flags.ca_file, flags.cert_file, flags.key_file, flags.insecure_skip_tls_verify),
        plain_http=flags.plain_http,
    )


def reach_of(
    context: Context, flags: RegistryFlags | ChartSourceFlags, say: Callable[[str], None]
) -> Reach:
    """Return what dependencies are fetched with; raises HelmwrightError for a bad SOURCE_DATE_EPOCH.

    say: takes each line that Helm prints.
    """
    import os

    from helmwright.go.world import World
    from helmwright.sources.content_cache import ContentCache
    from helmwright.sources.dependencies.reach import Reach
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.packing import epoch_of

    settings = settings_of(flags)
    fetcher = Fetcher(offline=settings.offline)
    return Reach(
        settings,
        fetcher,
        registry_of(flags, fetcher),
        ContentCache(settings.content_cache),
        World.real(),
        say,
        context.log,
        epoch_of(os.environ),
    )


def fetch_missing(context: Context, path: str, flags: ChartSourceFlags, step: str) -> None:
    """Build or update the dependencies of the chart at ``path`` if it lacks some.

    People are told, not the output. Raises ChartError and SourceError with Helm's text.
    """
    from helmwright.charts import v2_loader
    from helmwright.sources.dependencies.updating import Options, build, update
    from helmwright.sources.switches import INTEGRITY, is_on

    options = Options(
        allow_digest_mismatch=flags.allow_digest_mismatch,
        add_missing=True,
        integrity=is_on(INTEGRITY),
        only_missing=step == "build",
    )
    if step == "build":
        build(path, reach_of(context, flags, context.say), options)
        return
    chart = v2_loader.load(path)
    present = {one.name for one in chart.dependencies}
    if any(one.name not in present for one in chart.metadata.dependencies or []):
        update(path, reach_of(context, flags, context.say), options)
