"""Playing well: simple drivers, players at three levels, advice with reasons, and exact odds. Numbers, no words.

`coaches.py` lists the coaches by hand, `contract.py` says what each of them can be asked.
"""
