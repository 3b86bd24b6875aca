"""The parts of every game: rules, luck, the promises of a `Game`, notation, remedies, replays."""
