"""The last moment of something, as regulations say it: noon on Sunday 17 January, the end of Thursday."""

import datetime

from django import template
from django.utils import timezone

from league.shared.moments import said

register = template.Library()


@register.filter
def deadline(moment: datetime.datetime | None) -> str:
    """ "noon on Sunday 17 January"; midnight is the end of the day before it. Nothing gives nothing."""
    return said(timezone.localtime(moment)) if moment else ""
