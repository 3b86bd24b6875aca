"""What is measured runs in the browser of the page tests."""

from __future__ import annotations

from tests.pages.conftest import browser, playwright

__all__ = ["browser", "playwright"]
