"""The pages of documents: what can be printed, and each as PDF; for everybody, and for the workspace."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from league.accounts.access import for_desk, for_public
from league.accounts.contact_log import note_contacts
from league.accounts.powers import NOTHING, Power
from league.competition.selectors import (
    current_season,
    division_place,
    divisions_of,
    league_today,
    seasons_of,
)
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.cups import cup_at
from league.cups.selectors.pairs_nights import night_on_page
from league.models import Cup, League, PrintJob
from league.overview.pubs import pub_page
from league.people.pages.player import player_record
from league.people.selectors import find_player
from league.printing.choices import DocumentChoices, document_choices, document_order
from league.printing.documents import Document
from league.printing.league_pictures import cup_picture as picture_of_cup
from league.printing.league_pictures import home_picture, night_picture
from league.printing.league_pictures import player_picture as picture_of_player
from league.printing.league_pictures import pub_picture as picture_of_pub
from league.printing.match_picture import match_picture as picture_of_match
from league.printing.registry.catalogue import document_named, documents_for
from league.printing.registry.document_kinds import PAPER_LABELS, DocumentGroup, DocumentKind, Input, Order
from league.printing.services.background import STEPS, request_print
from league.printing.services.store import store_file, stored_file
from league.printing.sites import site_on_paper
from league.printing.standings_picture import png, standings_picture
from league.printing.views import made_once, pdf_response, printed
from league.results.pages.match import match_page
from league.shared.decisions import or_404
from league.shared.errors import Refused
from league.shared.text import folded

# Seconds after which the page of a document in the making asks again.
ASK_AGAIN = 2


@for_public
def documents(request: HttpRequest, league: League) -> HttpResponse:
    """Show what everybody can print."""
    return _documents(request, league, NOTHING)


@for_desk
def desk_documents(request: HttpRequest, league: League) -> HttpResponse:
    """Show what the reader can print: for the coming nights, for the season, for the drawer."""
    return _documents(request, league, _powers(request))


@for_public
def document(request: HttpRequest, league: League, document_name: str) -> HttpResponse:
    """Show a document as PDF, of those that everybody can print."""
    return _document(request, league, document_name, NOTHING)


@for_desk
def desk_document(request: HttpRequest, league: League, document_name: str) -> HttpResponse:
    """Show a document as PDF, as far as the reader's powers reach."""
    return _document(request, league, document_name, _powers(request))


def _powers(request: HttpRequest) -> frozenset[Power]:
    powers: frozenset[Power] = getattr(request, "powers", NOTHING)
    return powers


def _documents(
    request: HttpRequest, league: League, powers: frozenset[Power], refusal: str = ""
) -> HttpResponse:
    """Show the page; with a refusal, why the document asked for cannot be printed. `find` keeps some rows."""
    choices = document_choices(league, request.GET.get("season", ""), league_today(league))
    if choices is None and request.GET.get("season"):
        raise Http404(f"{league} has no season {request.GET['season']}.")
    page: dict[str, Any] = {
        "choices": choices,
        "find": request.GET.get("find", ""),
        "refusal": refusal,
        "section": "desk" if powers else "documents",
    }
    if choices is not None:
        groups = _groups(choices, folded(page["find"]).split(), powers)
        has_codes = DocumentGroup.MATCH_NIGHTS in documents_for(powers)
        night = choices.next_date if has_codes else None
        is_to_come = night is not None and night >= choices.today
        page |= {"groups": groups, "has_codes": has_codes, "night": night if is_to_come else None}
    return render(request, "printing/pages/documents.html", page, status=404 if refusal else 200)


def _groups(
    choices: DocumentChoices, words: Sequence[str], powers: frozenset[Power]
) -> list[tuple[DocumentGroup, list[dict[str, object]]]]:
    """Return the rows under their headings, of documents that have all of these words."""
    address = "desk-document" if powers else "document"
    groups = []
    for group, kinds in documents_for(powers).items():
        rows = [
            _row(kind, choices, reverse(address, args=[choices.season.league.slug, kind.name]))
            for kind in kinds
            if kind.is_offered(choices.season)
            and all(word in folded(f"{group.value} {kind.title} {kind.about}") for word in words)
        ]
        if ready := [row for row in rows if row["is_ready"]]:
            groups.append((group, ready))
    return groups


def _row(kind: DocumentKind, choices: DocumentChoices, address: str) -> dict[str, object]:
    """Return what the page shows of a document: its words, its address, its fields with their choices."""
    fields = [_field(kind, choice, choices) for choice in kind.inputs]
    return {
        "kind": kind,
        "address": address,
        "papers": [(paper.value, PAPER_LABELS[paper]) for paper in kind.papers],
        "fields": [field for field in fields if field["options"]],
        "is_ready": not fields
        or (
            any(field["options"] for field in fields)
            and all(field["options"] for field in fields if field["is_required"])
        ),
    }


def _field(kind: DocumentKind, choice: Input, choices: DocumentChoices) -> dict[str, object]:
    is_of_past = choice == Input.DATE and kind.is_of_past
    at_hand = choices.next_date if choice == Input.DATE and not is_of_past else None
    return {
        "name": choice.value,
        "label": choice.label,
        "every": "The last night" if is_of_past else choice.every,
        "options": choices.options(choice, kind),
        "is_required": choice in kind.required,
        "chosen": at_hand.isoformat() if at_hand else "",
    }


