"""Where the code of a match is typed by whoever cannot scan it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.access import for_anybody
from league.forms.codes import CodeForm

UNPROCESSABLE = 422


@for_anybody
@require_safe
def type_code(request: HttpRequest) -> HttpResponse:
    """A box for the code. Whether a match has it is asked, and counted, by the page it leads to."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        return redirect(f"{request.path}{form.cleaned_data['code']}/")
    page = {"form": form, "section": "scoring"}
    return render(request, "captains/type_code.html", page, status=UNPROCESSABLE if form.errors else 200)
