"""What every installation sets: version, names, ports, sizes, and keys of other releases."""
