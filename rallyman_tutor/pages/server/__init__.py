"""How Voila serves the pages: its settings, its request handlers, the number of visitors, the connection to a kernel.

Voila runs as a server of its own (`rallyman-tutor`, in `alone`) or below an address of a Jupyter server (Lab, a hub,
Binder; in `extension`). The other modules serve both ways.
"""
