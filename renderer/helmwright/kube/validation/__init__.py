"""What the API server refuses in an object and no schema says."""
