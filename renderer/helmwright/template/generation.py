"""Which compiled templates still fit: see ``template_set.load``."""

from __future__ import annotations

GENERATION = "dd35b41d2a598979"
"""A digest of the code that generates code, and of the signatures of all functions.

tests/template/test_generation.py says when it is out of date, and what it has to be.
"""
