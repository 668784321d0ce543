"""Django's settings. What differs between machines comes from the environment; the README lists it."""

from pathlib import Path

from league.installation.environment import (
    BadSetting,
    cells,
    copy_place,
    database,
    flag,
    folder,
    host_names,
    mail_address,
    mail_server,
    make_own_folder,
    networks,
    public_site,
    replica,
    secret,
    sub_path,
    web_address,
    whole_number,
)
from league.installation.local_secrets import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

# Everything made while running: database, secret key, collected static files.
VAR_DIR = folder("PEGBOARD_VAR", default=BASE_DIR / "var")
make_own_folder(VAR_DIR, name="PEGBOARD_VAR")

PRODUCTION = flag("PEGBOARD_PRODUCTION")
DEBUG = flag("PEGBOARD_DEBUG")
if PRODUCTION and DEBUG:
    raise BadSetting(
        "PEGBOARD_DEBUG and PEGBOARD_PRODUCTION are both on: a public site must not show its inside."
    )

# An address asked for after each round of the clock that went well: who watches it hears when none comes.
PING_URL = web_address("PEGBOARD_PING_URL")

# Whether every visitor may open a league here, with an account of their own.
OPEN_FOUNDING = flag("PEGBOARD_OPEN_FOUNDING")

# E-mails that one league sends in a day, and that are wanted at one address; None: as many as they like.
LETTERS_A_DAY = whole_number("PEGBOARD_LETTERS_A_DAY", at_least=1, at_most=1_000_000) or (
    500 if OPEN_FOUNDING else None
)

# Processes of the web server, and threads of each that make pages; None: as the machine has room for.
WORKERS = whole_number("PEGBOARD_WORKERS", at_least=1, at_most=64)
THREADS = whole_number("PEGBOARD_THREADS", at_least=1, at_most=64)

# Whoever has this may read /metrics/; None: there is no such page.
METRICS_TOKEN = secret("PEGBOARD_METRICS_TOKEN", at_least=20)

# What one address may send and search for in a minute, in each process: a pub of a hundred phones has one.
HANDS_A_MINUTE = whole_number("PEGBOARD_HANDS_A_MINUTE", at_least=1, at_most=1_000_000) or 6000
FORMS_A_MINUTE = whole_number("PEGBOARD_FORMS_A_MINUTE", at_least=1, at_most=1_000_000) or 600
SEARCHES_A_MINUTE = whole_number("PEGBOARD_SEARCHES_A_MINUTE", at_least=1, at_most=1_000_000) or 300
# At the same time: all searches; documents, and files sent, of one league and of one address; plans searched.
SEARCHES_AT_ONCE = whole_number("PEGBOARD_SEARCHES_AT_ONCE", at_least=1, at_most=64) or 4
PAPER_EACH = whole_number("PEGBOARD_PAPER_EACH", at_least=1, at_most=64) or 12
FILES_EACH = whole_number("PEGBOARD_FILES_EACH", at_least=1, at_most=64) or 3
PLANS_AT_ONCE = whole_number("PEGBOARD_PLANS_AT_ONCE", at_least=1, at_most=64) or 2

# --- Who we are -------------------------------------------------------------------------------
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
ALLOWED_HOSTS = host_names("PEGBOARD_HOSTS", default=() if PRODUCTION else LOCAL_HOSTS)
if PRODUCTION and not ALLOWED_HOSTS:
    raise BadSetting(
        "PEGBOARD_HOSTS is not set: in production it names the site, such as league.example.org."
    )

if PRODUCTION:
    # Whoever watches over the server asks /health/ from beside it, by the machine's own name.
    ALLOWED_HOSTS += LOCAL_HOSTS

# What whole addresses begin with, in letters and elsewhere, whatever name a request claims; empty: that name.
SITE = public_site("PEGBOARD_HOSTS", but=LOCAL_HOSTS)

# Web servers on other machines that may say where a visitor comes from, and that they came by https.
PROXIES = networks("PEGBOARD_PROXIES")

