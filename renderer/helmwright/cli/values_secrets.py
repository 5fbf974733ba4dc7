"""What values are secret, for commands that print them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.cli.flags import switch

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.chart import Chart
    from helmwright.cli import Context
    from helmwright.secrets.places import Path

SHOW_SECRETS = switch("show-secrets", "show values that are secrets by the schema, name or form")


def marked_paths(chart: Chart | None = None) -> Callable[[Path], bool]:
    """Return a function that tells whether a schema marks the value at a path as a secret.

    chart: whose schema says so, by default the bundled one.
    """
    from helmwright.reference.secret_paths import bundled_schema, secret_paths

    return secret_paths((), [bundled_schema()]) if chart is None else secret_paths([chart])


class ShownValues:
    """Values as a command prints them: with stars for secrets, unless they are asked for.

    values: all of them, for a secret may be known by what stands beside it.
    """

    def __init__(
        self,
        context: Context,
        flags: dict[str, Any],
        values: dict[str, Any],
        chart: Chart | None = None,
    ) -> None:
        self._context = context
        self._shows = flags[SHOW_SECRETS.name]
        self._secrets: set[Path] = set()
        self._is_marked = marked_paths(chart)
        if not self._shows:
            from helmwright.secrets.places import secret_leaves

            self._secrets = {path for path, _ in secret_leaves(values, self._is_marked)}
            context.leaving.known.add_values(values, self._is_marked)

    def is_secret(self, path: Path) -> bool:
        """Tell whether the value at a path is a secret that must not be shown."""
        return path in self._secrets

    def of(self, value: Any, path: Path) -> Any:
        """Return a value that stands at a path, as it is shown."""
        if self._shows:
            return value
        from helmwright.secrets.places import without_secrets

        def is_marked(below: Path) -> bool:
            return below in self._secrets or self._is_marked(below)

        return self._without_copies(without_secrets(value, is_marked, path))

    def _without_copies(self, value: Any) -> Any:
        if type(value) is dict:
            return {key: self._without_copies(inner) for key, inner in value.items()}
        if type(value) is list:
            return [self._without_copies(inner) for inner in value]
        return self._context.leaving.safe(value) if type(value) is str else value
