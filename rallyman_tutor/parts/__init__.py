"""What games share: dice and their odds, decks, the road and its shape, tables of values."""
