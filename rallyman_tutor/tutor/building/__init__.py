"""A stage that is built by hand: its parts, what may come next, undo, and its text."""
