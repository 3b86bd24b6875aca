"""The learner's table as it is played: moves, dice laid, questions asked; without a word or a picture."""
