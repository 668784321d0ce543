"""How a document becomes a PDF. With `ink` the only place that knows WeasyPrint. No network, our own files.

WeasyPrint asks about half a millisecond for every cell of a table, and a score sheet has six hundred. So
the boxes of a form are inked once into the PDF and shown on every page; only what differs from sheet to
sheet is laid out as text.
"""

import atexit
import hashlib
import logging
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.template.loader import render_to_string

from league.bootstrap.apt import PANGO, line_to_type
from league.printing.documents import Document, Folding
from league.printing.drawing import Drawing, Face, Words
from league.printing.ink import PX_PER_MM as PX_PER_MM
from league.printing.ink import Inked, Lines, TypeCase, tidy
from league.printing.scripts import SCRIPTS, Script, scripts_of, with_marks
from league.printing.typefaces import unpacked

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcherResponse

STATIC = Path(__file__).resolve().parent.parent / "static"
# Fixed weights: WeasyPrint stamps the hour into a variable font it cuts to a weight, so that the same
# sheet would never come out as the same bytes twice.
WEIGHTS = {Face.TEXT: (400, 600, 700), Face.SLAB: (500, 600)}
STYLESHEETS = (
    "paper.css",
    "paper-lists.css",
    "paper-cups.css",
    "paper-posters.css",
    "paper-cards.css",
    "paper-bulletins.css",
    "paper-nights.css",
    "paper-presentation.css",
    "paper-books.css",
    "paper-share.css",
)
PANGO_LINE = line_to_type([PANGO])

# The lines for notes of an A5 page.
LINES_FOR_NOTES = 20

WHICH_SHEET = """@page { @top-right {
    content: "Sheet " counter(page) " of " counter(pages);
    font: 600 10.5pt/1 "Source Sans 3";
    padding-top: 5.5mm;
    vertical-align: top;
} }"""

# Of a sheet folded once; a book is filled up with lined pages to a multiple of it.
PAGES_OF_A_SHEET = 4

log = logging.getLogger(__name__)

# Pango's font map is one for the whole process and knows no threads; a document takes milliseconds.
_lock = Lock()


class NoPango(Exception):
    """The library that sets type is not on this machine. The message names the line that puts it right."""

    def __init__(self) -> None:
        super().__init__(f"Nothing can be printed until Pango is installed on this machine: {PANGO_LINE}")


def pdf(document: Document) -> bytes:
    """Return the document as a tagged PDF; the same bytes for the same document. Raises NoPango."""
    return pdf_and_pages(document)[0]


def pdf_and_pages(document: Document) -> tuple[bytes, int]:
    """Return the same, and how many pages it has."""
    pages = laid_out(document)
    if document.folding is not Folding.NONE:
        pages = _with_notes(pages)
    if document.folding is Folding.BOOKLET:
        from league.printing.booklets import booklet  # here: only a booklet needs pypdf

        with _lock:
            read = pages.write_pdf()
        return booklet(read, document.title), len(pages.pages) // 2
    with _lock:
        return pages.write_pdf(pdf_variant="pdf/ua-1", finisher=tidy), len(pages.pages)


def _with_notes(pages: Any) -> Any:
    """Return the pages with lined ones for notes at the end, up to a multiple of four."""
    missing = -len(pages.pages) % PAGES_OF_A_SHEET
    if not missing:
        return pages
    notes = Document(
        title="",
        filename="",
        template="printing/notes.html",
        context={"pages": range(missing), "lines": range(LINES_FOR_NOTES)},
        follows_from=(),
    )
    return pages.copy([*pages.pages, *laid_out(notes).pages])


def laid_out(document: Document) -> Any:
    """Return the pages as WeasyPrint lays them out, every box in its place. Raises NoPango."""
    if not document.sizes:
        return _set(document, document.context)
    papers = zip(document.context.get("papers", ("",)), document.sizes, strict=True)
    fits = [fit(document, {**document.context, "papers": [paper]}, sizes) for paper, sizes in papers]
    return fits[0].copy([page for each in fits for page in each.pages])


def fit(document: Document, context: Mapping[str, Any], sizes: Sequence[Any]) -> Any:
    """Return the pages in the largest of the sizes that takes no more of them than the least.

    The template is given the `size`. Several pages say which of how many each is.
    """

    @cache
    def pages(at: int) -> Any:
        return _set(document, {**context, "size": sizes[at]})

    def fullness(at: int) -> int:
        return -len(pages(at).pages)

    at, last, run = 0, len(sizes) - 1, document.runs_of
    if fullness(0) < -1:
        # The largest size of a run may take more than the least of the run before: so first the run.
        at = run * bisect_left(range(run - 1, last, run), fullness(last), key=fullness)
        at = bisect_left(range(at + run - 1), fullness(last), lo=at, key=fullness)
    if len(pages(at).pages) == 1:
        return pages(at)
    return _set(document, {**context, "size": sizes[at]}, WHICH_SHEET)


