"""What text/template learned in which Go 1.x; a language is the number behind the point.

Source: text/template/parse of Go 1.20 to 1.26
"""

from __future__ import annotations

ELSE_WITH = 23
"""``{{ else with }}``."""
LINES_OF_COMMENTS = 24
"""Lines of comments count for the places of parse errors."""
RANGE_OVER_INTEGERS = 24
"""``{{ range 3 }}``."""
LATEST_LANGUAGE = 26
