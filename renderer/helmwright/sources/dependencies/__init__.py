"""The dependencies of a chart: what its lock says, what is in ``charts/``, and how it gets there."""
