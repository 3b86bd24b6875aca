"""A table as it is shown and spoken to: the view, the announcements, the verdict on every die, written commands."""
