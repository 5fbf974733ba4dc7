"""Configurations of experiments, commands, notebooks, shells and TensorBoards."""
