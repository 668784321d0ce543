"""What `python -m scoring` can be asked: a module a command, which `add_to` makes known."""

import argparse
from typing import TypeAlias

__all__ = ["Commands"]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The parser that commands add theirs to."""
