"""The commands of Determined, and the flags that they share."""
