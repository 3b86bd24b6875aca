"""What every game is made of: rules, luck, what a `Game` promises, notation, remedies, replays."""
