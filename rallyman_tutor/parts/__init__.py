"""Parts of several games: dice, decks, cars, the country beside a road, tables of values."""
