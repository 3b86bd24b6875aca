"""What games share: dice, decks, cars, the country beside a road, tables of values."""
