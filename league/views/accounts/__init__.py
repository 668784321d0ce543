"""Pages about one's own account: coming in by a link, and what one may change."""

from league.views.accounts.coming_in import ask_for_link, set_password, sign_in
from league.views.accounts.own import account

__all__ = ["account", "ask_for_link", "set_password", "sign_in"]
