"""Every template function that Helm exposes, one module per family of sprig."""
