"""The exception for what the solver cannot solve."""


class Unsolvable(Exception):
    """A stage or a position that the solver does not take, and why, by the name of its text and with facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts
