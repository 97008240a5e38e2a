"""Under which names the server answers: it makes links of the name that it was asked by, so a client must not choose it."""

from __future__ import annotations

from wsgiref.types import WSGIEnvironment

from adjudicator.runtime.limits import FREE, host_of


def is_ours(environ: WSGIEnvironment, hosts: frozenset[str], proxies: int) -> bool:
    """Return whether a request is for one of *hosts*, or for what is answered under any name; if there are none, every request is.

    With so many trusted *proxies* in front, the name is the one that the outermost was asked by.
    """
    if not hosts or environ["PATH_INFO"].startswith(FREE):
        return True
    return host_of(environ, proxies) in hosts
