"""What people do with the ledger: the one way to it for the command line, HTTP and the pages.

A function here is an act, with its rule: who may do it, what is refused, what is written. A face reads what was sent, calls it, and shows
what it returns; it asks the ledger nothing itself. Start at :mod:`.houses` and :mod:`.disputes`; :mod:`.people` says who acts.
"""
