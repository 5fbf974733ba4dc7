"""The flags of ``helmwright podspec``."""

from __future__ import annotations

from helmwright.commands.flags import integer, string, string_array, switch
from helmwright.commands.helm_flags import HelmFlags
from helmwright.commands.options import UserValuesFlags
from helmwright.commands.source_flags import ChartSourceFlags
from helmwright.determined.commands.options import ReleaseFlags


class PodspecFlags(ReleaseFlags, UserValuesFlags, HelmFlags, ChartSourceFlags):
    """The flags of ``podspec``."""

    master_config: str = string(
        "take the defaults from a master.yaml instead of a chart and its values",
        value_name="file",
    )
    task: str = string(
        "configuration of the task, - for standard input; for gc that of the experiment",
        value_name="file",
    )
    template: list[str] = string_array(
        "configuration template that the task uses; the master takes one", value_name="file"
    )
    config: list[str] = string_array(
        "set a value of the task's configuration: resources.slots=2; repeatable",
        value_name="key=value",
    )
    pool: str = string("resource pool instead of that of the configuration", value_name="name")
    slots: int | None = integer("slots instead of those of the configuration", default=None)
    task_type: str = string(
        "what is started",
        default="experiment",
        value_name="experiment|notebook|shell|command|tensorboard|gc",
    )
    explain: str = string(
        "print the layer and the place that each field, or each at or below PATH, is from",
        bare=".",
        value_name="path",
    )
    show_lost: bool = switch("print what of the layers is not in the pod, and why")
    output: str = string("the form of the output", "o", default="yaml", value_name="yaml|json")
