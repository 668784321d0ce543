"""What counts where the final score on a sheet differs from its hands, and that score where they count."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0047_silent_leagues")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="contradiction",
            field=models.CharField(
                blank=True,
                choices=[
                    ("hands", "count the hands"),
                    ("foot", "count the foot of the sheet"),
                    ("disputed", "count the foot and mark the match as disputed"),
                ],
                help_text="What counts, where the final score on the sheet differs from its hands.",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="home_foot",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="The final score on the sheet, where its hands count instead.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="away_foot",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
