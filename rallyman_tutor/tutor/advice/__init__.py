"""The co-driver: what a draft is worth, what was lost in a drive and where, the ghost, a draft driven a thousand times."""
