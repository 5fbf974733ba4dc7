"""Everything that ``helm lint`` says, with its texts."""
