"""Who may sign on, and who may do what."""
