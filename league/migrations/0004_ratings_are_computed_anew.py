"""What is derived goes before the units of points change: a transaction of its own, as PostgreSQL wants it."""

from django.db import migrations

_DERIVED = ("ratingpoint", "standing", "ratingsegment", "ratingrun")


def drop_derived(apps, schema_editor):
    """Points change their units: ladders are computed anew, from the results, by the next worker or command."""
    schema_editor.execute("UPDATE league_ladder SET current_run_id = NULL, computed_revision = 0")
    for table in _DERIVED:
        schema_editor.execute(f"DELETE FROM league_{table}")


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0003_hidden_people_are_found_by_index'),
    ]

    operations = [
        migrations.RunPython(drop_derived, drop_derived),
    ]
