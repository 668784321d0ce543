from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('league', '0046_try_counts'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='is_silent',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
