"""Live evidence: dictionaries on the web, asked politely, one word at a time.

``site`` is the contract of a site, ``client`` the one way in which all of them are asked, ``errors`` what can go wrong. Each
other module that has a ``SITE`` is one site. Nothing here knows rulesets, flags or verdicts.
"""
