"""The pods that the master makes of tasks: layers, merge, sizing, assembly, and where all comes from."""
