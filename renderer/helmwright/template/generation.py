"""Which compiled templates still fit: see ``template_set.load``."""

from __future__ import annotations

GENERATION = "235e6fbf69e17e27"
"""A digest of the code that generates code, and of the signatures of all functions.

tests/template/test_generation.py says when it is out of date, and what it has to be.
"""
