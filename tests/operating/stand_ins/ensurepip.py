"""In place of the machine's own: a new environment gets a `pip` that notes what it is asked for.

What it installs are the packages that the tests run with.
"""

import sys
from pathlib import Path

PIP = r"""
import shlex, sys
from pathlib import Path
with open("/run/calls", "a") as calls:
    calls.write(shlex.join(["pip", *sys.argv[1:]]) + "\n")
Path(__file__).parent.with_name("packages.pth").write_text("/opt/packages\n")
"""

(packages,) = (Path(sys.prefix) / "lib").glob("python3*/site-packages")
(packages / "pip").mkdir()
(packages / "pip" / "__main__.py").write_text(PIP)
