"""The coach of Rallyman: DIRT: `coach.py` lists the questions for it, `solver/` finds the best driving, `odds.py`
drives drafts to their end."""
