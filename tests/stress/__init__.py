"""Renders from many threads at a time, and what the process looks like afterwards."""
