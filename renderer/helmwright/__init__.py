"""Helm charts rendered exactly as Helm renders them, without Helm."""
