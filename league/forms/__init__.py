"""What people type, read without ever losing or judging it. Pure functions: no database, no rules."""
