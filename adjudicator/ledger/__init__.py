"""What people write: house lists, challenges and votes, rulings, and the tokens that say who may. Start at :mod:`adjudicator.ledger.store`."""
