"""What stands between Voila and the learner: its settings, the number of visitors, the door, the connection.

Voila serves the pages in two ways, as a server of its own (`rallyman-tutor`, in `alone`) and as a guest of a Jupyter server (Lab, a
hub, Binder; in `extension`), where it lives in a corner of its own. Everything else here is the same in both.
"""
