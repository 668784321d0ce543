"""The API as one application: its description, its problems, and the way of a request through it."""

import functools
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, URLResolver, get_script_prefix
from django.urls.resolvers import RegexPattern
from django.utils.cache import get_conditional_response
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError, ValidationErrorContext
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from league.api import writing
from league.api.answers import (
    PROBLEM,
    READS,
    ApiProblem,
    entity_tag,
    kept_by_caches,
    opened_to_all,
    preflight,
    problem_response,
    received,
)
from league.api.reading import cups, leagues, matches, people, standings
from league.api.schemas import SLUG, ProblemShape
from league.competition.selectors import all_leagues
from league.models import League
from league.results.selectors.season_hands import MEANINGS
from league.shared.text import listed

PREFIX = "/api/v1"
REFUSALS = (HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)
REFUSALS_OF_WRITES = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.CONFLICT,
    HTTPStatus.TOO_MANY_REQUESTS,
)
DESCRIPTION = """What a league makes public, for other programs: leagues, seasons, standings, matches hand by
hand, teams, players, cups and honours. Reading needs no account; writing needs a token of the league.

Lists come in pages: `limit` and `offset`, `count` in all, `next` is the address of the next page. Answers
carry an `ETag`; ask again with `If-None-Match` and nothing new is a 304. Pages of other sites may
read all of it (CORS).

Days are 2027-01-14, times of day are those of the clock in the pub, points may be halves. `h` is home, `a` is
away, `-` is nobody. Players who do not want to be named have neither id nor name."""


