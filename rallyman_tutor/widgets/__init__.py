"""The page in Jupyter: its widget, its scripts and styles, and the painter of its ground."""
