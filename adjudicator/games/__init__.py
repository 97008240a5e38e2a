"""Boards, paths and words on them, as pure data."""
