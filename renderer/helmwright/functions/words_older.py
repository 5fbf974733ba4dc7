"""Words as the release of sprig before the present one made them.

Source: github.com/huandu/xstrings v1.4.0 convert.go
"""

from __future__ import annotations

from helmwright.go.function import Family

OLDER_WORDS = Family()


@OLDER_WORDS.function("camelcase")
def camelcase(text: str) -> str:
    """Return ``text`` in PascalCase, where a run of capitals stays."""
    from helmwright.functions.words import check_camelcase
    from helmwright.go import word_case

    check_camelcase(text)
    return word_case.to_pascal_case(text, keeps_capitals=True)
