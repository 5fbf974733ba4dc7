"""What the Kubernetes API knows: merge keys, kinds, pods; and its ways to patch an object."""