def _document(request: HttpRequest, league: League, name: str, powers: frozenset[Power]) -> HttpResponse:
    named = document_named(name)
    if named is None or not named[0].may_print(powers):
        raise Http404(f"{league} prints no document {name} here.")
    kind = named[0]
    choices = or_404(
        document_choices(league, request.GET.get("season", ""), league_today(league)),
        f"{league} has no such season.",
    )
    if kind.has_contacts and powers:
        note_contacts(request, league, f"{kind.title}, on paper")
    typed = {"paper": named[1].value} | request.GET.dict()
    try:
        order = document_order(kind, choices, typed, powers=powers, site=site_on_paper(request))
    except Refused as refusal:
        return _documents(request, league, powers, refusal.sentence)
    chosen = {choice.value: typed[choice] for choice in kind.inputs if typed.get(choice)}
    # Of what is made for a night, all nights take long, of a division or team too.
    if kind.is_long and (not chosen or (Input.DATE in kind.inputs and Input.DATE not in chosen)):
        return _printed_later(request, league, order, kind, chosen)
    paper = kind.make(order)
    if paper is None:
        when = "for what was chosen" if chosen else "yet"
        nothing = f"{choices.season} has nothing to print as {kind.title.lower()} {when}."
        return _documents(request, league, powers, nothing)
    return printed(request, paper)


def _printed_later(
    request: HttpRequest, league: League, order: Order, kind: DocumentKind, chosen: dict[str, str]
) -> HttpResponse:
    """Show the file once it is printed in the background; until then how far it is, and ask again."""
    chosen = {"season": order.season.slug, "paper": order.paper.value, **chosen}
    now = timezone.now()
    job = request_print(league, kind.name, chosen, powers=order.powers, site=order.site, now=now)
    file = stored_file(job.digest) if job.state == PrintJob.State.DONE else None
    if job.state == PrintJob.State.FAILED:
        return _documents(request, league, order.powers, job.refusal)
    if file is None:
        page = {"job": job, "kind": kind, "season": order.season, "steps": STEPS, "seconds": ASK_AGAIN}
        answer = render(request, "printing/pages/printing.html", page, status=202)
        answer.headers["Retry-After"] = str(ASK_AGAIN)
        return answer
    etag = quote_etag(job.digest)
    return get_conditional_response(request, etag=etag) or pdf_response(file, job.filename, etag)


@for_public
def division_picture(
    request: HttpRequest, league: League, season_slug: str, division_slug: str
) -> HttpResponse:
    """Show the standings as a picture to send; `?with=` counts a match that waits for its signatures."""
    place = or_404(division_place(league, season_slug, division_slug), f"{league} has no such division.")
    waiting = place.division.matches.filter(public_id=request.GET.get("with", "")[:12])
    match = waiting.select_related("home", "away", "division__season__rule_book").first()
    return _picture(request, standings_picture(place.division, match))


@for_public
def league_picture(request: HttpRequest, league: League) -> HttpResponse:
    """Show the league as a picture: its name, and the top of its first divisions."""
    season = current_season(seasons_of(league), league_today(league))
    return _picture(request, home_picture(league, season, divisions_of(season) if season else []))


@for_public
def pub_picture(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show a pub as a picture: what is played there next."""
    page = pub_page(league, pub_slug, today=league_today(league))
    return _picture(request, picture_of_pub(or_404(page, f"{league} has no such pub.")))


@for_public
def player_picture(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Show a player as a picture, as everybody may see them."""
    player = or_404(find_player(league, player_id, to_secretary=False), f"{league} has no such player.")
    season = current_season(seasons_of(league), league_today(league))
    record = player_record(player, season=season, to_secretary=False)
    return _picture(request, picture_of_player(league, record))


@for_public
def cup_picture(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """Show a cup or a pairs night as a picture: how it stands, and its latest round."""
    cup = or_404(cup_at(league, cup_slug), f"{league} has no cup {cup_slug}.")
    if cup.kind == Cup.Kind.PAIRS_NIGHT:
        return _picture(request, night_picture(night_on_page(cup)))
    return _picture(request, picture_of_cup(cup_on_page(cup)))


@for_public
def match_picture(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show a match as a picture: both teams, the score and the boards."""
    return _picture(
        request, picture_of_match(or_404(match_page(league, match_id), f"{league} has no match {match_id}."))
    )


def _picture(request: HttpRequest, picture: Document) -> HttpResponse:
    def shown(content: bytes, etag: str) -> HttpResponse:
        headers = {"ETag": etag, "Cache-Control": "public, no-cache"}
        return HttpResponse(content, content_type="image/png", headers=headers)

    return made_once(request, picture, _drawn_once, shown)


def _drawn_once(digest: str, picture: Document) -> bytes:
    if file := stored_file(digest, "png"):
        return file
    content = png(picture)
    with suppress(Error):  # it is drawn again for the next who asks
        store_file(digest, content, "png")
    return content
