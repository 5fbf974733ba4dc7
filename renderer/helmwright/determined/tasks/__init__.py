"""Configurations of tasks checked as the master checks them, by release."""
