"""Which tasks fit the nodes of a cluster, and which sets of tasks can lock each other out."""
