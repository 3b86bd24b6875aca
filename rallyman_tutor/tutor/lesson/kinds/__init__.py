"""The kinds of steps of a lesson, a file each; `registry.py` lists them."""
