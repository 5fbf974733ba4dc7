"""Where logs go, and how long they stay."""
