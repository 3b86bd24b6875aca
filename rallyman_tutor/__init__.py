"""An interactive tutor for rally board games: lay dice on a drawn track, and learn why each rule is there."""

__version__ = "0.1.0"
