"""Random configurations of the master, about half of which it takes.

A configuration that is fine gets some of the keys that the release, or now and then another one,
knows, mostly with values of their types; then here and there something is wrong.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from helmwright.determined.master_schema import MasterSchema, schema_of
from helmwright.determined.versions import RELEASES

if TYPE_CHECKING:
    from random import Random

    from helmwright.determined import DeterminedRelease

WRONG: tuple[Any, ...] = (
    "x",
    1,
    1.5,
    True,
    None,
    [],
    {},
    [1],
    {"a": "b"},
    "12",
    "5m",
    3e9,
    [None],
    "",
)
GOOD: dict[str, tuple[Any, ...]] = {
    "any": (1, "x", {"a": 1}, [1]),
    "bool": (True, False),
    "bytes": ("YWJj",),
    "duration": ("5m", "1h", "90s"),
    "float32": (0.5, 1, 7.5, 0, -1),
    "int": (0, 1, 2, 30, 8081, -1, 40000, 100),
    "int_or_string": (80, "http", "10%"),
    "quantity": ("1Gi", 2, "500m", 0.5),
    "string": ("a", "default", "info", "best", "basic", "/x/y", "http://h:80/p", "", "coscheduler"),
    "text": ("a",),
    "time": ("2020-01-01T00:00:00Z",),
}
SPECIAL: dict[str, tuple[Any, ...]] = {
    "action": ("exclude_node", "cancel_retries", "x", {"type": "exclude_node"}, {"type": "x"}, 3),
    "cluster_name": ("a", "b", "default", "", 3),
    "container_path": ("/b", ".", "b"),
    "default_lifespan_days": (-1, 0, 30, 31, 106752),
    "default_priority": (0, 1, 50, 99, 100),
    "default_scheduler": ("", "coscheduler", "preemption", "priority", "x"),
    "destination": ("http://a:80", "a", "http://a", "a:80", "http://[::1", "x:y:z"),
    "fallback": ("basic", "rbac", "x"),
    "fitting_policy": ("best", "worst", "x", ""),
    "gateway_ip": ("1.2.3.4", ""),
    "gateway_name": ("a", "-a", "a" * 64),
    "gateway_port_range_end": (2000, 65535, 65536),
    "gateway_port_range_start": (1024, 1025, 2000, 65535),
    "host_path": ("/a", "a", ""),
    "idp_recipient_url": ("http://a", "%zz", "::"),
    "key_type": ("RSA", "ECDSA", "ED25519", "x", ""),
    "level": ("info", "debug", "WARN", "verbose", ""),
    "log_retention_days": (0, -1, -2, 5, 32767, 32768),
    "max_lifespan_days": (-1, 0, 30, 106751, 106752, -2),
    "max_slots_per_pod": (0, 1, 4, -1, None),
    "name": ("determined-container", "x", ""),
    "network_mode": ("host", "bridge", ""),
    "pool_name": ("default", "p1", "p2", ""),
    "preemption_timeout": ("5m", 300, "x"),
    "prefix": ("a", "../a", "a/../b", "..", "a/.."),
    "role_id": (0, 1, -1, 2),
    "rsa_key_size": (0, 1, 1024, 16384, 16385),
    "schedule": ("5m", "0 0 * * *", "x", "@daily", "@every 1h", "* * * *", "61 * * * *", "", "-5m"),
    "shm_size_bytes": (0, 1, -1, 4294967296),
    "slot_type": ("cpu", "cuda", "gpu", "rocm", "tpu", ""),
    "type": ("basic", "rbac", "x"),
}
LEFT_OUT = {
    "certificate",  # a file that the master reads
    "config_file",
    "provider",  # anything
    "status",  # of pods
}


class Configurations:
    """Makes configurations for one release."""

    def __init__(self, release: DeterminedRelease, random: Random) -> None:
        self._release = release
        self._random = random

    def make(self) -> dict[str, Any]:
        """Returns the next one."""
        config = self._base()
        release = self._release
        if self._random.random() < 0.1:
            release = self._random.choice([other for other in RELEASES if other.at_least(0, 18, 0)])
        schema = schema_of(release)
        fields = schema.struct(schema.root).fields
        for key in self._random.sample(sorted(fields), self._random.choice([0, 1, 1, 2, 3])):
            if key not in LEFT_OUT:
                self._add(config, key, self._value(fields[key], schema, key))
        if self._random.random() < 0.25:
            self._break(config)
        return config

    def _base(self) -> dict[str, Any]:
        slots = self._random.choice([1, 4])
        config: dict[str, Any] = {
            "port": 8081,
            "db": {"user": "u", "password": "p", "host": "h", "port": 5432, "name": "d"},
            "checkpoint_storage": {"type": "shared_fs", "host_path": "/c"},
            "resource_manager": {"type": "kubernetes", "max_slots_per_pod": slots},
        }
        if self._random.random() < 0.3:
            config["resource_pools"] = [{"pool_name": self._random.choice(["default", "p1"])}]
        if self._random.random() < 0.2:
            pod = {"spec": {"containers": [{"name": "determined-container"}]}}
            config["task_container_defaults"] = {"cpu_pod_spec": pod}
        if self._release.at_least(0, 29, 0) and self._random.random() < 0.15:
            manager = {
                "type": "kubernetes",
                "max_slots_per_pod": 1,
                "name": "n",
                "cluster_name": "c",
            }
            config["additional_resource_managers"] = [
                {"resource_manager": manager, "resource_pools": [{"pool_name": "q"}]}
            ]
        return config

    def _add(self, config: dict[str, Any], key: str, value: Any) -> None:
        old = config.get(key)
        if not (isinstance(value, dict) and isinstance(old, dict)) or self._random.random() < 0.2:
            config[key] = value
            return
        known = {name.lower() for name in old}
        old.update({name: item for name, item in value.items() if name.lower() not in known})

    def _break(self, config: dict[str, Any]) -> None:
        maps = list(_maps(config))
        chosen = self._random.choice(maps)
        if not chosen:
            return
        key = self._random.choice(sorted(chosen))
        how = self._random.random()
        if how < 0.3:
            del chosen[key]
        elif how < 0.7:
            chosen[key] = copy.deepcopy(self._random.choice(WRONG))
        else:
            chosen["bogus"] = 1

    def _value(self, expression: str, schema: MasterSchema, key: str = "") -> Any:
        chance = self._random.random()
        if chance < 0.07:
            return copy.deepcopy(self._random.choice(WRONG))
        if key in SPECIAL and chance < 0.7:
            return copy.deepcopy(self._random.choice(SPECIAL[key]))
        plain = expression.lstrip("*")
        if plain.startswith("[]"):
            count = self._random.choice([0, 1, 1, 2])
            return [self._value(plain[2:], schema, key) for _ in range(count)]
        if plain.startswith("map:"):
            names = self._random.sample(["a", "B", "c.d", "e/f"], self._random.choice([0, 1, 2]))
            return {name: self._value(plain[4:], schema) for name in names}
        if "." in plain:
            return self._struct(plain, schema)
        return copy.deepcopy(self._random.choice(GOOD.get(plain, GOOD["int"])))

    def _struct(self, name: str, schema: MasterSchema) -> Any:
        struct = schema.struct(name)
        short: dict[str, tuple[Any, ...]] = {
            "device": ("/a:/b", "/a", "/a:/b:r", "a:b:c:d"),
            "log_action": SPECIAL["action"],
            "runtime_item": ("image",),
            "runtime_items": (["A=1"],),
        }
        if struct.decoder in short and self._random.random() < 0.5:
            return copy.deepcopy(self._random.choice(short[struct.decoder]))
        made: dict[str, Any] = {}
        fields = dict(struct.fields)
        if struct.union and self._random.random() < 0.95:
            kind = self._kind(sorted(struct.union))
            made["type"] = kind
            if kind in struct.union:
                fields |= schema.struct(struct.union[kind]).fields
        keys = [key for key in fields if key not in LEFT_OUT]
        for key in self._random.sample(keys, min(len(keys), self._random.choice([0, 1, 2, 3]))):
            given = key.upper() if self._random.random() < 0.03 else key
            made[given] = self._value(fields[key], schema, key)
        if self._random.random() < 0.02:
            made[self._random.choice(["bogus", "types", "nodeselectr"])] = 1
        return made

    def _kind(self, kinds: list[str]) -> str:
        if self._random.random() < 0.03:
            return "bogus"
        if "kubernetes" in kinds:
            return "kubernetes" if self._random.random() < 0.9 else "agent"
        return self._random.choice(kinds)


def _maps(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value, *(found for item in value.values() for found in _maps(item))]
    if isinstance(value, list):
        return [found for item in value for found in _maps(item)]
    return []
