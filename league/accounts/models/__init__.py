"""Models of accounts, and of the ways in without one."""

from league.accounts.models.ways_in import new_scoring_code

__all__ = ["new_scoring_code"]  # the first migration names it here
