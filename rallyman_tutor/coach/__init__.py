"""Playing well: simple drivers, players at three levels, advice with reasons, and exact odds. Numbers, no words."""