def _set(document: Document, context: Mapping[str, Any], style: str = "") -> Any:
    weasyprint = _weasyprint()
    html = with_marks(render_to_string(document.template, {"document": document, **context}))
    scripts = scripts_of([html, *_words_of(document.drawings.values())])
    with _lock:
        type_case, stylesheets = _type_case(scripts)
        lines: Lines = {}
        shown: dict[int, str] = {}
        inked = {name: Inked(drawing, type_case, lines, shown) for name, drawing in document.drawings.items()}
        own = [weasyprint.CSS(string=style)] if style else []
        return weasyprint.HTML(string=html, url_fetcher=_our_own_files).render(
            font_config=type_case.fonts, stylesheets=[*stylesheets, *own], cache=inked
        )


def _words_of(drawings: Iterable[Drawing]) -> Iterator[str]:
    for drawing in drawings:
        yield from (shape.text for shape in drawing.shapes if isinstance(shape, Words))
        yield from _words_of(drawing.parts)


def _weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as missing:
        log.warning("WeasyPrint does not load: %s", missing)
        raise NoPango from missing
    return weasyprint


def warm_up() -> None:
    """Load once what every document needs: half a second that the first reader need not wait for."""
    with suppress(NoPango):
        _weasyprint()
        with _lock:
            _type_case()


def sample_typefaces() -> set[str]:
    """Set a heading and a line, and return the names of the typefaces they came out in. Raises NoPango."""
    page = "<html lang=en><title>Pegboard</title><h1 style='font-family: Besley'>Pegboard</h1><p>Pegboard"
    weasyprint = _weasyprint()
    with _lock:
        type_case, stylesheets = _type_case()
        printed = weasyprint.HTML(string=page, url_fetcher=_our_own_files).write_pdf(
            font_config=type_case.fonts, stylesheets=stylesheets, uncompressed_pdf=True
        )
    return set(re.findall(r"/BaseFont /([^/\s]+)", printed.decode("latin-1")))


def stamp(document: Document) -> str:
    """Return what changes only when the document prints differently: its values, and how paper is made."""
    values = repr((document.template, document.title, document.follows_from or document.context))
    return hashlib.sha256(_workshop() + values.encode()).hexdigest()


@cache
def _workshop() -> bytes:
    """Return the state of the workshop: our layout, templates, styles and typefaces, and WeasyPrint's
    version.
    """
    templates = Path(settings.BASE_DIR) / "templates" / "printing"
    tools = [
        *templates.glob("*.html"),
        *Path(__file__).parent.glob("*.py"),
        *(STATIC / "css" / name for name in STYLESHEETS),
        *(STATIC / "fonts").glob("*.woff2"),
    ]
    state = hashlib.sha256(version("weasyprint").encode())
    for tool in sorted(tools):
        state.update(tool.read_bytes())
    return state.digest()


@cache
def _type_case(scripts: tuple[Script, ...] = ()) -> tuple[TypeCase, list[Any]]:
    """Return the typefaces and stylesheets for documents with these scripts, read once a process."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    rules = [house_faces(), *(_faces(script, script.stem, SCRIPTS[script].weights) for script in scripts)]
    rules += [_with_families((STATIC / "css" / name).read_text(), scripts) for name in STYLESHEETS]
    # In one sheet: every element of a document is held against each sheet there is.
    sheet = CSS(
        string="\n".join(rules),
        base_url=f"{STATIC / 'css'}/",
        font_config=fonts,
        url_fetcher=_our_own_files,
    )
    return TypeCase(fonts=fonts, families=scripts), [sheet]


def house_faces() -> str:
    """Return the rules that load the house's own typefaces.

    Letters beyond western Europe stand under their own family name: of two files in one family WeasyPrint
    embeds only one and prints "ffukasz" for Łukasz.
    """
    return "".join(
        _faces(f"{face}{ext}", f"{face}-latin{ext}".lower().replace(" ", "-"), weights)
        for face, weights in WEIGHTS.items()
        for ext in ("", " Ext")
    )


def _faces(family: str, stem: str, weights: Iterable[int]) -> str:
    """Return the rules that load the files of a typeface, one a weight."""
    return "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight};'
        f' src: url("../fonts/{stem}-{weight}-normal.woff2") format("woff2"); }}\n'
        for weight in weights
    )


def _with_families(sheet: str, scripts: tuple[Script, ...]) -> str:
    """Return a stylesheet in which letters that the house's typefaces lack are looked for in these."""
    after = "".join(f', "{script}"' for script in scripts)
    for face in Face:
        sheet = sheet.replace(f'"{face} Ext"', f'"{face} Ext"{after}')
    return sheet


# WeasyPrint's typefaces cannot be put away once the interpreter has begun to close.
atexit.register(_type_case.cache_clear)


def _our_own_files(url: str) -> "URLFetcherResponse":
    """Reads what is bundled under the league's static files and refuses everything else."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcherResponse

    address = urlsplit(url)
    path = Path(unquote(address.path)).resolve()
    if address.scheme != "file" or not path.is_relative_to(STATIC):
        raise FatalURLFetchingError(f"paper is made of our own files only, not of {url}")
    return URLFetcherResponse(url, unpacked(path) if path.suffix == ".woff2" else path.read_bytes())
