"""What a page is made of in Jupyter: the painted table, and the widgets around it."""
