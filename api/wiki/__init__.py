"""Exports for wikis and spreadsheets: one neutral table, one small renderer a dialect. Reads only."""
