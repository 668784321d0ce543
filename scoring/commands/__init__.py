"""What `python -m scoring` can be asked: a module a command, with `add_to` to make it known and what it runs."""

import argparse
from typing import TypeAlias

__all__ = ["Commands"]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The parser that commands add theirs to."""
