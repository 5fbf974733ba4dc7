"""Linting itself: comments that allow findings, and inputs that cannot be read."""
