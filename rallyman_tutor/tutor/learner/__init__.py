"""A learner from day to day: the map, progress, what comes back in practice, puzzles, runs, what costs them most."""
