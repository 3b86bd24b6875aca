"""Driving well: simple drivers now; hints, odds and planning later. Numpy may live here, and only here."""
