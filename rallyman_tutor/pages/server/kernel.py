"""The Python process behind a learner's page. Nobody debugs there and nobody asks for last week's commands, so it brings neither
debugger nor history: a sixth of its memory, and no file of what a visitor did. Kernels of Lab's notebooks keep both.
"""

from __future__ import annotations

import sys

sys.modules["debugpy"] = None  # type: ignore[assignment]  # Python's way to say that there is none; ipykernel does without

from ipykernel.ipkernel import IPythonKernel  # noqa: E402  # it must not find the debugger


class PageKernel(IPythonKernel):
    """A kernel that runs a page and does nothing else."""
