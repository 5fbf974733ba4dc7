"""Rendered objects: what Kubernetes refuses, and what does not fit together."""
