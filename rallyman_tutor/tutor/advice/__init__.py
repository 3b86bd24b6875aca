"""The co-driver: the worth of a draft, the losses of a drive and where, the ghost, a draft driven a thousand times."""
