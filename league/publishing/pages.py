"""A page of the site as a page of a copy: links lead to files, and what needs a server is left out."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

# The target of a link in the copy; None if the copy is without it.
Link = Callable[[str], str | None]
Attributes = list[tuple[str, str | None]]

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)
LINKS = frozenset({"href", "poster", "src"})
# Elements that are left out with what is in them: all that only a server or a script gives a meaning.
DROPPED = frozenset({"form", "script", "textarea"})
# Links of the head that say where the site is, or what belongs to its scripts.
HEAD_LINKS = frozenset({"canonical", "manifest", "modulepreload"})
# Here a link that leads nowhere goes with its words; in running text these stay.
MENUS = frozenset({"details", "footer", "header", "nav"})
# They go, too, if nothing but their label is left.
CONTAINERS = frozenset({"details", "li", "nav", "p", "section"})
LABELS = frozenset({"h2", "h3", "summary", "title"})
CONTENT = frozenset({"img", "table"})


@dataclass(slots=True)
class Element:
    """An open element: the name of its end tag, its tags and text if it may go, and what became of it."""

    tag: str
    end: str
    is_menu: bool
    is_label: bool
    begins: int
    has_lost: bool = False
    has_content: bool = False


class CopiedPage(HTMLParser):
    """Reads a page; `text` is its copy, `title` and `description` are what a search shows of it.

    `link` gives the targets, `line` is put at the end of the footer. `form` is put in the place of a form,
    and of all sections: these are its answers.
    """

    def __init__(self, page: str, link: Link, *, form: str = "", line: str = "") -> None:
        super().__init__(convert_charrefs=False)
        self.title, self.description = "", ""
        self._link, self._form, self._line = link, form, line
        self._dropped = DROPPED | ({"section"} if form else set())
        self._out: list[str] = []
        self._open: list[Element] = []
        self._dropping: list[str] = []
        self.feed(page)
        self.close()

    @property
    def text(self) -> str:
        return "".join(self._out)

    def handle_decl(self, decl: str) -> None:
        self._out.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        named = dict(attrs)
        if self._dropping or tag in self._dropped or (tag == "button" and "hidden" in named):
            self._drop(tag)
            return
        if named.get("rel") in HEAD_LINKS or "property" in named or named.get("name") == "twitter:card":
            return
        if named.get("name") == "description":
            self.description = named.get("content") or ""
        targets = {
            name: self._link(text) for name, text in attrs if name in LINKS and text and text[0] != "#"
        }
        is_lost = None in targets.values()
        if is_lost and (tag != "a" or self._is_in_menu()):
            self._drop(tag)
            return
        end = "span" if is_lost else tag
        shown = self.get_starttag_text() or ""
        if targets:
            kept = [
                (name, targets.get(name, text)) for name, text in attrs if not (is_lost and name in targets)
            ]
            shown = f"<{end}{''.join(map(_attribute, kept))}{'/' * shown.endswith('/>')}>"
        self._enter(tag, end, named, shown)
        if (targets and not is_lost) or tag in CONTENT:
            self._note_content()

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        depth = len(self._open), len(self._dropping)
        self.handle_starttag(tag, attrs)
        del self._open[depth[0] :], self._dropping[depth[1] :]

    def handle_endtag(self, tag: str) -> None:
        if self._dropping:
            if tag in self._dropping:
                del self._dropping[len(self._dropping) - 1 - self._dropping[::-1].index(tag) :]
            return
        if tag not in {element.tag for element in self._open}:
            return
        while self._open:
            element = self._open.pop()
            self._leave(element)
            if element.tag == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._dropping:
            return
        self._out.append(data)
        if self._open and self._open[-1].tag == "title" and len(self._open) == 3:
            self.title += data
        if data.strip() and not any(element.is_label for element in self._open):
            self._note_content(is_text=True)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def _is_in_menu(self) -> bool:
        return any(element.is_menu for element in self._open)

    def _enter(self, tag: str, end: str, named: dict[str, str | None], shown: str) -> None:
        begins = len(self._out)
        self._out.append(shown)
        if tag not in VOID:
            is_menu = tag in MENUS or named.get("class") == "closing-line"
            self._open.append(Element(tag, end, is_menu, tag in LABELS, begins))

    def _leave(self, element: Element) -> None:
        if element.tag in CONTAINERS and element.has_lost and not element.has_content:
            del self._out[element.begins :]
            self._note_loss()
            return
        if element.tag == "footer":
            self._out.append(self._line)
        self._out.append(f"</{element.end}>")
        if self._open:
            above = self._open[-1]
            above.has_lost |= element.has_lost and element.tag not in CONTAINERS
            above.has_content |= element.has_content

    def _drop(self, tag: str) -> None:
        if tag not in VOID:
            self._dropping.append(tag)
        if len(self._dropping) <= 1:
            self._note_loss()
            if tag == "form":
                self._out.append(self._form)

    def _note_loss(self) -> None:
        if self._open:
            self._open[-1].has_lost = True

    def _note_content(self, *, is_text: bool = False) -> None:
        """Note that something is left of the innermost element; the words of a menu are only its labels."""
        if self._open and not (is_text and any(element.tag == "nav" for element in self._open)):
            self._open[-1].has_content = True


def _attribute(attribute: tuple[str, str | None]) -> str:
    name, text = attribute
    return f" {name}" if text is None else f' {name}="{escape(text)}"'
