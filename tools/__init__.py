"""What the Makefile needs beyond one line of shell."""
