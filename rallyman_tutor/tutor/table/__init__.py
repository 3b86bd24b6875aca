"""A table as it is shown and spoken to: the view, what is read out, what every die would mean, what is written to it."""
