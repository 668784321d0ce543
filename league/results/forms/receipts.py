"""Forms of receipts: when results were received and how, and notes about those that are missing."""

import datetime
import zoneinfo
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from django import forms
from django.utils import timezone

from league.models import Match, ResultReceipt
from league.shared.fields import PubDate, PubTime


class Receipt(TypedDict):
    """When a result was received, and how."""

    received_at: datetime.datetime
    how: ResultReceipt.How


def receipt_of(row: ResultReceipt | None) -> Receipt | None:
    """Return when a result was received, and how, if that is recorded."""
    if row is None or row.received_at is None:
        return None
    return {"received_at": row.received_at, "how": How(row.how)}


How = ResultReceipt.How
HOW_ON_BUTTONS = (
    (How.HANDED_IN, "Handed in"),
    (How.POST, "Post"),
    (How.PHOTO, "Photo"),
    (How.PHONE, "Phone"),
    (How.MESSAGE, "Message"),
)


class ReceiptForm(forms.Form):
    """When results were received, and how; an empty day leaves that to the time of typing."""

    prefix = "received"

    on = PubDate(label="Day")
    at = PubTime(label="Time", example="22:50")
    how = forms.ChoiceField(
        label="How",
        choices=HOW_ON_BUTTONS,
        widget=forms.RadioSelect(attrs={"class": "choices"}),
        initial=How.HANDED_IN,
        required=False,
        error_messages={"invalid_choice": "Choose one of the list."},
    )

    def __init__(self, *arguments: Any, zone: zoneinfo.ZoneInfo, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._zone = zone

    @classmethod
    def of_page(
        cls, sent: Mapping[str, str], receipts: Iterable[ResultReceipt], zone: zoneinfo.ZoneInfo
    ) -> "ReceiptForm":
        """Return the form as it was sent, else filled with the receipt of most sheets."""
        known = [receipt for receipt in receipts if receipt.received_at]
        count = Counter((receipt.received_at, receipt.how) for receipt in known)
        usual = max(
            known,
            key=lambda receipt: (count[receipt.received_at, receipt.how], receipt.recorded_at),
            default=None,
        )
        return cls(sent if f"{cls.prefix}-on" in sent else None, zone=zone, initial=_fields_of(usual, zone))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("on") and "at" in cleaned and cleaned["at"] is None:
            self.add_error("at", "Say at what time.")
        return cleaned

    @property
    def receipt(self) -> Receipt | None:
        """When and how, once the form is valid; None if no day was typed."""
        if not self.is_valid() or not self.cleaned_data["on"]:
            return None
        at = datetime.datetime.combine(self.cleaned_data["on"], self.cleaned_data["at"], tzinfo=self._zone)
        return {"received_at": at, "how": How(self.cleaned_data["how"] or How.HANDED_IN)}


class SheetReceiptForm(ReceiptForm):
    """When one sheet of a pile was received, and how; an empty day leaves that to the pile."""

    how = forms.ChoiceField(label="How", choices=HOW_ON_BUTTONS, initial=How.HANDED_IN, required=False)

    @classmethod
    def of_sheet(
        cls, match: Match, sent: Mapping[str, str], receipt: ResultReceipt | None, zone: zoneinfo.ZoneInfo
    ) -> "SheetReceiptForm":
        """Return the form as it was sent, else filled with what is recorded."""
        prefix = f"m{match.public_id}-{cls.prefix}"
        data = sent if f"{prefix}-on" in sent else None
        return cls(data, prefix=prefix, zone=zone, initial=_fields_of(receipt, zone))


def _fields_of(receipt: ResultReceipt | None, zone: zoneinfo.ZoneInfo) -> dict[str, Any]:
    if receipt is None or receipt.received_at is None:
        return {}
    moment = timezone.localtime(receipt.received_at, zone)
    return {"on": moment.date(), "at": moment.time(), "how": receipt.how}


class NoteForm(forms.Form):
    """Why a result has not come, and until when nobody is reminded of it."""

    note = forms.CharField(
        label="Note",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": "Phoned, brings it tonight"}),
        error_messages={"max_length": "There is room for 200 letters."},
    )
    on = PubDate(label="No reminder before")
    at = PubTime(label="at", example="21:00")

    def __init__(self, *arguments: Any, zone: zoneinfo.ZoneInfo, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._zone = zone

    @property
    def pauses_until(self) -> datetime.datetime | None:
        """Until when nobody is reminded; the end of the day if no time was typed."""
        if not self.cleaned_data.get("on"):
            return None
        at = self.cleaned_data.get("at") or datetime.time(23, 59)
        return datetime.datetime.combine(self.cleaned_data["on"], at, tzinfo=self._zone)
