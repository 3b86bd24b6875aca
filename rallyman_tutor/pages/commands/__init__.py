"""The commands, a file for each family of them. `add` tells the command line what there is to ask; `cli` lists the families."""
