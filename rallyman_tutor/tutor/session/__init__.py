"""The learner's table as it is played: the moves so far, the dice laid, what was asked for; without a word or a picture."""
