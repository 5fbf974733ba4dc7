"""What a file is told to be by its content."""

from __future__ import annotations

import pytest
import yaml

from helmwright.determined.tasks.kinds import kind_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("name: a\nentrypoint: a:B\nsearcher: {name: single, metric: x}", "experiment"),
        ("entrypoint: a:B\nhyperparameters: {}", "experiment"),
        ("hyperparameters: {}\nmax_restarts: 0\nserchr: {}", "experiment"),
        ("environment: {image: x}\nresources: {slots: 1}", "command"),
        ("entrypoint: [sleep, '1']\nenvironment: {pod_spec: {}}", "command"),
        ("resources: {slots: 1}\npod_spec: {}", "command"),
        ("idle_timeout: 30m\nresources: {slots: 1}", "command"),
        ("notebook_idle_type: activity", "notebook"),
        ("tensorboard_args: [--x]", "tensorboard"),
        ("environment: {pod_spec: {}}", "template"),
        ("bind_mounts: []\nresources: {slots_per_trial: 1, slots: 1}", "template"),
        ("checkpoint_storage: {type: s3}\nresources: {resource_pool: a}", "template"),
        # Values, and other files
        ("", ""),
        ("- a", ""),
        ("replicas: 1\nresources: {limits: {cpu: 1}}", ""),
        ("resources: {limits: {cpu: 1}}", ""),
        ("environment: production\nname: x", ""),
        ("environment: {LEVEL: info}\nimage: x\nresources: {}", ""),
        ("name: x\ndescription: y\nlabels: {}", ""),
        ("maxSlotsPerPod: 4\ncheckpointStorage: {type: s3}", ""),
        ("resource_manager: {type: kubernetes}\ncheckpoint_storage: {type: s3}", ""),
        ("checkpoint_storage: {type: s3}", ""),
        ("defaults: []\nhyperparameters: {}\nmax_restarts: 1", ""),
        ("1: a\nsearcher: {metric: x}", ""),
    ],
)
def test_kind_by_content(text: str, kind: str) -> None:
    assert kind_of(yaml.safe_load(text)) == kind


def test_name_of_the_file_counts_for_templates_only() -> None:
    config = {"resources": {"slots": 1}}

    assert kind_of(config, "templates/ntsc.yaml") == "template"
    assert kind_of(config, "ntsc.yaml") == "command"
    assert kind_of({"replicas": 1}, "template.yaml") == ""
