"""A report about capacity as plain data, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helmwright.determined.capacity.assessment import (
        CapacityReport,
        DeadlockReport,
        JobCapacity,
    )
    from helmwright.determined.capacity.pools import PoolCapacity, TaskSize
    from helmwright.determined.capacity.remedies import Remedy


def to_data(report: CapacityReport) -> dict[str, Any]:
    """Return a report as maps, lists, texts and numbers."""
    settings, advice = report.settings, report.recommendation
    return {
        "release": str(settings.release),
        "slotType": settings.slot_type,
        **({"slotCpu": settings.slot_cpu} if settings.slot_type == "cpu" else {}),
        "maxSlotsPerPod": settings.max_slots,
        "defaultScheduler": settings.scheduler,
        "recommendation": {
            "maxSlotsPerPod": advice.max_slots,
            **({} if advice.slot_cpu is None else {"slotCpu": advice.slot_cpu}),
            "pools": dict(advice.pools),
            "changes": advice.changes,
            "reasons": list(advice.reasons),
            "values": advice.values,
        },
        "pools": [_pool(pool) for pool in report.pools],
        "jobs": [_job(job) for job in report.jobs],
        "deadlock": None if report.deadlock is None else _deadlock(report.deadlock),
        "notes": list(report.notes),
        "allSchedulable": report.asked,
    }


def _pool(pool: PoolCapacity) -> dict[str, Any]:
    return {
        "name": pool.name,
        "maxSlotsPerPod": pool.max_slots,
        "slotsShown": pool.shown,
        "slotsUsable": pool.usable,
        "nodes": [
            {
                "name": node.name,
                "slots": node.slots,
                "shown": node.shown,
                "usable": not node.refusal,
                **({"refusal": node.refusal} if node.refusal else {}),
            }
            for node in pool.nodes
        ],
        "sizes": [_size(size) for size in pool.sizes],
    }


def _size(size: TaskSize) -> dict[str, Any]:
    return {
        "slots": size.slots,
        "verdict": size.verdict,
        "pods": size.pods,
        "slotsPerPod": size.slots_per_pod,
        "room": size.room,
        "places": [
            {"nodes": place.nodes, "slots": place.slots, "podsEach": place.pods}
            for place in size.places
        ],
    }


def _job(job: JobCapacity) -> dict[str, Any]:
    return {
        "name": job.job.name,
        "count": job.job.count,
        "pool": job.pool,
        "priority": job.priority,
        **_size(job.size),
    }


def _deadlock(found: DeadlockReport) -> dict[str, Any]:
    return {
        "verdict": found.verdict,
        "held": [
            {
                "job": job.name,
                "placed": job.placed,
                "pods": job.pods,
                "slotsPerPod": job.slots_per_pod,
                "nodes": dict(job.nodes),
            }
            for job in found.held
        ],
        "blocked": list(found.blocked),
        "steps": found.steps,
        "remedies": [_remedy(remedy) for remedy in found.remedies],
    }


def _remedy(remedy: Remedy) -> dict[str, Any]:
    return {
        "name": remedy.name,
        "verdict": remedy.verdict,
        "explanation": remedy.explanation,
        **(
            {"extraNodes": remedy.extra_nodes, "like": remedy.like}
            if remedy.extra_nodes is not None
            else {}
        ),
    }
