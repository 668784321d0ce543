"""How dates and public ids stand in addresses."""

import datetime

from django.urls import register_converter


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


class PublicId:
    """A match, player or ruling by its short id."""

    regex = r"[a-z0-9]{4,12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Code(PublicId):
    """A scoring code as somebody types it: capitals, spaces and dashes do not matter."""

    regex = r"[A-Za-z0-9][A-Za-z0-9 -]{2,22}"


class Token(PublicId):
    """A captain's link: its id and signature."""

    regex = r"[a-z0-9]{36,48}"


class ListFormatConverter(PublicId):
    """How a list is written out."""

    regex = "csv|xlsx|json|txt|pdf"


class DataFormatConverter(PublicId):
    """How what only programs read is written out."""

    regex = "csv|xlsx|json"


class HandsFormatConverter(PublicId):
    """How a season's hands are written out."""

    regex = "csv|xlsx|json|parquet"


class PlanFormatConverter(PublicId):
    """How a plan's list is written out."""

    regex = "csv|xlsx|ics|pdf"


class PlanMatch(PublicId):
    """A match of a plan: its week and its sides, 12.the-fleece.the-shears."""

    regex = r"\d{1,3}\.[-\w]{1,60}\.[-\w]{1,60}"


class RecordKindConverter(PublicId):
    """A kind of record."""

    regex = "pubs|teams|divisions|players|seasons"


class RecordKeyConverter(PublicId):
    """A record by its slug; a division by its season's and its own, 2026-27.division-one."""

    regex = r"[-\w]{1,60}(?:\.[-\w]{1,60})?"


class AccountToken(PublicId):
    """A link to an account, or what a chat has left of one: its page says that it opens nothing."""

    regex = r"[A-Za-z0-9_.-]{1,400}"


class SignInNameConverter(PublicId):
    """An account by the name it signs in with: letters, figures and @ . + - _."""

    regex = r"[\w.@+-]{1,150}"


class Anything(PublicId):
    """All that is left of an address, whatever letters it has."""

    regex = r"(?s:.+)"


register_converter(Anything, "anything")
register_converter(IsoDate, "isodate")
register_converter(Year, "year")
register_converter(PublicId, "public_id")
register_converter(Code, "code")
register_converter(Token, "token")
register_converter(ListFormatConverter, "list_form")
register_converter(DataFormatConverter, "data_form")
register_converter(HandsFormatConverter, "hands_form")
register_converter(PlanFormatConverter, "plan_form")
register_converter(PlanMatch, "plan_match")
register_converter(RecordKindConverter, "record_kind")
register_converter(RecordKeyConverter, "record_key")

register_converter(AccountToken, "account_token")
register_converter(SignInNameConverter, "sign_in_name")
