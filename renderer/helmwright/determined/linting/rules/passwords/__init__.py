"""Passwords and other secrets."""
