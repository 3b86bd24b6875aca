"""Sentences: rules, events, places, dials, chances and refusals told in the learner's language."""
