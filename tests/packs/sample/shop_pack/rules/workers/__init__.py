"""Workers of a shop, and the queue that they read."""
