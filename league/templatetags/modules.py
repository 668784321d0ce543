"""Scripts in templates, with everything they are made of."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.installation.static_files import modules_of

register = template.Library()


@register.simple_tag
def module(script: str) -> SafeString:
    """Return a module and, before it, each that it imports: `{% module "js/phone/page.js" %}`.

    The browser need not find them one after the other, and a phone that stores the page knows what belongs
    to it without running it.
    """
    parts = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(part),) for part in modules_of(script))
    )
    return format_html('{}\n<script type="module" src="{}"></script>', parts, static(script))
