"""What a season asks of its teams: the part of its rule book that may change while it is played."""

from league.models import RuleBook, Season
from league.regulations import Regulations, to_data
from league.services.refusals import GONE, Refused, verify, written_whole
from league.services.revisions import bump_revision

CHANGED = (
    "Somebody else has changed the regulations since you opened the page. What you typed still stands here; "
    "below it is what they are now. Keep them again and yours take their place."
)
FINISHED = "The season is finished: its tables are final, and nothing falls due in it any more."


def set_regulations(*, season: Season, regulations: Regulations, began_from: Regulations) -> RuleBook:
    """Write down what a season asks from now on. What was decided before keeps its decision.

    `began_from` is what they were when typing began. The same kept twice changes nothing more. Raises Refused
    if they have been changed meanwhile, or if the season is finished.
    """
    with written_whole():
        held = list(RuleBook.objects.select_for_update(no_key=True).filter(season=season))
        if not held:
            raise Refused(GONE)
        (book,) = held
        if Season.objects.filter(pk=season.pk, is_finished=True).exists():
            raise Refused(FINISHED)
        now = book.season_regulations()
        if now == regulations:
            return book
        if now != began_from:
            raise Refused(CHANGED)
        book.regulations = to_data(regulations)
        verify(book)
        book.save(update_fields=["regulations"])
        bump_revision(league_id=season.league_id)
    return book
