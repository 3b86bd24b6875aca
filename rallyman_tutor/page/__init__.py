"""The tutor's page as a pure function: what is said to it, what it is then, and what is shown of it. It knows no host."""
