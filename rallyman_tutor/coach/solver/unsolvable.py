"""What is not solved."""


class Unsolvable(Exception):
    """A stage or a position that the solver does not take, and why."""
