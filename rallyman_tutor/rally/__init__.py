"""A whole evening: who drives, on which stages, by which rules, what happened, and the sheet of times.

A `Rally` is one value, made of the replay of its game and of who decides for each driver. All else follows from it.
"""
