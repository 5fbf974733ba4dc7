"""Workers have no queue to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint import Problem, Settings


@rule(
    "workers-without-queue",
    reads=Reads.VALUES,
    severity=Severity.ERROR,
    summary="There are workers, and no queue that they could read",
    why="Workers end at once without the address of a queue, and are started again for ever.",
    advice="Set queue.url, or worker.replicas to 0.",
    url="https://shop.example.com/docs/workers",
    bad=(
        Example(
            "worker:\n  replicas: «3»\n",
            message="worker.replicas is 3, and queue.url is not set",
        ),
    ),
    good=(
        Example("worker:\n  replicas: 3\nqueue:\n  url: amqp://queue\n"),
        Example("worker:\n  replicas: 0\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at the number of workers."""
    replicas = settings.get("worker", "replicas", default=0)
    if replicas and not settings.get("queue", "url"):
        message = (
            f"worker.replicas is {settings.show('worker', 'replicas')}, and queue.url is not set"
        )
        yield settings.problem(("worker", "replicas"), message)
