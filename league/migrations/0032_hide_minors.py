"""Names of players under 18 are hidden from the public until somebody chooses to show them."""

from django.db import migrations
from django.db.models import F
from django.utils import timezone


def hide_minors(apps, schema_editor):
    today = timezone.localdate()
    day = 28 if (today.month, today.day) == (2, 29) else today.day
    players = apps.get_model('league', 'Player').objects.using(schema_editor.connection.alias)
    minors = players.filter(shown='full', born_on__gt=today.replace(year=today.year - 18, day=day))
    leagues = set(minors.values_list('league', flat=True))
    minors.update(shown='hidden')
    # Pages that readers have kept show the names.
    apps.get_model('league', 'League').objects.using(schema_editor.connection.alias).filter(
        pk__in=leagues
    ).update(revision=F('revision') + 1)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0031_retention_periods'),
    ]

    operations = [
        migrations.RunPython(hide_minors, migrations.RunPython.noop),
    ]
