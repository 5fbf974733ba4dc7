"""Other settings of the master."""
