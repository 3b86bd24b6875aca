"""The documentation as a site: pages about rules are made from the games, all others are written by hand in `docs`.

What is made here are the sources; Sphinx makes the site of them, in an environment of its own: see `make docs`.
"""
