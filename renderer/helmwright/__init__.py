"""Helm charts rendered exactly as Helm renders them, without Helm."""

__version__ = "0.1.0"
