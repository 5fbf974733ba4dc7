"""The style of YAML, as yamllint sees it."""
