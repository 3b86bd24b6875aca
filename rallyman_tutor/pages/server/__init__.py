"""What stands between Voila and the learner: its settings, the number of visitors, the door, the connection.

Voila serves the pages in two ways, as a server of its own (`rallyman-tutor`) and as an extension of a Jupyter server (Lab,
a hub, Binder). Everything here works in both; `alone` and `extension` are the two places where it is put in.
"""
