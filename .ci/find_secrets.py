#!/usr/bin/env python3
"""Looks for secrets in all that was ever committed, and names the commit and file of each, never the secret.

What was deleted later is in the history, and whoever has a copy reads it: such a secret must be replaced.
"""

import re
import subprocess
import sys

KINDS = {
    "a private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
    "a key of a cloud": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b",
    "a token": r"\b(?:gh[pousr]_\w{36}|glpat-[\w-]{20}|xox[abpr]-[\w-]{10,}|sk-[0-9A-Za-z]{20,})",
    "a password in an address": r"://[^\s/:@\"'`<>{}]+:[^\s/@\"'`<>{}]+@[\w.-]+",
    "a secret key": r"SECRET_KEY\W{1,6}[\"'][!-~]{40,}[\"']",
    "a digest of a password": r"\b(?:pbkdf2_sha\d+|argon2(?:id?)?|scrypt|bcrypt\w*)\$[!-~]{20,}",
}
SECRET = re.compile("|".join(f"({kind})" for kind in KINDS.values()))
# Hosts that nobody has, and words that stand for a password: examples of documents and tests.
NOBODYS = re.compile(
    r"@(?:[\w-]+|127\.[\d.]+|192\.0\.2\.\d+|(?:[\w-]+\.)*example(?:\.\w+)?\.?)$|:(?:password|[A-Z-]+)@"
)


def main() -> int:
    """Print where each secret is; return 1 if there is one."""
    log = ["git", "log", "--all", "--patch", "--unified=0", "--no-color", "--format=commit %H%n%B"]
    commit = file = ""
    found: dict[str, None] = {}
    with subprocess.Popen(log, stdout=subprocess.PIPE, encoding="utf-8", errors="replace") as git:
        for line in git.stdout or ():
            if line.startswith("commit "):
                commit, file = line.split()[1][:12], "its message"
            elif line.startswith("+++ "):
                file = line[4:].strip().removeprefix("b/")
            elif not line.startswith("-") and (secret := SECRET.search(line)):
                kind = list(KINDS)[(secret.lastindex or 1) - 1]
                if not (kind == "a password in an address" and NOBODYS.search(secret[0])):
                    found[f"{commit} {file}: {kind}"] = None
    print("\n".join(found) or "No secret was found in what was ever committed.")
    return 1 if found or git.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
