"""Schedulers of tasks: gangs, preemption, and the labels of pod groups."""
