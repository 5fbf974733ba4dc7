"""The library that validated values before Helm 3.18.5: its verdicts, its messages, its order.

It knows drafts 4, 6 and 7, looks only at the keywords of those, never checks a schema against its
metaschema, and names every value that it refuses on a line of its own. Where it walks a Go map, its
order is left to chance; here keys are sorted.

Source: github.com/xeipuuv/gojsonschema v1.2.0; helm v3.18.4 pkg/chartutil/jsonschema.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.schema.bounds import bounded
from helmwright.schema.messages import SchemaFault

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.schema.gojsonschema.results import Refusal

_OVERFLOW = "unable to validate schema: the schema or the values are nested too deeply"


def refusals(schema: bytes | str, values: Value) -> list[Refusal]:
    """Return what the library refuses in ``values``, in its order.

    Raises SchemaFault with its text if the schema is unusable, and SchemaError if this takes too long.
    """
    from helmwright.schema.gojsonschema.parsing import parse
    from helmwright.schema.gojsonschema.validation import validate

    try:
        with bounded():
            return validate(parse(schema), values)
    except RecursionError:
        raise SchemaFault(_OVERFLOW) from None
    except SchemaFault:
        raise
    except GoError as error:
        raise SchemaFault(error.message) from None
