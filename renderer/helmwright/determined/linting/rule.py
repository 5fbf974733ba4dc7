"""What the rules of Determined are made with: the linter's parts, the views of this pack, its examples."""

from __future__ import annotations

from helmwright.lint.definition import Example, Reads, Severity, View, rule

__all__ = ["DETERMINED", "PODS", "TASK", "UPSTREAM", "Reads", "Severity", "example", "rule"]

UPSTREAM = "upstream"
"""What examples call the chart that comes with Determined."""
_FACTS = "helmwright.determined.linting.facts"

DETERMINED = View("determined", f"{_FACTS}:settings")
"""The effective values of each chart that installs Determined: ``settings.DeterminedSettings``."""
PODS = View("pods", f"{_FACTS}:pods")
"""The pods that tasks would get with these values: ``pods.TaskPods``."""
TASK = View("task", f"{_FACTS}:task", of_documents=True)
"""The configuration of a task: ``task_view.TaskView``."""


def example(  # noqa: PLR0913 - what findings depend on
    text: str,
    *,
    message: str = "",
    release: str = "",
    nodes: str = "",
    kube_version: str = "",
    overrides: tuple[tuple[str, str], ...] = (),
    task: str = "",
    namespace: str = "default",
    name: str = "",
    upgrade: bool = False,
    upstream: bool = False,
) -> Example:
    """Return an example of values for this project's chart, or of a task.

    release: of Determined. nodes: an inventory. task: the kind of task whose configuration the text is.
    upstream: whether the values are for the chart that comes with Determined, and not for ours.
    """
    told = {"determined_release": release, "nodes": nodes}
    words = (
        f"Determined {release}" if release else "",
        "the upstream chart" if upstream else "",
        f"the configuration of a task: {task}" if task else "",
        "with --nodes" if nodes else "",
    )
    return Example(
        text,
        message=message,
        kube_version=kube_version,
        overrides=overrides,
        namespace=namespace,
        name=name,
        upgrade=upgrade,
        told=tuple((fact, value) for fact, value in told.items() if value),
        document=task,
        chart=UPSTREAM if upstream else "",
        conditions=tuple(filter(None, words)),
    )
