"""What is started: the command line, and the pages it opens."""
