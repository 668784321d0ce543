"""The photograph of a pub: the picture itself, and the page on which the pub or the secretary sets it."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from league.accounts.access import for_public, for_secretary
from league.accounts.links import PubVisitor, for_pub
from league.installation.page_cache import same_until_changed
from league.models import League, Pub, PubPhotograph
from league.records.services.pub_photographs import remove_pub_photograph, set_pub_photograph
from league.shared.decisions import decided, sent, status


class PubPhotographForm(forms.Form):
    """A picture of a pub, and what it shows."""

    photograph = forms.FileField(
        label="Photograph",
        help_text="JPEG, PNG or WebP. It is made smaller; place and time of the camera are removed.",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": "Choose a photograph first."},
    )
    description = forms.CharField(
        label="What does it show?",
        max_length=200,
        help_text="For visitors who cannot see it, such as: the front of the pub, from the market place.",
        error_messages={"required": "Say in a few words what the photograph shows."},
    )


@for_public
@same_until_changed
def pub_photograph(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show the picture of a pub itself."""
    photograph = PubPhotograph.objects.filter(pub__league=league, pub__slug=pub_slug).first()
    if photograph is None:
        raise Http404(f"{league} has no photograph of such a pub.")
    answer = HttpResponse(bytes(photograph.jpeg), content_type="image/jpeg")
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


@for_secretary
def keep_pub_photograph(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Set or delete the photograph of a pub, by the secretary."""
    pub = get_object_or_404(Pub.objects.select_related("league"), league=league, slug=pub_slug)
    return _photograph_page(request, pub, back=reverse("pub", args=[league.slug, pub.slug]))


@for_pub
def own_pub_photograph(request: HttpRequest, visitor: PubVisitor) -> HttpResponse:
    """Set or delete the photograph of a pub, by whoever holds its link."""
    return _photograph_page(request, visitor.pub, back=visitor.base, visitor=visitor)


def _photograph_page(
    request: HttpRequest, pub: Pub, *, back: str, visitor: PubVisitor | None = None
) -> HttpResponse:
    if request.method == "POST" and "delete" in request.POST:
        remove_pub_photograph(pub=pub)
        messages.success(request, "Photograph deleted.")
        return redirect(back)
    form = PubPhotographForm(sent(request), request.FILES or None)
    done = decided(
        form,
        lambda cleaned: set_pub_photograph(
            pub=pub, sent=cleaned["photograph"].read(), description=cleaned["description"]
        ),
    )
    if done:
        messages.success(request, "Photograph saved. Everybody can see it.")
        return redirect(back)
    return render(
        request,
        "overview/pub_photograph.html",
        {
            "pub": pub,
            "form": form,
            "photograph": pub.photographs.defer("jpeg").first(),
            "back": back,
            "visitor": visitor,
            "section": "pubs" if visitor else "desk",
        },
        status=status(form),
    )
