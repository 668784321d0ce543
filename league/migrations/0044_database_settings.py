"""Set on PostgreSQL what its usual settings have otherwise than a league needs it.

Its usual costs are of disks that turn: with them it reads a whole small table where an index leads to the rows
of one league. And it waits for a lock for ever; whoever waits for a page is told to come again, as on SQLite.
Without the right to change the database, or where somebody has set these, everything stays as it is:
docs/operating.md names what to type.
"""

from django.db import migrations

SETTINGS = """
DO $$
BEGIN
    IF current_setting('random_page_cost')::float > 1.1 THEN
        EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' SET random_page_cost = 1.1';
    END IF;
    IF current_setting('lock_timeout') = '0' THEN
        EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' SET lock_timeout = ''20s''';
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    NULL;
END $$
"""


def set_up_database(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(SETTINGS, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0043_clock_turn_and_printed_files'),
    ]

    operations = [migrations.RunPython(set_up_database, migrations.RunPython.noop)]
