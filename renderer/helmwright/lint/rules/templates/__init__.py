"""Templates of charts, and the values that they read."""
