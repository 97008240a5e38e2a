"""The HTTP interface under /v1: thin glue between requests and the service.

Start at :mod:`adjudicator.api.routes`.
"""