# Below which path of its host the site stands; the web server in front takes it off.
SUB_PATH = sub_path("PEGBOARD_PATH")
FORCE_SCRIPT_NAME = SUB_PATH or None
CSRF_COOKIE_PATH = SESSION_COOKIE_PATH = f"{SUB_PATH}/"

_configured_key = secret("SECRET_KEY", at_least=50)
if PRODUCTION and _configured_key is None:
    raise BadSetting("SECRET_KEY is not set: in production it is needed, at least 50 random characters.")
SECRET_KEY = _configured_key or secret_key(VAR_DIR)

# --- What we are made of ----------------------------------------------------------------------
INSTALLED_APPS = [
    "league",
    "django.contrib.admin.apps.SimpleAdminConfig",  # league.admin is loaded with the addresses
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django_tables2",
]
DJANGO_TABLES2_TEMPLATE = "parts/_listing.html"
DJANGO_TABLES2_TABLE_ATTRS = {"class": "listing fold"}
MIDDLEWARE = [
    "league.installation.request_log.request_log",
    "league.installation.stored_pages.stored_pages",
    "league.installation.middleware.security_headers",
    "league.installation.printing_process.paper_in_printing_process",
    "league.installation.middleware.host_of_browser",
    "league.installation.middleware.see_other",
    "league.installation.middleware.moved_addresses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "league.installation.middleware.CompressedTexts",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "league.installation.limits.WithinLimits",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.accounts.signing_in.sign_ins_noted",
    "django.contrib.messages.middleware.MessageMiddleware",
    "league.bulletin.old_figures.old_figures_named",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "league.bulletin.plain_text.TextLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            # What nearly every template uses, so that none has to load it.
            "builtins": [
                "django.templatetags.static",
                *(f"league.templatetags.{name}" for name in ("addresses", "dates", "decisions", "files")),
                *(f"league.templatetags.{name}" for name in ("formatting", "marks")),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.installation.context.league",
                "league.overview.workspace.workspace",
            ],
        },
    },
]
FIXTURE_DIRS = [BASE_DIR / "fixtures"]

# --- What we keep -----------------------------------------------------------------------------
DATABASES = {
    "default": {
        **database("DATABASE_URL", default=VAR_DIR / "pegboard.sqlite3", beside=BASE_DIR),
        # The development server answers each request in a new thread, which would leave its connection open.
        "CONN_MAX_AGE": 0 if DEBUG else None,
        # With SQLite's IMMEDIATE this would take the write lock for every page that is only read.
        "ATOMIC_REQUESTS": False,
    }
}

# A streaming replica, for public pages. Without it there is no router, and nothing asks for one.
_replica = replica("PEGBOARD_REPLICA_URL", of=DATABASES["default"])
DATABASE_ROUTERS = []
if _replica is not None:
    DATABASES["replica"] = DATABASES["default"] | _replica | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["league.installation.replica_reads.ReplicaRouter"]
    MIDDLEWARE.insert(1, "league.installation.replica_reads.replica_reads")

# An experiment (docs/experiments/cells.md). Without it there is no router, no command and no query of it.
CELLS = cells("PEGBOARD_CELLS", of={"DATABASE_URL": DATABASES["default"], "PEGBOARD_REPLICA_URL": _replica})
if CELLS:
    INSTALLED_APPS.append("league.installation.cells")
    for _database in DATABASES.values():
        _database["ENGINE"] = "league.installation.cells.postgresql"
    DATABASE_ROUTERS = ["league.installation.cells.router.CellRouter", *DATABASE_ROUTERS]
    MIDDLEWARE.insert(1, "league.installation.cells.middleware.in_cell_of_address")

