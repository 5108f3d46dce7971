"""One file a command: `manage.py <file name>`."""
