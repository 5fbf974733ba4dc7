"""Types of the schemas that refer to themselves, or that no key chooses: one function each.

Source: schemas/expconf/v0, master/pkg/schemas/extensions/union.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.base.paths import Path
    from helmwright.determined.tasks.walk import Walk

_UNITS = ("batches", "records", "epochs")
_PARAMETERS = ("int", "double", "log", "const", "categorical")
_STORAGES = ("shared-fs", "s3", "gcs")
_COUNTS = ("save_experiment_best", "save_trial_best", "save_trial_latest")


def check(task: Walk, name: str, value: Any, path: Path) -> None:
    """Check a value against the type of a name."""
    known = _TYPES.get(name)
    if known is not None:
        known(task, value, path)


def names_type(task: Walk, value: Any, name: str) -> bool:
    """Tell whether a map says itself that it is of a type, by its key ``type``."""
    if not name or not isinstance(value, dict) or "type" not in value:
        return False
    shape = task.shapes.type(name).fields.get("type")
    return shape is not None and task.attempt(value["type"], shape)


def _length(task: Walk, value: Any, path: Path, least: int = 0) -> None:
    if not isinstance(value, dict) or len(value) != 1 or not set(value) <= set(_UNITS):
        given = f", found {shown(value)}" if not isinstance(value, dict) else ""
        units = ", ".join(_UNITS[:-1])
        task.refuse(path, f"expected a map with one of {units} or {_UNITS[-1]}{given}")
        return
    ((unit, count),) = value.items()
    task.shape(count, f"integer >={least}", (*path, unit))


def _positive_length(task: Walk, value: Any, path: Path) -> None:
    _length(task, value, path, 1)


def _searcher_length(task: Walk, value: Any, path: Path) -> None:
    if isinstance(value, dict):
        _positive_length(task, value, path)
    else:
        task.shape(value, "integer >=0", path)


def _hyperparameter(task: Walk, value: Any, path: Path) -> None:
    if not isinstance(value, dict):
        return
    kind = value.get("type")
    if isinstance(kind, str) and kind in _PARAMETERS:
        task.type(value, f"hyperparameter-{kind}", path)
    elif "type" in value:
        task.refuse((*path, "type"), f"{shown(kind)} is none of {', '.join(_PARAMETERS)}")
    else:
        for key, item in value.items():
            _hyperparameter(task, item, (*path, key))


def _global_batch_size(task: Walk, value: Any, path: Path) -> None:
    if not isinstance(value, dict):
        task.shape(value, "integer >=1", path)
        return
    kind = value.get("type")
    if kind not in ("int", "const", "categorical"):
        task.refuse(path, "expected a whole number from 1 on, or a hyperparameter of type int")
        return
    task.type(value, f"hyperparameter-{kind}", path)
    for key, shape in (("minval", "number >=1"), ("val", "number >=1"), ("vals", "list")):
        if key in value:
            task.shape(value[key], shape, (*path, key))
    vals = value.get("vals")
    for index, item in enumerate(vals if isinstance(vals, list) else ()):
        task.shape(item, "integer >=1", (*path, "vals", index))


def _tensorboard_storage(task: Walk, value: Any, path: Path) -> None:
    names = [*_STORAGES, *(() if task.release.at_least(0, 23, 0) else ("hdfs",))]
    counted = isinstance(value, dict) and any(key in value for key in _COUNTS)
    if counted or not any(task.attempt(value, f"map @{name}") for name in names):
        task.refuse(path, "this field is deprecated and will be ignored", of_key=True)
    else:
        task.drop(path, "the storage of checkpoints is used", "leave it out")


_TYPES: dict[str, Callable[[Walk, Any, Path], None]] = {
    "check-global-batch-size": _global_batch_size,
    "check-positive-length": _positive_length,
    "hyperparameter": _hyperparameter,
    "length": _length,
    "searcher-length": _searcher_length,
    "tensorboard-storage": _tensorboard_storage,
}
"""The others, which look at whole sections, are checks of checks.py."""
