from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0048_feet_and_contradictions")]

    operations = [
        migrations.AddField(
            model_name="scorecard",
            name="home_score",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="The score beside points: shots, or all tables added up.", null=True
            ),
        ),
        migrations.AddField(
            model_name="scorecard",
            name="away_score",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
