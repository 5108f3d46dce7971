"""The results file (DESIGN §5): reading it row by row, judging every table, writing all of it in one transaction."""
