"""The data model of DESIGN §3, one file a concept. Rows and constraints only; verbs live in services."""

from league.models.changes import (
    ActionLog,
    ActionText,
    ChainHead,
    IdempotencyKey,
    Lease,
    Outbox,
    Revision,
)
from league.models.club import Club, ClubCounter, Membership, Season
from league.models.fairness import DealSimulation, FairnessReport, HelpDeal, HelpDraw
from league.models.ladders import (
    Ladder,
    LadderCheck,
    LadderVersion,
    RatingPoint,
    RatingRun,
    RatingSegment,
    Standing,
)
from league.models.people import Alias, NameKey, Player, PlayerMerge
from league.models.rulesets import CardSet, Ruleset
from league.models.seasons import Adjustment, Preview, SeasonArchive
from league.models.submissions import Finding, Line, Submission
from league.models.tables import Meeting, Table

__all__ = [
    "ActionLog",
    "ActionText",
    "Adjustment",
    "Alias",
    "CardSet",
    "ChainHead",
    "Club",
    "ClubCounter",
    "DealSimulation",
    "FairnessReport",
    "Finding",
    "HelpDeal",
    "HelpDraw",
    "IdempotencyKey",
    "Ladder",
    "LadderCheck",
    "LadderVersion",
    "Lease",
    "Line",
    "Meeting",
    "Membership",
    "NameKey",
    "Outbox",
    "Player",
    "PlayerMerge",
    "Preview",
    "RatingPoint",
    "RatingRun",
    "RatingSegment",
    "Revision",
    "Ruleset",
    "Season",
    "SeasonArchive",
    "Standing",
    "Submission",
    "Table",
]
