"""The reads: querysets and frozen dataclasses that pages, API and commands show. Nothing here writes."""
