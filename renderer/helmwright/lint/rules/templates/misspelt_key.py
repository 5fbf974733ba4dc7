"""A user sets a key that the chart does not have, and that resembles one that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_CHART = """\
-- templates/a.yaml --
image: {{ toYaml .Values.image }}
resources: {{ toYaml .Values.resources }}
tolerations: {{ toYaml .Values.tolerations }}
{{- if .Values.service.externalIPs }}
ips: {{ .Values.service.externalIPs }}
{{- end }}
labels: {{ toYaml .Values.podLabels }}
config: {{ tpl (toYaml .Values.config) . }}
-- values.yaml --
image:
  repository: web
  tag: "1"
resources: {}
tolerations: []
service:
  type: ClusterIP
  # nodePort: 30080
podLabels:
  team: a
config: {}
"""


def _set(*texts: str) -> tuple[tuple[str, str], ...]:
    return tuple(("set", text) for text in texts)


@rule(
    "misspelt-key",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A key is set that the chart does not have, and that is a slip away from one it has",
    why="The value has no effect, or is passed on to where nobody knows it; what was meant stays as it is.",
    advice="Write the key as the chart's values.yaml has it.",
    url="https://helm.sh/docs/chart_template_guide/values_files/",
    bad=(
        Example(
            _CHART,
            overrides=_set("image.repositry=other"),
            message="image.repositry is no key that the chart knows; did you mean repository?",
        ),
        Example(_CHART, overrides=_set("resources.limit.cpu=1"), message="did you mean limits?"),
        Example(_CHART, overrides=_set("tolerations[0].opertor=Exists"), message="operator?"),
        Example(_CHART, overrides=_set("service.nodeport=30080"), message="did you mean nodePort?"),
        Example(_CHART, overrides=_set("service.externalIps={a}"), message="externalIPs?"),
        Example(_CHART, overrides=_set("imgae.tag=2"), message="did you mean image?"),
    ),
    good=(
        Example(_CHART, overrides=_set("image.tag=2", "resources.limits.cpu=1", "global.x=1")),
        Example(_CHART, overrides=_set("podLabels.teams=a", "service.nodePort=30080")),
        Example(_CHART, overrides=_set("service.externalIPs={a}", "config.anything=1")),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Hold every key that the user gives against those that the chart knows at its place."""
    for unknown in settings.unknown_keys:
        path, meant = unknown.path, unknown.meant
        if not meant or settings.is_refused(path):
            continue
        right = dotted((*path[:-1], meant))
        yield settings.problem(
            path,
            f"{dotted(path)} is no key that the chart knows; did you mean {meant}?",
            of_key=True,
            fix=f"write '{right}'",
        )
