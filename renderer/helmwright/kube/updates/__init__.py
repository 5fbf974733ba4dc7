"""What becomes of a stored object when a manifest that changed is applied: the server's part of an upgrade."""
