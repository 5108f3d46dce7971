"""Real servers for tests: PostgreSQL, a Redis-protocol broker, Celery workers, the web server, Chromium."""
