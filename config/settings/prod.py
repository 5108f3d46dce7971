"""For an installation that others can reach: refuses to start on anything unsafe."""

from config.databases import database
from config.safety import refuse_unsafe
from config.settings.base import *  # noqa: F403 - a settings module is its base plus what differs
from config.settings.base import DATABASE_URL, VAR_DIR, env

SECRET_KEY = env.str("SECRET_KEY", default="")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
refuse_unsafe(
    secret_key=SECRET_KEY,
    allowed_hosts=ALLOWED_HOSTS,
    database_url=env.str("DATABASE_URL", default=""),
    debug=env.bool("DEBUG", default=False),
)

DATABASES = {"default": database(DATABASE_URL)}
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
if env.bool("BEHIND_TLS_PROXY", default=False):  # only a proxy that overwrites this header may be trusted
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
