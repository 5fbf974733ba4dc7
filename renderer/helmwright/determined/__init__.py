"""What only Determined knows: its releases and the configuration of its master."""
