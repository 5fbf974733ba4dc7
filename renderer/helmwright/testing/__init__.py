"""Charts under test: rendered objects by kind and name, for pytest and any other runner.

::

    chart = TestedChart("charts/shop")
    web = chart.render({"replicas": 3})["Deployment/web"]
    assert web["spec"]["replicas"] == 3
    assert web.container("web").env["LOG_LEVEL"] == "info"
"""

from __future__ import annotations

from helmwright.testing.charts import TestedChart
from helmwright.testing.objects import Container, KubernetesObject
from helmwright.testing.rendered import RenderedChart

__all__ = ["Container", "KubernetesObject", "RenderedChart", "TestedChart"]
