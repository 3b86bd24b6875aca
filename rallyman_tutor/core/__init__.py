"""What every game is made of: rules, luck, the game record, replays."""
