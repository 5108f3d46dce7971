"""One machine, no environment variable needed: SQLite and a secret key of its own below var/."""

from config.databases import database
from config.secret_key import development_key
from config.settings.base import *  # noqa: F403 - a settings module is its base plus what differs
from config.settings.base import DATABASE_URL, VAR_DIR, env

DEBUG = env.bool("DEBUG", default=True)
SECRET_KEY = env.str("SECRET_KEY", default="") or development_key(VAR_DIR / "secret_key")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("ALLOWED_HOSTS", default=[])]
DATABASES = {"default": database(DATABASE_URL)}
WHITENOISE_USE_FINDERS = True  # no collectstatic before the first page
