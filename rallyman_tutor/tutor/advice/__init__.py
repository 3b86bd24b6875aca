"""The co-driver: the worth of a draft, the losses of a drive, the ghost, a draft driven a thousand times."""
