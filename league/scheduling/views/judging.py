"""What a change breaks of the fixtures: asked about before it is saved, or said on the next page."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from league.models import Season
from league.scheduling.selectors.published_season import newly_broken, verdict_on
from league.shared.errors import Refused, written_whole

NOTHING_SAVED = "Nothing is saved yet. What to look at first stands at the top of the page."


@contextmanager
def judged(request: HttpRequest, seasons: Iterable[Season], *, asks: bool = True) -> Iterator[None]:
    """Judge seasons before and after what is done within, which is written whole or not at all.

    What is newly broken is refused until the page has shown it, at its top, with a button that says so
    (`templates/scheduling/_breaks.html`). Where it cannot be chosen otherwise (not `asks`), it is said on the
    next page.
    """
    before = {season.pk: verdict_on(season) for season in seasons}
    with written_whole():
        yield
        after = Season.objects.select_related("league", "rule_book").filter(pk__in=before)
        breaks = newly_broken([(before[season.pk], verdict_on(season)) for season in after])
        if asks and breaks.sentences and request.POST.get("despite") != breaks.key:
            request.breaks = breaks  # type: ignore[attr-defined]  # the frame of pages shows it
            raise Refused(NOTHING_SAVED)
    for sentence in () if asks else breaks.sentences:
        messages.warning(request, sentence)
