"""What use cases take and return that the ledger has made: for the signatures of the faces."""

from adjudicator.ledger.challenges import Dispute, Ruling, Status, Vote
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.merge import Conflict, Merge, Side
from adjudicator.ledger.revisions import Difference, Point, Revision
from adjudicator.ledger.rights import Invite, Token
from adjudicator.ledger.transfer import Contradictions, Format, Report

__all__ = [
    "Conflict",
    "Contradictions",
    "Difference",
    "Dispute",
    "Format",
    "Invite",
    "Ledger",
    "Merge",
    "Point",
    "Report",
    "Revision",
    "Ruling",
    "Side",
    "Status",
    "Token",
    "Vote",
]
