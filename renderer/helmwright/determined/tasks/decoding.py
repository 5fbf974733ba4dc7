"""Configurations of tasks as Go's decoders read them, with what these refuse and what they drop.

Source: master/internal/api_command.go, master/pkg/model/command_config.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.master_decoding import Decoder, Place
from helmwright.determined.master_schema import schema_of
from helmwright.determined.tasks.problem import Effect, TaskProblem
from helmwright.determined.tasks.unknown import UnknownKeys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.base.paths import Path
    from helmwright.determined.versions import DeterminedRelease


class TaskDecoder(Decoder):
    """Decodes the configuration of a task.

    kind: "command", or "experiment" before 0.15.6. strict: unknown keys are refused; those of a
    template are dropped.
    """

    def __init__(self, kind: str, release: DeterminedRelease, *, strict: bool = True) -> None:
        self.makes_text = kind == "experiment"  # commands come as JSON, and not as YAML
        super().__init__(schema_of(release))
        self._kind = kind
        self._release = release
        self._strict = strict
        self._unknown_keys = UnknownKeys(kind, release)
        self.found: list[TaskProblem] = []

    def decode_task(self, config: Any) -> tuple[dict[str, Any], list[TaskProblem]]:
        """Return what the master reads, and what it refuses or drops."""
        root = schema_of(self._release).tasks[self._kind]
        decoded = self._value(config, root, Place(strict=self._strict, folded=False))
        return decoded if isinstance(decoded, dict) else {}, self.found

    def _unknown(
        self, place: Place, known: Mapping[str, str], *, stops_master: bool = True, hint: str = ""
    ) -> None:
        effect = Effect.REFUSED if stops_master else Effect.DROPPED
        self.found.append(self._unknown_keys.problem(place.steps, known, effect, hint))

    def _report(self, place: Place, message: str, *, stops_master: bool = True) -> None:
        del stops_master
        self.found.append(TaskProblem(place.steps, message))


class PodDecoder(TaskDecoder):
    """Decodes the pod spec of an experiment, of which nobody asks for unknown keys.

    path: where it stands in the configuration.
    """

    def __init__(self, release: DeterminedRelease, path: Path) -> None:
        super().__init__("pod", release)
        self._path = path

    def decode_pod(self, pod: Any) -> list[TaskProblem]:
        """Return what the master refuses or drops."""
        place = Place(strict=False, folded=False, steps=self._path)
        self._value(pod, "core.Pod", place)
        return self.found
