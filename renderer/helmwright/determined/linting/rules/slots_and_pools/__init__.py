"""Slots, resource pools and schedulers."""
