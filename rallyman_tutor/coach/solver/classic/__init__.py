"""The best driving of a lone car in Rallyman (2009): what is solved, attacks, and the sweep over the road."""