class LeagueApi(NinjaAPI):
    """The API, with our own words for what is refused and short names for what can be done."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> ValidationError:
        """Return what cannot be read, each with where it stands and what was received."""
        return ValidationError(
            [
                {
                    "where": ".".join(
                        map(
                            str,
                            (
                                context.model.__ninja_param_source__,
                                *context.model.__ninja_flatten_map_reverse__.get(fault["loc"], fault["loc"]),
                            ),
                        )
                    ),
                    "message": fault["msg"],
                    "received": None if fault["type"] == "missing" else received(fault["input"]),
                }
                for context in error_contexts
                for fault in context.pydantic_validation_error.errors(include_url=False)
            ]
        )


@functools.cache
def the_api() -> LeagueApi:
    """Return the one API of this process."""
    api = LeagueApi(title="Pegboard", version="1", description=DESCRIPTION, docs_url=None, openapi_url=None)
    for part in (leagues, standings, matches, people, cups, writing):
        api.add_router("", part.router)
    handlers: dict[type[Exception], Callable[[Any], ApiProblem]] = {
        ApiProblem: lambda problem: problem,
        Http404: lambda fault: ApiProblem(HTTPStatus.NOT_FOUND, str(fault)),
        HttpError: lambda fault: ApiProblem(fault.status_code, fault.message),
        ValidationError: _unreadable,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, functools.partial(_handled, handler))
    return api


def _handled(handler: Callable[[Any], ApiProblem], _: HttpRequest, fault: Any) -> HttpResponse:
    return problem_response(handler(fault))


def _unreadable(fault: ValidationError) -> ApiProblem:
    first = fault.errors[0]
    got = "" if first["received"] is None else f" Received: {first['received']}"
    detail = f"{first['where']}: {first['message']}.{got}"
    return ApiProblem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, fault.errors)


@functools.cache
def _addresses() -> URLResolver:
    return URLResolver(RegexPattern(r"^"), the_api().urls[0])


def answer(request: HttpRequest, rest: str) -> HttpResponseBase:
    """Answer a request for an address below /api/v1/."""
    if request.method == "OPTIONS":
        return opened_to_all(preflight())
    try:
        return opened_to_all(_answer(request, rest))
    except ApiProblem as problem:
        return opened_to_all(problem_response(problem))


def _answer(request: HttpRequest, rest: str) -> HttpResponseBase:
    if rest == "openapi.json":
        return _conditional(request, [], lambda: JsonResponse(described(request)))
    try:
        operation = _addresses().resolve(rest)
    except Resolver404 as fault:
        raise ApiProblem(
            404, f"There is nothing at {received(request.path)}. {PREFIX}/openapi.json lists what there is."
        ) from fault
    _verify_parameters(request, operation.route)
    slug = operation.kwargs.get("league")
    leagues_asked = list(League.objects.filter(slug=slug)) if slug else all_leagues()
    request.leagues = leagues_asked  # type: ignore[attr-defined]  # as ApiRequest says
    if slug:
        if not leagues_asked:
            raise ApiProblem(404, f"There is no league “{received(slug)}”. See {PREFIX}/leagues.")
        request.league = leagues_asked[0]  # type: ignore[attr-defined]  # as ApiRequest says
    return _conditional(request, leagues_asked, lambda: _called(request, operation.func, operation.kwargs))


def _verify_parameters(request: HttpRequest, route: str) -> None:
    """Refuse a parameter that means nothing here: whoever mistypes one would get everything."""
    known = _parameters()[re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)]
    for name in request.GET.keys() - known:
        right = f"It takes {listed(sorted(known))}." if known else "It takes none."
        raise ApiProblem(422, f"“{received(name)}” is no parameter of {request.path}. {right}")


@functools.cache
def _parameters() -> dict[str, frozenset[str]]:
    """Return the parameters of every address below the prefix."""
    return {
        path.removeprefix(f"{PREFIX}/"): frozenset(
            parameter["name"]
            for operation in operations.values()
            for parameter in operation["parameters"]
            if parameter["in"] == "query"
        )
        for path, operations in OpenAPISchema(the_api(), PREFIX.strip("/"))["paths"].items()
    }


def _conditional(request: HttpRequest, about: list[League], make: Any) -> HttpResponseBase:
    """Return 304 to whoever holds the answer as it still is; else the answer with its stamp."""
    stamp = entity_tag(request, about) if request.method in READS else None
    if stamp and (unchanged := get_conditional_response(request, etag=stamp)) is not None:
        kept_by_caches(unchanged)
        return unchanged
    response: HttpResponseBase = make()
    if request.method in READS and response.status_code == HTTPStatus.OK:
        if stamp:
            response.headers["ETag"] = stamp
        kept_by_caches(response)
    return response


def _called(request: HttpRequest, view: Any, kwargs: dict[str, Any]) -> HttpResponseBase:
    """Call an operation; a browser's HEAD is a GET whose body the server leaves out."""
    method = request.method
    request.method = "GET" if method == "HEAD" else method
    response: HttpResponseBase = view(request, **kwargs)
    request.method = method
    if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = response.headers.get("Allow", "GET")
        raise ApiProblem(
            405, f"{request.method} is not possible here; {allowed} is.", headers={"Allow": allowed}
        )
    return response


def described(request: HttpRequest) -> dict[str, Any]:
    """Return the description of the API (OpenAPI), its problems and the columns of hands included."""
    description = OpenAPISchema(the_api(), PREFIX.strip("/"))
    description["servers"] = [{"url": request.build_absolute_uri(get_script_prefix()).rstrip("/")}]
    schemas = description["components"]["schemas"]
    problem = ProblemShape.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= {**problem.pop("$defs"), "Problem": problem}
    for name in ("RecordedHand", "SeasonHand"):
        for column, about in schemas[name]["properties"].items():
            about["description"] = MEANINGS[column]
    refused = {"content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for operations in description["paths"].values():
        for method, operation in operations.items():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path":
                    parameter["schema"]["pattern"] = SLUG
            is_read = method == "get"
            for status in REFUSALS if is_read else (*REFUSALS, *REFUSALS_OF_WRITES):
                operation["responses"][str(status.value)] = {"description": status.phrase, **refused}
            if is_read:
                operation["responses"]["304"] = {"description": "Not modified since the ETag that was sent"}
    return dict(description)
