"""What `one_by_one.py` and `at_once.py` work out with numpy, by loops that numba compiles (`coach/solver/compiled.py`). Imported where they are used,
as numba takes much memory.

`graph.py` numbers all nodes and steps of a stage, and `drafts.py` all drafts. Over these go the loops: `rolling.py` has those for the
dice of one step, `fronts.py` those for what matters of the ways on from a node, and `nodes.py` puts both together and keeps what is
found; `flat_out.py` has those for sets of dice that are rolled at once. `one_by_one.py` and `at_once.py` hand them their arrays. Without
numba the loops are ordinary Python, far slower than numpy; only tests run them so. Sums may be added up in another order than by
numpy, which changes values by less than a billionth of a second.
"""
