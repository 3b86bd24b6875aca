"""The learner's table as it is played: the moves so far, the dice laid, the requests; no words, no pictures."""
