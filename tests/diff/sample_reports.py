"""A report with everything in it, as the core of the diff hands it over."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from helmwright.diff.model import (
    ABSENT,
    Change,
    DiffObject,
    DiffReport,
    Effect,
    Fold,
    Impact,
    ObjectDiff,
    ObjectKey,
    Side,
    Status,
    ValueChange,
)


def encoded(text: str) -> str:
    return b64encode(text.encode("utf-8", "surrogateescape")).decode()


def an_object(kind: str, name: str, group: str = "", **parts: Any) -> DiffObject:
    data = {"kind": kind, "metadata": {"name": name, "namespace": "prod"}, **parts}
    template = f"web/templates/{kind.lower()}.yaml"
    return DiffObject(ObjectKey(group, kind, "prod", name), data, "# as rendered\n", template, 3)


def deployment(name: str, image: str, replicas: int, **more: Any) -> DiffObject:
    container = {"name": "web", "image": image, **more}
    spec = {"replicas": replicas, "template": {"spec": {"containers": [container]}}}
    return an_object("Deployment", name, "apps", spec=spec)


def changed(before: DiffObject, after: DiffObject, *changes: Change, **more: Any) -> ObjectDiff:
    return ObjectDiff(Status.CHANGED, after.key, before, after, changes, **more)


CONFIG_BEFORE = "".join(f"line {number}: same\n" for number in range(12)) + "end: old\n"
CONFIG_AFTER = CONFIG_BEFORE.replace("line 3: same", "line 3: other").replace("old", "new")
COMMAND = (
    "--listen=0.0.0.0:8080 --log-level=info --cluster=prod-eu-1 --max-connections=100 --grace=30"
)


def sample(environment: str = "") -> DiffReport:
    container = ("spec", "template", "spec", "containers", "[name=web]")
    old = deployment("web", "nginx:1.25", 2)
    new = deployment("web", "nginx:1.27", 3)
    web = changed(
        old,
        new,
        Change(("spec", "replicas"), 2, 3),
        Change((*container, "image"), "nginx:1.25", "nginx:1.27"),
        Change((*container, "command"), COMMAND, COMMAND.replace("info", "debug")),
        Change((*container, "resources"), ABSENT, {"limits": {"cpu": "1", "memory": "1Gi"}}),
        impacts=(
            Impact(Effect.REPLICAS, "2 pods become 3", ("spec", "replicas")),
            Impact(Effect.RESTART, "the pods restart: their template changes", container),
        ),
        folded=2,
    )
    config = changed(
        an_object(
            "ConfigMap", "web", data={"app.conf": CONFIG_BEFORE, "a.yaml": "log: {level: a}"}
        ),
        an_object("ConfigMap", "web", data={"app.conf": CONFIG_AFTER, "a.yaml": "log: {level: b}"}),
        Change(("data", "app.conf"), CONFIG_BEFORE, CONFIG_AFTER),
        Change(("data", "a.yaml", "log", "level"), "info <b>", "debug | x", 2),
    )
    secret = changed(
        an_object("Secret", "web", data={"password": encoded("first one")}),
        an_object("Secret", "web", data={"password": encoded("second one")}),
        Change(("data", "password"), encoded("first one"), encoded("second one")),
    )
    claim = an_object("PersistentVolumeClaim", "data", spec={"storageClassName": "fast"})
    removed = ObjectDiff(
        Status.REMOVED,
        claim.key,
        claim,
        None,
        impacts=(Impact(Effect.DATA_AT_RISK, "the volume's data is lost with the claim"),),
    )
    rule = an_object("Ingress", "web", "networking.k8s.io", spec={"rules": [{"host": "a.example"}]})
    added = ObjectDiff(Status.ADDED, rule.key, None, rule)
    renamed = ObjectDiff(
        Status.RENAMED,
        an_object("ConfigMap", "env-2").key,
        an_object("ConfigMap", "env-1"),
        an_object("ConfigMap", "env-2"),
        old_key=an_object("ConfigMap", "env-1").key,
    )
    version = ("metadata", "labels", "helm.sh/chart")
    keys = (web.key, config.key, secret.key)
    return DiffReport(
        before=Side("main:chart (prod.yaml)", (old,), {"auth": {"password": "first one"}}),
        after=Side("HEAD:chart (prod.yaml)", (new,), None, ("a note about the chart",)),
        objects=(config, removed, secret, web, renamed, added),
        folds=(
            Fold("noise", "labels with the chart's version", Change(version, "a-1", "a-2"), keys),
            Fold("same", "the same change", Change(("metadata", "labels", "team"), "x", "y"), keys),
        ),
        values=(
            ValueChange("replicas", 2, 3),
            ValueChange("auth.password", "first one", "second one"),
        ),
        environment=environment,
        unchanged=7,
        suppressed=1,
    )
