"""A values file that Helm cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._diagnosis import diagnose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource


@rule(
    "broken-yaml",
    reads=Reads.SOURCE,
    severity=Severity.ERROR,
    summary="A values file is no YAML that Helm can read",
    why="Helm stops with 'failed to parse', often at a line behind the mistake.",
    advice="Close quotes and brackets, indent with spaces, and write a space behind each colon and dash.",
    url="https://helm.sh/docs/chart_template_guide/yaml_techniques/",
    bad=(
        Example("db:\n«\t»name: shop\n", message="indented with a tab"),
        Example("db:\n  name«:»shop\n  user: postgres\n", message='colon of "name"'),
        Example("db:\n  «name shop»\n  user: postgres\n", message="no 'key: value'"),
        Example("pools:\n  - a\n  «-»b\n  c: 1\n", message="dash"),
        Example('db:\n  name: «"»shop\n  user: postgres\n', message="not closed"),
        Example("motd: 'it'«s here'»\n", message="text behind the quotation mark '"),
        Example("db:\n  name: x\n «user: y»\n", message="indented by 1 spaces, which fits none"),
        Example("db:\n  name: x\n     «user: y»\n", message="indented below line 2"),
        Example(
            "ports:\n  «name»: a\n    number: b\n",
            message="dash before name",
        ),
        Example(
            "ports:\n    «name»: a\n    number: b\n  - name: c\n",
            message="dash before name",
        ),
        Example(
            "containers:\n  - name: a\n      «securityContext:»\n        privileged: true\n",
            message="indented below line 2",
        ),
        Example("motd: «note: closed today»\n", message="look like another key"),
        Example("tolerations: «-» key: gpu\n", message="on the line of its key"),
        Example("ports:\n  - name: a\n  «max: 1»\n", message="does not begin with a dash"),
        Example("pools: «[»a, b\ndb: x\n", message="the bracket [ is not closed"),
        Example("site: «{{ env }}»-east\n", message="does not render values files"),
        Example("site: «{{ .Values.env }}»\n", message="template expression"),
        Example("registry: «@»scope/x\n", message="must not begin with @"),
        Example("site: «*star»\n", message="no such anchor"),
        Example("«- a»\n- b\n", message="holds a list"),
        Example("share: «.inf»\n", message="a number that Helm cannot hand to templates"),
    ),
    good=(
        Example("db:\n  name: shop # a comment: with a colon\n"),
        Example("motd: 'it''s: here'\nname: \"{{ env }}\"\n"),
        Example(""),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Say what is likely wrong."""
    found = diagnose(source)
    if found is not None:
        yield source.problem(found.span, found.message, fix=found.fix)
