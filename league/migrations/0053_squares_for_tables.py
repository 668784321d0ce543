import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import league.accounts.models.ways_in


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0052_pubs_in_order'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='publink',
            name='one_live_link_a_pub',
        ),
        migrations.CreateModel(
            name='TableSquare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issued_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('times_opened', models.PositiveIntegerField(default=0, editable=False)),
                ('last_opened_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('code', models.CharField(default=league.accounts.models.ways_in.new_square_code, editable=False, max_length=12, unique=True)),
                ('issued_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pub', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='squares', to='league.pub')),
            ],
            options={
                'verbose_name': 'square for tables',
                'verbose_name_plural': 'squares for tables',
                'ordering': ['issued_at', 'id'],
                'abstract': False,
            },
        ),
    ]
