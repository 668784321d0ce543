"""Every league has an owner: where nobody is, whoever was its first secretary."""

from django.db import migrations


def name_owners(apps, schema_editor):
    LeagueRole = apps.get_model("league", "LeagueRole")
    owned = LeagueRole.objects.filter(role="owner").values("league")
    firsts = {}
    for role in LeagueRole.objects.filter(role="secretary").exclude(league__in=owned).order_by("-pk"):
        firsts[role.league_id] = role.pk
    LeagueRole.objects.filter(pk__in=firsts.values()).update(role="owner")


class Migration(migrations.Migration):
    dependencies = [("league", "0007_cups")]
    operations = [migrations.RunPython(name_owners, migrations.RunPython.noop)]
