"""The coach of Rallyman (2009): `coach.py` says what it can be asked, `solver/` finds the best driving, `odds.py` drives drafts to their end."""
