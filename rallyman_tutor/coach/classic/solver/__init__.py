"""The best driving of a lone car in Rallyman (2009).

`task.py` says what is to be solved, `nodes.py` where a turn can lead, `attack.py` finds the attacks from `rolls.py`,
`sweep.py` goes over the road as `order.py` tells, with chance taken as `chance.py` has it. `par.py` tells what a
stage comes to, `beat.py` how likely it is to be faster than a time, and `best.py` what a decision is worth.
`rough.py` has values that take no solving.
"""
