"""What pods of tasks hold."""
