"""Scripts in templates, with everything they are made of."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.installation.static_files import modules_of

register = template.Library()


@register.simple_tag
def module(*scripts: str, priority: str = "auto") -> SafeString:
    """Return scripts and, before them, each module that they load: `{% module "js/phone/page.js" %}`.

    With `priority="low"` they come after what the page is first drawn with.

    Collected, a script is one file with its modules. Elsewhere the browser need not find them one after the
    other, and a phone that stores the page knows what belongs to it without running it.
    """
    imported = dict.fromkeys(part for script in scripts for part in modules_of(script) if part not in scripts)
    when = "" if priority == "auto" else format_html(' fetchpriority="{}"', priority)
    return format_html(
        "{}\n{}",
        format_html_join(
            "\n", '<link rel="modulepreload" href="{}">', ((static(part),) for part in imported)
        ),
        format_html_join(
            "\n",
            '<script type="module" src="{}"{}></script>',
            ((static(part), when) for part in scripts),
        ),
    )
