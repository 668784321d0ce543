"""The pages of documents: what can be printed, and each as PDF; for everybody, and for the workspace."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.accounts.access import for_desk, for_public
from league.accounts.powers import NOTHING, Power
from league.competition.selectors import league_today
from league.models import League
from league.printing.choices import DocumentChoices, document_choices, document_order
from league.printing.registry.catalogue import document_named, documents_for
from league.printing.registry.values import PAPER_LABELS, DocumentGroup, DocumentKind, Input
from league.printing.sites import site_on_paper
from league.printing.views import printed
from league.shared.errors import Refused


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
    """Show the page; with a refusal, why the document asked for cannot be printed."""
    choices = document_choices(league, request.GET.get("season", ""), league_today(league))
    if choices is None and request.GET.get("season"):
        raise Http404(f"{league} has no season {request.GET['season']}.")
    name = "desk-document" if powers else "document"
    groups = [
        (group, [_card(kind, choices, reverse(name, args=[league.slug, kind.name])) for kind in kinds])
        for group, kinds in documents_for(powers).items()
    ]
    page = {
        "choices": choices,
        "groups": groups if choices else [],
        "has_codes": DocumentGroup.MATCH_NIGHTS in documents_for(powers),
        "refusal": refusal,
        "section": "desk" if powers else "documents",
    }
    return render(request, "printing/pages/documents.html", page, status=404 if refusal else 200)


def _card(kind: DocumentKind, choices: DocumentChoices | None, address: str) -> dict[str, object]:
    """Return what the page shows of a document: its words, its address, its fields with their choices."""
    fields = [_field(kind, choice, choices) for choice in kind.inputs] if choices else []
    return {
        "kind": kind,
        "address": address,
        "papers": [(paper.value, PAPER_LABELS[paper]) for paper in kind.papers],
        "fields": [field for field in fields if field["options"]],
        "is_ready": all(field["options"] for field in fields if field["is_required"]),
    }


def _field(kind: DocumentKind, choice: Input, choices: DocumentChoices) -> dict[str, object]:
    at_hand = choices.next_date if choice == Input.DATE else None
    return {
        "name": choice.value,
        "label": choice.label,
        "every": choice.every,
        "options": choices.options(choice),
        "is_required": choice in kind.required,
        "chosen": at_hand.isoformat() if at_hand else "",
    }


def _document(request: HttpRequest, league: League, name: str, powers: frozenset[Power]) -> HttpResponse:
    named = document_named(name)
    if named is None or not named[0].may_print(powers):
        raise Http404(f"{league} prints no document {name} here.")
    kind = named[0]
    choices = document_choices(league, request.GET.get("season", ""), league_today(league))
    if choices is None:
        raise Http404(f"{league} has no such season.")
    typed = {"paper": named[1].value} | request.GET.dict()
    try:
        order = document_order(kind, choices, typed, powers=powers, site=site_on_paper(request))
    except Refused as refusal:
        return _documents(request, league, powers, refusal.sentence)
    paper = kind.make(order)
    if paper is None:
        nothing = f"{choices.season} has nothing to print as {kind.title.lower()} yet."
        return _documents(request, league, powers, nothing)
    return printed(request, paper)
