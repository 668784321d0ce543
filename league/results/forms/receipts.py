"""Forms of receipts: when results were received and how, and notes about those that are missing."""

import datetime
import zoneinfo
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from django import forms
from django.utils import timezone

from league.models import ResultReceipt
from league.shared.fields import PubDate, PubTime


class Receipt(TypedDict):
    """When a result was received, and how."""

    received_at: datetime.datetime
    how: ResultReceipt.How


class ReceiptForm(forms.Form):
    """When results were received, and how; an empty day leaves that to the time of typing."""

    prefix = "received"

    on = PubDate(label="Day")
    at = PubTime(label="Time", example="22:50")
    how = forms.ChoiceField(
        label="How",
        choices=ResultReceipt.How,
        initial=ResultReceipt.How.HANDED_IN,
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
        """Return the form as it was sent, else filled with the receipt that was recorded last."""
        initial = {}
        known = [receipt for receipt in receipts if receipt.received_at]
        if known:
            last = max(known, key=lambda receipt: receipt.recorded_at)
            moment = timezone.localtime(last.received_at, zone)
            initial = {"on": moment.date(), "at": moment.time(), "how": last.how}
        return cls(sent if f"{cls.prefix}-on" in sent else None, zone=zone, initial=initial)

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
        how = self.cleaned_data["how"] or ResultReceipt.How.HANDED_IN
        return {"received_at": at, "how": ResultReceipt.How(how)}


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
