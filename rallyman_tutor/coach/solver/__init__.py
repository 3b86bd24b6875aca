"""The best driving of a car alone on a stage, and what it costs."""
