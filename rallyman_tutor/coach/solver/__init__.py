"""Parts that the solvers of both race games share: costs, tables and where they lie, mixes of cards."""
