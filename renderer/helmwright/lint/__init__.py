"""Linting of values files and charts: what would go wrong, where it is written, why, and the fix."""
