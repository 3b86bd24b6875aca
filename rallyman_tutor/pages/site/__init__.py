"""The static edition: the tutor as plain files, with Python in the visitor's own browser.

`writing.py` writes it. `visitor.py` runs in the browser, in a worker; the scripts around it are in `scripts/`, and what
stands there in the place of other packages in `stand_ins/`. docs/static.md tells how they work together.
"""
