"""A table as it is shown and spoken to: the view, announcements, the meaning of every die, lines written to it."""
