"""Stands before the module of this name in every server of the tests: see `rallyman_tutor/pages/server/__init__.py`."""

raise ImportError
