"""The kinds of flags, in the words of the library that Helm uses.

Source: github.com/spf13/pflag
"""

from __future__ import annotations

BOOL = "bool"
STRING = "string"
STRINGS = "strings"
"""Repeatable, and split at commas."""
STRING_ARRAY = "stringArray"
"""Repeatable, each value as it is."""
INT = "int"
FLOAT = "float32"
DURATION = "duration"
STRING_TO_STRING = "stringToString"
WAIT = "WaitStrategy"
BOOL_OR_TEXT = "bool or text"
"""A switch of Helm's; what is no bool behind ``=`` is taken as it is."""
