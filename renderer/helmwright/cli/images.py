"""``helmwright images [CHART]``: lists the container images of a chart, and compares or looks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.base.printable import printable, printable_json
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.options import (
    CapabilitiesFlags,
    ReleaseNameFlags,
    UserValuesFlags,
    check_one_chart,
    merged_values,
)
from helmwright.commands.source_flags import ChartSourceFlags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.charts.chart import Chart
    from helmwright.commands import Context
    from helmwright.eras.era import Era
    from helmwright.images.listing import ImageUse

USAGE = "helmwright images [CHART] [FLAGS]"
SUMMARY = """List every container image that a chart needs with your values, and where each is named.

Looked at are the containers of all pods, hooks and tests, image volumes, and what hands
images on: custom resources, arguments, environment variables and ConfigMaps; installed
packs may know more. What is not in a pod is marked in JSON as uncertain: whoever reads it
decides. Secrets are not searched.

With --diff the images of another chart or version are compared with these; with --registry
a registry, such as the mirror of a cluster without internet, is asked for each image, and
nothing is pulled. It gets the login that --registry-config has for it, or --username and
--password, unless these were for a chart that had to be fetched.
"""
EXAMPLES = """\
  helmwright images ./chart -f prod.yaml
  helmwright images ./chart -f prod.yaml --short | xargs -n 1 docker pull
  helmwright images ./chart -f prod.yaml --diff ./chart-1.1.0.tgz     # what an upgrade changes
  helmwright images ./chart -f prod.yaml --registry mirror.example.com/hub
"""
_FORMATS = ("text", "json", "yaml")


class ImagesFlags(
    UserValuesFlags, CapabilitiesFlags, HelmFlags, ReleaseNameFlags, ChartSourceFlags
):
    """The flags of ``images``."""

    format: str = string("the form of the output", default="text", value_name="|".join(_FORMATS))
    short: bool = switch("print the names of the images only, a line each", "q")
    diff: str = string(
        "compare with the images of this chart, which is the older one, with the same values",
        value_name="chart",
        completes="charts",
    )
    registry: str = string(
        "ask this registry, with a path if need be, for each image; fail if one is missing",
        value_name="mirror",
    )
    namespace: str = string("the release's namespace", "n", default="default")
    is_upgrade: bool = switch("list the images of an upgrade instead of an installation")
    skip_schema_validation: bool = switch("do not hold the values against values.schema.json")


def _run(context: Context, flags: ImagesFlags, positional: list[str]) -> int:
    """List, compare or look for the images; returns 1 if the registry does not have all of them."""
    check_one_chart(positional)
    _check_flags(flags)
    from helmwright.charts.loader import load_chart
    from helmwright.commands.references import named_chart

    found = named_chart(context, *positional, files=flags.values, source=flags)
    era = chosen_era(context, flags)
    lister = _Lister(context, flags, era)
    uses = lister.images(load_chart(found.path, log=context.log, era=era))
    if flags.diff:
        path = named_chart(context, flags.diff, source=flags).path
        other = load_chart(path, log=context.log, era=era)
        return _compare(context, flags, lister.images(other), uses)
    if flags.registry:
        is_local = found.is_bundled or not positional or positional[0].strip() == found.path
        return _look_for(context, flags, uses, is_fetched=not is_local)
    from helmwright.images.report import to_data, to_names, to_text

    if flags.short:
        context.write(to_names(uses))
    else:
        _print(context, flags, to_data(uses), lambda: to_text(uses))
    return 0


def _check_flags(flags: ImagesFlags) -> None:
    if flags.format not in _FORMATS:
        raise UsageError(f'--format is one of {", ".join(_FORMATS)}, not "{flags.format}"')
    if flags.short and flags.format != "text":
        raise UsageError("--short is a form of its own: leave --format out")
    if flags.diff and flags.registry:
        raise UsageError("--diff and --registry are two reports: ask for one of them")
    if flags.short and (flags.diff or flags.registry):
        raise UsageError("--short goes with neither --diff nor --registry")
    if flags.registry:
        from helmwright.kube.image_names import read_image_name

        name = read_image_name(f"{flags.registry.rstrip('/')}/image")
        if name is None or name.registry != flags.registry.partition("/")[0]:
            raise UsageError(
                "--registry is a host, with a port and a path if need be, as mirror.example.com:5000/hub, "
                f'not "{flags.registry}"'
            )


class _Lister:
    """Lists the images of charts with the values of one command line."""

    def __init__(self, context: Context, flags: ImagesFlags, era: Era) -> None:
        from helmwright.commands.inputs import read_input

        self._context, self._flags, self._era = context, flags, era
        self._overrides = merged_values(flags, lambda path: read_input(context, path), era=era)

    def images(self, chart: Chart) -> tuple[ImageUse, ...]:
        from helmwright.images.listing import list_images
        from helmwright.rendering.capabilities import Capabilities, parse_kube_version
        from helmwright.rendering.release import Release

        flags = self._flags
        kube = parse_kube_version(flags.kube_version) if flags.kube_version else None
        name = flags.name or flags.release_name or "release-name"
        return list_images(
            chart,
            self._overrides,
            Release(name, flags.namespace, is_upgrade=flags.is_upgrade),
            capabilities=Capabilities.default(kube, flags.api_versions, self._era),
            skip_schema_validation=flags.skip_schema_validation,
            log=self._context.log,
            era=self._era,
        )


def _compare(
    context: Context, flags: ImagesFlags, before: Iterable[ImageUse], after: Iterable[ImageUse]
) -> int:
    from helmwright.images.differences import compare_images
    from helmwright.images.report import changes_to_data, changes_to_text

    changes = compare_images(before, after)
    _print(context, flags, changes_to_data(changes), lambda: changes_to_text(changes))
    return 0


def _look_for(
    context: Context, flags: ImagesFlags, uses: Iterable[ImageUse], *, is_fetched: bool
) -> int:
    """Look for the images; is_fetched: the chart has used up the login of the command line."""
    from helmwright.commands.registry_flags import registry_of
    from helmwright.images.mirror import find_images
    from helmwright.images.report import mirrored_to_data, mirrored_to_text
    from helmwright.sources.offline import is_offline

    if flags.offline or is_offline():
        raise UsageError(
            "--registry asks a registry, which --offline and HELMWRIGHT_OFFLINE forbid"
        )
    found = find_images(uses, flags.registry, registry_of(flags, has_login=not is_fetched))
    _print(context, flags, mirrored_to_data(found), lambda: mirrored_to_text(found))
    return 0 if all(one.found for one in found) else 1


def _print(
    context: Context, flags: ImagesFlags, data: dict[str, Any], to_text: Callable[[], str]
) -> None:
    """Print a report in the form that is asked for."""
    if flags.format == "text":
        context.report(to_text())
    elif flags.format == "json":
        import json

        context.write(printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n")
    else:
        from helmwright.go.yaml_write import marshal

        context.write(printable(marshal(data)))


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, ImagesFlags, _run)
run = COMMAND.run
