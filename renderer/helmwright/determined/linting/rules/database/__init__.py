"""The database of the master."""
