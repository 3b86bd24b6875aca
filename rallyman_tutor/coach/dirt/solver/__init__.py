"""The best driving of a lone car in Rallyman: DIRT.

`task.py` says what is to be solved, `carried.py` what a car carries from turn to turn, `chance.py` how chance can be
taken, `nodes.py` where a turn can be, `fronts.py` which drafts matter, and `one_by_one.py` what it comes to to roll
their dice one by one; `falling.py` how dice fall that are rolled at once, `flat_out.py` which these are, and
`at_once.py` what that comes to; `sweep.py` goes over the road, `par.py` tells what a stage comes to, and `best.py`
what a decision is worth, with the `drafts.py` of a turn. `rough.py` has values that take no solving.
"""
