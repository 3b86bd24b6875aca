"""The exception for what the solver cannot solve."""


class Unsolvable(Exception):
    """A stage or a position that the solver does not take, and why."""
