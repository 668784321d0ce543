"""The libraries that templates load."""

import re

from django.conf import settings
from django.template import engines

LOADS = re.compile(r"{% load (?:[\w ]+ from )?([\w ]+) %}")


def test_templates_load_only_libraries_that_exist():
    """A template that few pages include fails there alone, in front of whoever meets it first."""
    libraries = set(engines["django"].engine.template_libraries)
    for template in (settings.BASE_DIR / "templates").rglob("*.*"):
        for loaded in LOADS.findall(template.read_text()):
            assert set(loaded.split()) <= libraries, template
