"""When the sheets of a pile were received: the row above the final scores, and what differs at one sheet."""

import datetime
import zoneinfo
from collections.abc import Mapping, Sequence

from django.utils import timezone

from league.models import Match, User
from league.results.forms.receipts import Receipt, ReceiptForm, SheetReceiptForm
from league.results.pages.finals import MatchFinals
from league.results.services.receipts import record_receipts
from league.shared.errors import Refused
from league.templatetags.dates import pub_date, pub_time

WEEK = datetime.timedelta(days=7)


class PileReceipts:
    """The receipts of a page of final scores: what was sent over what is recorded."""

    def __init__(self, sent: Mapping[str, str], page: Sequence[MatchFinals], zone: zoneinfo.ZoneInfo) -> None:
        self._zone = zone
        receipts = {match_finals.prefix: match_finals.entry.receipt for match_finals in page}
        self._recorded: dict[str, Receipt] = {
            prefix: {"received_at": receipt.received_at, "how": receipt.How(receipt.how)}
            for prefix, receipt in receipts.items()
            if receipt and receipt.received_at
        }
        self.form = ReceiptForm.of_page(sent, filter(None, receipts.values()), zone)
        self._sheets = {
            match_finals.prefix: SheetReceiptForm.of_sheet(
                match_finals.match, sent, match_finals.entry.receipt, zone
            )
            for match_finals in page
        }

    def sheet(self, match_finals: MatchFinals) -> SheetReceiptForm:
        """Return the form of one sheet."""
        return self._sheets[match_finals.prefix]

    def record(self, page: Sequence[MatchFinals], by: User) -> tuple[str, ...]:
        """Record when what was typed was received; return why that is refused, nothing if it is not.

        A sheet that says its own time has that. One that was sent without takes the pile's; where the page
        does not send it, a receipt that is recorded stays.
        """
        faults = [self.form, *(self.sheet(match_finals) for match_finals in page)]
        if refusals := tuple(
            str(sentence)
            for form in faults
            if form.is_bound
            for sentences in form.errors.values()
            for sentence in sentences
        ):
            return refusals
        pile = self.form.receipt
        try:
            for match_finals in page:
                if not match_finals.was_sent or match_finals.is_blank:
                    continue
                own = self.sheet(match_finals)
                known = self._recorded.get(match_finals.prefix)
                receipt = own.receipt or (pile if own.is_bound or not known else None)
                if receipt and receipt != known:
                    record_receipts(matches=[match_finals.match], by=by, now=timezone.now(), **receipt)
                    self._recorded[match_finals.prefix] = receipt
        except Refused as refusal:
            return (refusal.sentence,)
        return ()

    def words(self, match_finals: MatchFinals) -> tuple[str, bool]:
        """Return what the row of a sheet says about its receipt, and whether that is not the pile’s."""
        receipt = self._recorded.get(match_finals.prefix)
        if receipt is None:
            return "", False
        moment = self._moment(match_finals.match, receipt["received_at"])
        return f"{moment}, {receipt['how'].label}", receipt != self._pile

    @property
    def _pile(self) -> Receipt | None:
        if self.form.is_bound:
            return self.form.receipt
        fields = self.form.initial
        if not fields:
            return None
        at = datetime.datetime.combine(fields["on"], fields["at"], tzinfo=self._zone)
        return {"received_at": at, "how": fields["how"]}

    def _moment(self, match: Match, moment: datetime.datetime) -> str:
        there = moment.astimezone(self._zone)
        days = there.date() - match.date if match.date else WEEK
        day = f"{there:%a} " if datetime.timedelta() <= days < WEEK else f"{pub_date(there.date())}, "
        return f"{day}{pub_time(there.time())}"
