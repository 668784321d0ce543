from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('league', '0045_audit_log_and_deleted_leagues'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='is_silent',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
