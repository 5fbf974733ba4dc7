"""Values and how they are merged, of any chart."""
