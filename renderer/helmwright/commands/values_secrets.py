"""What values are secret, for commands that print them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError
from helmwright.commands.flags import Flags, string, switch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.commands import Context


class ShowSecretsFlags(Flags):
    """Whether secrets are shown."""

    show_secrets: bool = switch("show values that are secrets by the schema, name or form")


class MarksFlags(ShowSecretsFlags):
    """The chart that says what is secret, and whether that is shown."""

    chart: str = string(
        "the chart that the values are for; the one around this folder or the file by default",
        value_name="chart",
    )


class MeantMarks:
    """The chart that values files are for, as far as it is known, and what it marks as secret.

    files: their names.
    """

    def __init__(self, context: Context, flags: MarksFlags, files: Sequence[str]) -> None:
        self._context = context
        self._flags = flags
        self._files = files
        self._is_sought = False
        self._chart: Chart | None = None

    @property
    def chart(self) -> Chart | None:
        """The chart; None if none is around, or the one that is cannot be read.

        Raises what ``local_chart`` raises for one that is named, and ``meant_chart`` for settings.
        """
        if not self._is_sought:
            self._is_sought = True
            self._chart = self._found()
        return self._chart

    def marked(self) -> Callable[[Path], bool] | None:
        """Return whether there is a secret at a path, None if secrets are to be shown."""
        return None if self._flags.show_secrets else marked_paths(self.chart)

    def _found(self) -> Chart | None:
        from helmwright.charts.loader import load_chart
        from helmwright.commands.references import named_chart

        named = self._flags.chart or None
        found = named_chart(
            self._context, named, files=self._files, quiet=named is None, file_first=True
        )
        if found.is_bundled and not found.is_asked:
            return None
        try:
            return load_chart(found.path)
        except (HelmwrightError, GoError, OSError):
            if named is not None:
                raise
            return None


def marked_paths(chart: Chart | None = None) -> Callable[[Path], bool]:
    """Return a function that tells whether a schema marks the value at a path as a secret.

    chart: whose schema or pack says so; without one, any chart of a pack.
    """
    from helmwright.reference.secret_paths import secret_paths, secret_paths_of_any_chart

    return secret_paths_of_any_chart() if chart is None else secret_paths([chart])


class ShownValues:
    """Values as a command prints them: with stars for secrets, unless they are asked for.

    values: all of them, for a secret may be known by what stands beside it.
    """

    def __init__(
        self,
        context: Context,
        flags: ShowSecretsFlags,
        values: dict[str, Any],
        chart: Chart | None = None,
    ) -> None:
        self._context = context
        self._shows = flags.show_secrets
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
