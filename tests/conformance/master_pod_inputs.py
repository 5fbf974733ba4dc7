"""Random defaults, templates and tasks, as questions for the real master and for us."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    from helmwright.determined import DeterminedRelease

Map = dict[str, Any]
KINDS = ("experiment", "experiment", "notebook", "command", "shell", "tensorboard", "gc")
_LABELS = (
    "a",
    "b",
    "determined",
    "determined.ai/user",
    "pod-group.scheduling.sigs.k8s.io/name",
    "pod-group.scheduling.sigs.k8s.io/min-available",
)
_IMAGES = ("i1", {"cpu": "c", "cuda": "g"}, {"gpu": "g2"}, {"cpu": "c3"}, {"rocm": "r"})
_VARIABLES = (
    ["X=1", "Y"],
    {"cpu": ["C=1"], "cuda": ["G=2=3"]},
    {"gpu": ["G=4"]},
    ["X=9", "A=2"],
)
_OWN = "determined-container"


class PodQuestions:
    """Makes questions; ``make`` returns one."""

    def __init__(self, release: DeterminedRelease, random: Random) -> None:
        self._release = release
        self._random = random
        self._bad = 0.0

    def make(self) -> Map:
        """Returns a question in the form that master_pods_oracle/answers.go reads."""
        self._bad = self._one(0.0, 0.0, 0.0, 0.15)
        kind = self._one(*KINDS)
        modern = self._release.at_least(0, 36, 0)
        question = {
            "Kind": kind,
            "Config": self._config(kind, template=False),
            "MaxSlots": self._one(1, 2, 4),
            "SlotType": self._one("cuda", "cuda", "cpu", *(("rocm",) if modern else ())),
            "CPU": self._one(1, 7, 0.5),
            "Scheduler": self._one("", "coscheduler", *(() if modern else ("preemption",))),
            "Priority": 50,
            "UID": self._one(0, 1001),
            "GID": self._one(0, 1001),
            "Cert": self._maybe(0.2),
        }
        if self._maybe(0.9):
            question["Top"] = self._defaults()
        if self._maybe(0.3):
            question["Pool"] = self._defaults()
        if self._maybe(0.3):
            question["Template"] = self._config(kind, template=True)
        return question

    def _one(self, *choices: Any) -> Any:
        return self._random.choice(choices)

    def _maybe(self, chance: float) -> bool:
        return self._random.random() < chance

    def _some(self, make: Any, *numbers: int) -> list[Any]:
        return [make() for _ in range(self._one(*numbers))]

    def _filled(self, *fields: tuple[str, float, Any]) -> Map:
        """Returns a map in which each field is with its chance; the values are functions."""
        return {name: make() for name, chance, make in fields if self._maybe(chance)}

    def _env(self) -> Map:
        value = self._one(
            {"value": "1"}, {"value": ""}, {"valueFrom": {"fieldRef": {"fieldPath": "x"}}}
        )
        return {"name": self._one("A", "B", "C"), **value}

    def _mount(self) -> Map:
        more = self._filled(
            ("readOnly", 0.3, lambda: self._one(True, False)),
            ("subPath", 0.3, lambda: self._one("", "s")),
        )
        return {"name": self._one("v", "w"), "mountPath": self._one("/d", "/e", "/f"), **more}

    def _amounts(self) -> Map:
        names = self._random.sample(["cpu", "memory", "nvidia.com/gpu", "amd.com/gpu"], 2)
        return {name: self._one(1, "2", "1Gi", "500m", "1024Mi") for name in names}

    def _container(self) -> Map:
        name = self._one(_OWN, _OWN, "side", "log")
        container = self._filled(
            ("name", 0.9, lambda: name),
            ("env", 0.4, lambda: self._some(self._env, 0, 1, 2)),
            ("envFrom", 0.2, lambda: [{"configMapRef": {"name": self._one("x", "y")}}]),
            ("volumeMounts", 0.4, lambda: self._some(self._mount, 0, 1, 2)),
            ("volumeDevices", 0.1, lambda: [{"name": "x", "devicePath": "/x"}]),
            ("resources", 0.4, lambda: {self._one("limits", "requests"): self._amounts()}),
            (
                "securityContext",
                0.3,
                lambda: self._one({}, {"runAsUser": 5}, {"privileged": False, "runAsGroup": 3}),
            ),
        )
        if container.get("name", _OWN) != _OWN or self._maybe(self._bad):
            container |= self._filled(
                (self._one("image", "imagePullPolicy", "workingDir"), 0.5, lambda: "x"),
                (self._one("command", "args"), 0.3, lambda: self._one([], ["a"])),
                ("ports", 0.2, lambda: [{"containerPort": 80}]),
                ("lifecycle", 0.2, dict),
            )
        return container

    def _affinity(self) -> Map:
        term = {"matchExpressions": [{"key": self._one("a", "b"), "operator": "Exists"}]}
        required = {"nodeSelectorTerms": [term] * self._one(0, 1, 2)}
        node = self._filled(
            ("requiredDuringSchedulingIgnoredDuringExecution", 0.7, lambda: required),
        )
        return self._filled(("nodeAffinity", 0.9, lambda: node), ("podAffinity", 0.2, dict))

    def _volume(self) -> Map:
        source = self._one({"emptyDir": {}}, {"hostPath": {"path": "/h"}})
        return {"name": self._one("v", "w", "x"), **source}

    def _pod(self) -> Map:
        flag = lambda: self._one(True, False)  # noqa: E731 - one of many like it
        metadata = self._filled(
            ("labels", 0.5, lambda: {self._one(*_LABELS): self._one("1", "2")}),
            ("annotations", 0.2, lambda: {"x": self._one("1", "2")}),
            (self._one("name", "namespace"), self._bad, lambda: self._one("", "n")),
        )
        spec = self._filled(
            ("containers", 0.7, lambda: self._some(self._container, 0, 1, 2, 3)),
            ("initContainers", 0.2, lambda: [{"name": self._one("p", "q"), "image": "a"}]),
            ("volumes", 0.4, lambda: self._some(self._volume, 1, 2)),
            ("tolerations", 0.3, lambda: [{"key": self._one("a", "b")}] * self._one(0, 1, 2)),
            ("nodeSelector", 0.3, lambda: {self._one("a", "zoneA"): self._one("1", "2")}),
            ("affinity", 0.3, self._affinity),
            ("schedulerName", 0.2, lambda: self._one("", "coscheduler", "default-scheduler")),
            ("priorityClassName", 0.2, lambda: self._one("", "determined-medium-priority")),
            ("hostNetwork", self._bad, flag),
            ("restartPolicy", 0.2, lambda: "Always"),
            ("hostPID", 0.2, flag),
            ("automountServiceAccountToken", 0.2, flag),
            ("imagePullSecrets", 0.2, lambda: [{"name": self._one("s", "t")}]),
            ("unknown", 0.1, lambda: 1),
        )
        return {"metadata": metadata, "spec": spec} if self._maybe(0.9) else {}

    def _mounts(self) -> list[Map]:
        paths = self._random.sample(["/c", "/d2", "rel"], self._one(1, 2))
        more: tuple[Map, ...] = (
            {},
            {"read_only": True},
            {"propagation": "rshared"},
            {"propagation": "private"},
        )
        return [{"host_path": "/h", "container_path": path, **self._one(*more)} for path in paths]

    def _defaults(self) -> Map:
        return self._filled(
            ("cpu_pod_spec", 0.6, self._pod),
            ("gpu_pod_spec", 0.6, self._pod),
            ("checkpoint_gc_pod_spec", 0.3, self._pod),
            ("image", 0.3, lambda: self._one(*_IMAGES)),
            ("environment_variables", 0.3, lambda: self._one(*_VARIABLES)),
            ("bind_mounts", 0.3, self._mounts),
            ("network_mode", 0.3, lambda: self._one("host", "bridge")),
            ("force_pull_image", 0.2, lambda: self._one(True, False)),
            ("work_dir", 0.2, lambda: "/w"),
            ("gloo_port_range", 0.2, lambda: "1:2"),
            ("dtrain_network_interface", 0.2, lambda: "eth0"),
        )

    def _config(self, kind: str, *, template: bool) -> Map:
        environment = self._filled(
            ("pod_spec", 0.6, self._pod),
            ("image", 0.3, lambda: self._one(*_IMAGES)),
            ("environment_variables", 0.3, lambda: self._one(*_VARIABLES)),
            ("force_pull_image", 0.2, lambda: self._one(True, False)),
        )
        config = {"environment": environment, **self._filled(("bind_mounts", 0.3, self._mounts))}
        if kind in {"experiment", "gc"}:
            slots = self._filled(
                ("slots_per_trial", 0.7, lambda: self._one(0, 1, 2, 3, 4, 8, 6)),
                ("is_single_node", 0.1, lambda: self._one(True, False)),
            )
            if not template:
                config |= self._searched()
        else:
            slots = self._filled(("slots", 0.7, lambda: self._one(0, 1, 2, 4, 5)))
            config |= self._filled(("work_dir", 0.2, lambda: "/q"))
        config["resources"] = {
            **slots,
            **self._filled(("priority", 0.3, lambda: self._one(1, 42))),
        }
        return config

    def _searched(self) -> Map:
        """Returns what an experiment must have."""
        storage = (
            {"type": "shared_fs", "host_path": "/ck"},
            {"type": "directory", "container_path": "/x"},
            {"type": "s3", "bucket": "b"},
        )
        searcher = {"name": "single", "metric": "x", "max_length": {"batches": 1}}
        return {
            "checkpoint_storage": self._one(*storage),
            "searcher": searcher,
            "entrypoint": "x",
        }
