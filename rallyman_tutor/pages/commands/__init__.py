"""The commands, one file for each family. A file's `add` adds them to the command line; `cli` lists the families."""
