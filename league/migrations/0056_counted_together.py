# What all closed seasons but the last contribute together: made by the clock, as what each contributes.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0055_test_photographs'),
    ]

    operations = [
        migrations.AddField(
            model_name='countedseasons',
            name='whole',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='parts', to='league.countedseasons'),
        ),
    ]