# Each process has its own. Tries to sign in are counted apart, so that printed paper cannot push them out.
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name, "OPTIONS": options}
    for name, options in {
        "default": {"MAX_ENTRIES": 200},
        "sign-in": {"MAX_ENTRIES": 10_000},
        "requests": {"MAX_ENTRIES": 10_000},
    }.items()
}
# Public pages as they were last sent, for all processes.
PAGE_STORE = VAR_DIR / "pages.sqlite3"
# When the clock last ran, and the last backup: a file for each.
STAMPS = VAR_DIR
# Daily backups: of how many days one is kept (0: none is made), and where copies go besides.
_kept = whole_number("PEGBOARD_BACKUPS_KEPT", at_least=0, at_most=366)
BACKUPS_KEPT = (7 if PRODUCTION else 0) if _kept is None else _kept
BACKUP_TO = copy_place("PEGBOARD_BACKUP_TO")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = f"{SUB_PATH}/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "league.installation.static_files.HashedFiles"
    },
}

# --- What we send -----------------------------------------------------------------------------
_mail = mail_server("PEGBOARD_EMAIL_URL")
_sender = mail_address("PEGBOARD_EMAIL_FROM")
if _mail and not _sender:
    raise BadSetting("PEGBOARD_EMAIL_FROM is not set: say whom the league's messages come from.")
DEFAULT_FROM_EMAIL = _sender or "pegboard@localhost"

# Without a mail server messages are written into this folder, so that a volunteer sees what would be sent.
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if _mail else 'filebased'}.EmailBackend"
if _mail:
    EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
    EMAIL_USE_SSL, EMAIL_USE_TLS = _mail.is_encrypted, _mail.becomes_encrypted

# Seconds. A clock that waits for a mail server does nothing else.
EMAIL_TIMEOUT = 10

# --- Who may come in --------------------------------------------------------------------------
AUTH_USER_MODEL = "league.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = f"{SUB_PATH}/"
CSRF_FAILURE_VIEW = "league.installation.views.token_refused"

# A match of several games at eight tables, entered hand by hand, has more boxes than Django's 1000.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
FILE_UPLOAD_HANDLERS = ["league.installation.uploads.WhereAsked"]

# --- How we speak -----------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "Europe/London"
USE_I18N = True
USE_TZ = True

# Lines of JSON, one for each request too; without it of text, for slow requests and what went wrong.
LOG_JSON = flag("PEGBOARD_LOG_JSON")
SLOW_SECONDS = whole_number("PEGBOARD_SLOW_SECONDS", at_least=1, at_most=60) or 3
# A transaction this long is named in the log: on SQLite nobody else writes meanwhile.
LONG_WRITE_SECONDS = 0.1

# Without this Django, with DEBUG off, would post errors to nobody and print none.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "league.installation.request_log.TextLines",
            "fmt": "{asctime} {levelname} {name} {request_id}: {message}",
            "style": "{",
        },
        "json": {"()": "league.installation.request_log.JsonLines"},
    },
    "filters": {
        "outage": {"()": "league.installation.outages.OutageFilter"},
        "request": {"()": "league.installation.request_log.RequestFilter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_JSON else "line",
            "filters": ["request", "outage"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO" if DEBUG else "WARNING", "propagate": False},
        # A page that is not there is the visitor's news, not ours.
        "django.request": {"level": "ERROR"},
        "pegboard.requests": {"level": "INFO" if LOG_JSON else "WARNING"},
    },
}

# --- In the open ------------------------------------------------------------------------------
SECURE_CONTENT_TYPE_NOSNIFF = True

# Links carry codes: another site must never learn them. (`no-referrer` would break Django's CSRF check.)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    # Whoever watches over the server asks over plain HTTP, from beside it.
    SECURE_REDIRECT_EXEMPT = [rf"^{SUB_PATH[1:]}/?(health|ready|metrics)/$"]
    # A day: whoever must go back to plain HTTP waits no longer. Other hosts of the domain are not ours.
    _hsts = whole_number("PEGBOARD_HSTS_SECONDS", at_least=0, at_most=2 * 365 * 24 * 60 * 60)
    SECURE_HSTS_SECONDS = 24 * 60 * 60 if _hsts is None else _hsts
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
