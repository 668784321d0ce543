"""How dates and public ids stand in addresses."""

import datetime

from django.urls import register_converter
from django.urls.converters import StringConverter


class IsoDate:
    """A date as 2027-01-14."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> datetime.date:
        return datetime.date.fromisoformat(value)  # ValueError: no such address, which is a 404

    def to_url(self, value: datetime.date) -> str:
        return value.isoformat()


class Year:
    """A year in four figures."""

    regex = r"\d{4}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return f"{value:04}"


TEXTS = {
    # A match, player or ruling by its short id.
    "public_id": r"[a-z0-9]{4,12}",
    # A scoring code as somebody types it: capitals, spaces and dashes do not matter.
    "code": r"[A-Za-z0-9][A-Za-z0-9 -]{2,22}",
    # A captain's link: its id and signature.
    "token": r"[a-z0-9]{36,48}",
    # How a list is written out, what only programs read, a plan's list.
    "list_form": "csv|xlsx|json|txt|pdf",
    "data_form": "csv|xlsx|json",
    "plan_form": "csv|xlsx|ics|pdf",
    # A match of a plan: its week and its sides, 12.the-fleece.the-shears.
    "plan_match": r"\d{1,3}\.[-\w]{1,60}\.[-\w]{1,60}",
    "record_kind": "pubs|teams|divisions|players|seasons",
    # A record by its slug; a division by its season's and its own, 2026-27.division-one.
    "record_key": r"[-\w]{1,60}(?:\.[-\w]{1,60})?",
    # A link to an account, or what a chat has left of one: its page says that it opens nothing.
    "account_token": r"[A-Za-z0-9_.-]{1,400}",
    # An account by the name it signs in with: letters, figures and @ . + - _.
    "sign_in_name": r"[\w.@+-]{1,150}",
    # All that is left of an address, whatever letters it has.
    "anything": r"(?s:.+)",
}
"""What a text of an address may be, by the name of its converter."""

register_converter(IsoDate, "isodate")
register_converter(Year, "year")
for _name, _regex in TEXTS.items():
    register_converter(type(_name, (StringConverter,), {"regex": _regex}), _name)
