"""Settings for the tests: the league's own, made quick, on a database of their own."""

import os

from league.settings import *  # noqa: F403
from league.settings import DATABASES, STORAGES, VAR_DIR

# A file, not memory: tests with threads need a database that two connections can open.
# Named by the process, so that two runs at once do not meet.
TEST_DATABASE_FILE = VAR_DIR / f"test-{os.getpid()}.sqlite3"
PAGE_STORE = VAR_DIR / f"test-pages-{os.getpid()}.sqlite3"
# What a site of this folder has noted is not the tests' affair; a test that notes something has a folder.
STAMPS = VAR_DIR / f"test-stamps-{os.getpid()}"

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": TEST_DATABASE_FILE}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_pegboard_{os.getpid()}"}
# The live server answers each request in a thread of its own.
DATABASES["default"]["CONN_MAX_AGE"] = 0

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
