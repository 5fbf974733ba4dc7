"""Ports of the Go packages that Helm leans on; nothing about Helm or Kubernetes in here."""
