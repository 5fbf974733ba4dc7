"""Images, and the registries that they come from."""
