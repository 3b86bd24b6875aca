"""Players of Crazy Rally, and advice on its cards: `playing.py` has what is asked of them."""
