"""What use cases take and return that the ledger has made: for the signatures of the faces."""

from adjudicator.ledger.challenges import Dispute, Hands
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.merge import Conflict, Merge, Side
from adjudicator.ledger.revisions import Difference, Revision
from adjudicator.ledger.rights import Invite, Token
from adjudicator.ledger.transfer import Format, Report

__all__ = [
    "Conflict",
    "Difference",
    "Dispute",
    "Format",
    "Hands",
    "Invite",
    "Ledger",
    "Merge",
    "Report",
    "Revision",
    "Side",
    "Token",
]
