"""The tutor's page as a pure function: a message to it, its next state, and the part of it that is shown. It knows no
host."""
