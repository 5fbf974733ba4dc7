"""Reads what ``helmwright podspec`` is given: defaults, task and template, with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position, UsageError
from helmwright.commands.helm_flags import chosen_era
from helmwright.commands.inputs import input_name, read_input
from helmwright.commands.options import merged_values
from helmwright.commands.values_input import read_values_input
from helmwright.determined.commands.options import asked_release
from helmwright.determined.pods.effective import EffectivePods, effective_pods
from helmwright.determined.pods.sources import FlagValues, Source, TextFile, json_value
from helmwright.determined.versions import FIRST, LATEST
from helmwright.go.yaml_read import load, load_map

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.determined.commands.podspec_flags import PodspecFlags
    from helmwright.determined.pods.sources import Document, Written
    from helmwright.determined.versions import DeterminedRelease


def read_pods(context: Context, flags: PodspecFlags, positional: list[str]) -> EffectivePods:
    """Return the pods that the command line asks for."""
    reader = _Reader(context, flags)
    config, source, release = reader.master(positional)
    task, task_source = reader.task()
    template, template_source = reader.template()
    return effective_pods(
        config,
        task,
        task_type=flags.task_type,
        template=template,
        pool=flags.pool,
        slots=flags.slots,
        release=release,
        master_source=source,
        task_source=task_source,
        template_source=template_source,
    )


class _Reader:
    def __init__(self, context: Context, flags: PodspecFlags) -> None:
        self._context = context
        self._flags = flags
        self._release = _release(flags)

    def master(self, positional: list[str]) -> tuple[Document, Source, DeterminedRelease]:
        """Return the master's configuration, where it was written, and the release."""
        path = self._flags.master_config
        if path:
            config, file = self._map(path)
            return config, Source((file,)), self._release or LATEST
        return self._from_chart(positional)

    def _from_chart(self, positional: list[str]) -> tuple[Document, Source, DeterminedRelease]:
        from helmwright.charts.loader import load_chart
        from helmwright.commands.references import named_chart
        from helmwright.determined.pods.from_chart import (
            master_config_of,
            release_of,
            values_source,
        )

        log = self._context.log
        found = named_chart(
            self._context, *positional, files=self._flags.values, source=self._flags
        )
        era = chosen_era(self._context, self._flags)
        chart = load_chart(found.path, log=log, era=era)
        files: list[Written] = []

        contents: dict[str, bytes] = {}

        def read(path: str) -> bytes:
            if path not in contents:
                contents[path] = self._read(path)
            return contents[path]

        for path in self._flags.values:
            data = read_values_input(self._flags, path, read)
            files.insert(0, TextFile(input_name(path), data))
        overrides = merged_values(self._flags, read, era=era)
        if self._release is not None:
            overrides |= {"detVersion": str(self._release), "detRelease": str(self._release)}
        config, _ = master_config_of(chart, overrides, log=log, era=era)
        flags = merged_values(self._flags, self._read, files=False, era=era)
        written = (FlagValues("--set", flags), *files)
        source = values_source(written, chart, config)
        return config, source, self._release or release_of(chart, overrides, era=era)

    def task(self) -> tuple[Document | None, Source]:
        """Return the configuration of the task with what ``--config`` sets in it."""
        config: Document | None = None
        written: list[Written] = []
        if self._flags.task:
            config, file = self._map(self._flags.task)
            written.append(file)
        if self._flags.config:
            own: Document = {}
            config = config or {}
            for text in self._flags.config:
                _set(config, text)
                _set(own, text)
            written.insert(0, FlagValues("--config", own))
        return config, Source(tuple(written))

    def template(self) -> tuple[Document | None, Source]:
        """Return the configuration template."""
        if not self._flags.template:
            return None, Source()
        template, file = self._map(self._flags.template[0])
        return template, Source((file,))

    def _map(self, path: str) -> tuple[Document, TextFile]:
        data, name = self._read(path), input_name(path)
        try:
            return json_value(load_map(data, name)), TextFile(name, data)
        except HelmwrightError as error:
            message = f"failed to parse {name}: {error.message}"
            raise HelmwrightError(message, error.position or Position(name)) from None

    def _read(self, path: str) -> bytes:
        return read_input(self._context, path)


def _release(flags: PodspecFlags) -> DeterminedRelease | None:
    release = asked_release(flags)
    if release is not None and release < FIRST:
        raise UsageError(f"--det-version is {FIRST} or later")
    return release


def _set(config: Document, text: str) -> None:
    """Put one ``key=value`` into a configuration; the value is read as YAML."""
    path, equals, value = text.partition("=")
    *above, key = path.split(".")
    if not equals or not all((*above, key)):
        raise UsageError(f'--config takes key=value such as resources.slots=2, not "{text}"')
    inner = config
    for name in above:
        if type(inner.get(name)) is not dict:
            inner[name] = {}
        inner = inner[name]
    inner[key] = json_value(load(value, "--config"))
