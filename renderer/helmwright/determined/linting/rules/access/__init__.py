"""Ways to the master: Service, TLS, Ingress, Route."""
