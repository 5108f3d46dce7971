"""What holds for every installation; values come from the environment."""

from datetime import timedelta
from pathlib import Path

import environ
from celery.schedules import crontab
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

import league
from config.databases import sqlite_url
from config.public_url import public_url

BASE_DIR = Path(__file__).resolve().parents[2]
env = environ.Env()
VAR_DIR = Path(env.str("SEKIJUN_VAR", default=str(BASE_DIR / "var"))).absolute()
DATABASE_URL: str = env.str("DATABASE_URL", default="") or sqlite_url(VAR_DIR / "sekijun.sqlite3")

DEBUG = False
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
PUBLIC_URL: str = public_url(env.str("PUBLIC_URL", default=""))  # empty: the host that was asked

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "league",
    "api",
]

MIDDLEWARE = [
    "config.middleware.request_context",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Language and time

LANGUAGE_CODE = "ja"
LANGUAGES = [("ja", _("Japanese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "static/"
STATICFILES_DIRS = [directory for directory in (BASE_DIR / "static",) if directory.is_dir()]

# Passwords, sessions, headers

AUTHENTICATION_BACKENDS = [
    "config.throttle.AddressBackend",
    "axes.backends.AxesStandaloneBackend",  # refuses before a password is even looked at
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "league:login"
LOGIN_REDIRECT_URL = "league:clubs"
LOGOUT_REDIRECT_URL = "league:clubs"
CSRF_FAILURE_VIEW = "league.views.failures.csrf_failure"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# An account is shut for an address, not for everybody: a stranger can't keep its owner out.
AXES_FAILURE_LIMIT = 5
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
LOGIN_FAILURES_OF_AN_ADDRESS = 50  # over all accounts: a club's evening behind one router stays far below
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the time that is told stays true
AXES_LOCKOUT_CALLABLE = "league.views.failures.login_locked"
AXES_USERNAME_CALLABLE = "config.addresses.throttled_name"
AXES_CLIENT_IP_CALLABLE = "config.addresses.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False  # people type passwords into the wrong field: what failed isn't shown to anybody
AXES_DISABLE_ACCESS_LOG = True  # who logged in when is nobody's business
AXES_VERBOSE = False
TRUSTED_PROXIES: int = env.int("TRUSTED_PROXIES", default=0)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# The API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["api.renderers.PlainJSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "api.openapi.ReadSchema",
    "DEFAULT_THROTTLE_CLASSES": ["api.throttles.ApiThrottle"],
    "EXCEPTION_HANDLER": "api.problems.exception_handler",
    "NUM_PROXIES": TRUSTED_PROXIES,
    "URL_FORMAT_OVERRIDE": None,  # `format` would be a parameter that no address declares
}
API_REQUESTS_A_MINUTE = {"anonymous": 120, "user": 600}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "default"},
    "throttle": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "throttle",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sekijun",
    "DESCRIPTION": "Reads what the pages show: clubs, players, meetings, tables with their confirmed reports, "
    "ladders, standings and rating points. Lists are walked by their `next` link; errors are problem details.",
    "VERSION": league.__version__,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SORT_OPERATIONS": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_NAME_OVERRIDES": {"DatabaseState": ["ok", "down"]},
}

# Background work: the database holds it, the queue only wakes it

BROKER_URL: str = env.str("REDIS_URL", default="")  # empty: nobody listens, so nothing is published
CELERY_BROKER_URL = BROKER_URL or "memory://"
if BROKER_URL:
    CELERY_BROKER_TRANSPORT = "config.broker_transport:Transport"
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"

CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "league.ladder_refresh": {"queue": "heavy"},
    "league.preview": {"queue": "heavy"},
    "league.ladder_verify": {"queue": "heavy"},
    "league.fairness_report": {"queue": "heavy"},
    "league.deal_simulation": {"queue": "heavy"},
    "league.*": {"queue": "default"},
}
# A task that outlives the visibility timeout would be run twice, so every hard limit stays below it.
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_ANNOTATIONS = {
    "league.ladder_refresh": {"soft_time_limit": 270, "time_limit": 300},
    "league.preview": {"soft_time_limit": 270, "time_limit": 300},
    "league.ladder_verify": {"soft_time_limit": 270, "time_limit": 300},
    "league.fairness_report": {"soft_time_limit": 270, "time_limit": 300},
}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 360,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    "health_check_interval": 5,
    "global_keyprefix": env.str("REDIS_KEY_PREFIX", default="sekijun:"),
}
# A broker that is stopped rather than dead would hold up every writer: measured with SIGSTOP, publishing gives
# up after 0.4 s, and with the defaults after 20.
CELERY_PUBLISH_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.4,
    "socket_timeout": 0.4,
    "health_check_interval": 0,
    "max_retries": 0,
    "interval_start": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 0.5
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "league.sweep", "schedule": 10.0, "options": {"expires": 10}},
    # 05:30 in Japan, where evenings have ended by then; after an hour without a worker the next night will do
    "ladders_verify": {
        "task": "league.ladders_verify",
        "schedule": crontab(hour="20", minute="30"),
        "options": {"expires": 3600},
    },
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")

# Logging

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "config.middleware.RequestIdFilter"}},
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} [{request_id}] {message}", "style": "{"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "filters": ["request_id"], "formatter": "line"},
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "axes": {"level": "ERROR"},  # its warnings name accounts and addresses
    },
}
