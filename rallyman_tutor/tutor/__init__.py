"""Teaching: what games say as numbers and keys is put into words here; lessons, hints, practice, progress."""
