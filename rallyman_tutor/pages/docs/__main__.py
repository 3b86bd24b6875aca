"""`python -m rallyman_tutor.pages.docs FOLDER`: write the sources of the documentation into a folder, anew."""

from __future__ import annotations

import sys
from pathlib import Path

from rallyman_tutor.pages.docs.writing import write

if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1])))} files are in {sys.argv[1]}")
