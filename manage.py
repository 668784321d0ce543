#!/usr/bin/env python3
"""Pegboard from the command line: `run` it, `test` it, or anything Django can do."""

import gc
import os
import sys


def main():
    # Nothing above the version check may need a new Python: an old one has to get as far as the sentence.
    if sys.version_info < (3, 11):
        sys.stderr.write(
            "Pegboard needs Python 3.11 or newer, please; this is Python %d.%d.\n" % sys.version_info[:2]
        )
        return 1

    # What is imported stays: 160,000 objects with every page. Searching them for garbage again and again, as
    # Python does every 700 new ones, takes a sixth of the time of a short command.
    gc.set_threshold(250000)

    from league import bootstrap

    bootstrap.prepare(sys.argv)
    if sys.argv[1:2] == ["test"]:
        from league.bootstrap import suite

        return suite.run(sys.argv[2:])

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    from django.core.management import execute_from_command_line

    from league.installation.environment import BadSetting

    try:
        try:
            execute_from_command_line(sys.argv)
        finally:  # a page of help ends by an exception
            sys.stdout.flush()
    except BadSetting as refusal:
        sys.stderr.write("%s\n" % refusal)
        return 1
    except BrokenPipeError:  # whoever was reading has seen enough, as in `standings ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
