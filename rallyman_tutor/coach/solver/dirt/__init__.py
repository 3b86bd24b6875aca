"""The best driving of a lone car in Rallyman: DIRT.

`task.py` says what is to be solved, `carried.py` what a car carries from turn to turn, `nodes.py` where a turn can be, `fronts.py`
which drafts matter, `flat_out.py` how dice that are rolled at once can fall; `sweep.py` goes over the road.
"""
