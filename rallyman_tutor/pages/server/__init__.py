"""How Voila serves the pages: its settings, its request handlers, the number of visitors, the connection to a kernel.

Voila runs as a server of its own (`rallyman-tutor`, in `alone`) or below an address of a Jupyter server (Lab, a hub,
Binder; in `extension`). The other modules serve both ways.
"""

import sys

# Jupyter's servers load this grammar of international addresses to check some that nothing here has. To build it takes
# two thirds of the time in which a server of our own is loaded: 1.6 of 2.4 seconds of a processor. They do without it.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # makes its import fail
