"""The command line, and the pages it opens."""
