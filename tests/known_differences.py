"""Golden cases on which we are known to differ from helm, with the reason. Meant to be empty."""

KNOWN_DIFFERENCES: dict[str, str] = {}
"""Case id ("folder/file::name") to the reason; each is run as a strict xfail."""
