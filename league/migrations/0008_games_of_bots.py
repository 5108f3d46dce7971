from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_seat_fairness"),
    ]

    operations = [
        migrations.CreateModel(
            name="DealSimulation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("ruleset_hash", models.CharField(max_length=64)),
                ("players", models.PositiveSmallIntegerField()),
                ("deal", models.CharField(max_length=60)),
                ("bot", models.CharField(max_length=20)),
                ("code_version", models.CharField(max_length=40)),
                ("seed", models.PositiveBigIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("played", models.PositiveIntegerField(default=0)),
                ("tally", models.JSONField(default=dict)),
                ("failed", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "ruleset_hash", "players", "deal", "bot", "code_version"),
                        name="deal_simulation_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("played__lte", models.F("games"))), name="deal_simulation_played"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("players__gte", 2), ("players__lte", 8)),
                        name="deal_simulation_players",
                    ),
                ],
            },
        ),
    ]
