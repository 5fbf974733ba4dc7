"""What differs between two sets of Kubernetes objects, and what that does to a cluster."""
