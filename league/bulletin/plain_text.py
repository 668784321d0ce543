"""Plain text from templates: what a page says, for a chat."""

import re

from django.template import Context, Engine, Origin
from django.template.loaders import filesystem

SECTION, NO_BREAK_SPACE = "¶", "\N{NO-BREAK SPACE}"
CONTINUED = re.compile(r"\\\n[ \t]*")


class TextLoader(filesystem.Loader):
    """Loads templates, of which those of text may go on in the next line: such a line ends in a backslash."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        is_text = origin.name.endswith(".txt")
        return CONTINUED.sub("", contents).removesuffix("\n") if is_text else contents


def plain_text(template: str, **values: object) -> str:
    """Return a template as plain text: nothing escaped, its lines in sections with an empty line between.

    A section begins at `¶`; one without words is left out, as is any empty line, so that tags may stand in
    lines of their own. A no-break space is a space that stays where it is.
    """
    written = Engine.get_default().get_template(template).render(Context(values, autoescape=False))
    sections = ([line.strip(" ") for line in each.splitlines()] for each in written.split(SECTION))
    parts = ("\n".join(filter(None, lines)) for lines in sections)
    return "\n\n".join(filter(None, parts)).replace(NO_BREAK_SPACE, " ") + "\n"
