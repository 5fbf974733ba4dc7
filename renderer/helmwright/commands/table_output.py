"""Lists that Helm prints as a table, as JSON or as YAML.

Source: helm pkg/cli/output/output.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.commands.flags import Flags, string

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMS = ("table", "json", "yaml")


class OutputFlags(Flags):
    """The form of a list."""

    output: str = string("the form of the output", "o", default="table", value_name="|".join(FORMS))


def check_form(form: str) -> None:
    """Raise UsageError with Helm's text for a form that there is not."""
    if form not in FORMS:
        from helmwright.go.strconv import quote

        raise UsageError(
            f'invalid argument {quote(form)} for "-o, --output" flag: invalid format type'
        )


def listed(items: Sequence[dict[str, Any]], form: str) -> str:
    """Return objects as a line of JSON, in the order of their keys, or as YAML."""
    if form == "json":
        from helmwright.go.json_write import marshal

        texts = (
            ",".join(f"{marshal(key)}:{marshal(value)}" for key, value in item.items())
            for item in items
        )
        return "[" + ",".join(f"{{{text}}}" for text in texts) + "]\n"
    from helmwright.go.yaml_write import marshal as marshal_yaml

    return marshal_yaml(list(items))
