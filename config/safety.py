"""What a production installation refuses to start with, said all at once and by name."""

from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SECRET_KEY_LENGTH = 50
SECRET_KEY_VARIETY = 10
GUESSED_PASSWORDS = frozenset({"", "admin", "changeme", "password", "postgres", "secret", "sekijun"})
LOCAL_HOSTS = frozenset({None, "", "localhost", "127.0.0.1", "::1"})


def refuse_unsafe(*, secret_key: str, allowed_hosts: Iterable[str], database_url: str, debug: bool) -> None:
    """Raise ImproperlyConfigured that names every unsafe value."""
    problems = [
        *secret_key_problems(secret_key),
        *host_problems(list(allowed_hosts)),
        *database_problems(database_url),
        *(["DEBUG is on: it shows internals to everyone."] if debug else []),
    ]
    if problems:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        message = f"Sekijun doesn't start with unsafe settings:\n{lines}"
        raise ImproperlyConfigured(message)


def secret_key_problems(key: str) -> list[str]:
    """Return what is wrong with the secret key."""
    if not key:
        return ["SECRET_KEY is missing."]
    if (
        len(key) < SECRET_KEY_LENGTH
        or len(set(key)) < SECRET_KEY_VARIETY
        or key.startswith("django-insecure")
    ):
        return [f"SECRET_KEY can be guessed: use at least {SECRET_KEY_LENGTH} random characters."]
    return []


def host_problems(hosts: list[str]) -> list[str]:
    """Return what is wrong with the host names."""
    if not hosts:
        return ["ALLOWED_HOSTS is missing: name the hosts, separated by commas."]
    loose = [host for host in hosts if host.strip() in {"", "*", "."}]
    return ["ALLOWED_HOSTS lets everything in: name the hosts."] if loose else []


def database_problems(url: str) -> list[str]:
    """Return what is wrong with the database's address."""
    if not url:
        return ["DATABASE_URL is missing: name the database, even when it is SQLite."]
    parts = urlsplit(url)
    if parts.scheme.startswith("sqlite"):
        return (
            ["DATABASE_URL names a database in memory: everything would be lost."]
            if not parts.path.strip("/")
            else []
        )
    password = unquote(parts.password or "")
    if parts.hostname not in LOCAL_HOSTS and (
        password.lower() in GUESSED_PASSWORDS or password == parts.username
    ):
        return ["DATABASE_URL has no password, or one that can be guessed."]
    return []
