"""The coach of Rallyman: DIRT: `coach.py` says what it can be asked, `solver/` finds the best driving, `odds.py` drives drafts to their end."""
