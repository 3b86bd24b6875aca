"""Players of Mil Millas, and advice on its cards: `playing.py` has what is asked of them."""
