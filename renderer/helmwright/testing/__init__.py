"""Charts under test: rendered objects by kind and name, for pytest and any other runner.

::

    chart = TestedChart("charts/shop")
    web = chart.render({"replicas": 3})["Deployment/web"]
    assert web["spec"]["replicas"] == 3
    assert web.container("web").env["LOG_LEVEL"] == "info"

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.testing.charts import TestedChart
    from helmwright.testing.examples_of_rules import RuleExample, rule_examples
    from helmwright.testing.objects import Container, KubernetesObject
    from helmwright.testing.rendered import RenderedChart
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "testing.charts": ("TestedChart",),
            "testing.objects": ("Container", "KubernetesObject"),
            "testing.rendered": ("RenderedChart",),
            "testing.examples_of_rules": ("RuleExample", "rule_examples"),
        },
    )

__all__ = [
    "Container",
    "KubernetesObject",
    "RenderedChart",
    "RuleExample",
    "TestedChart",
    "rule_examples",
]
