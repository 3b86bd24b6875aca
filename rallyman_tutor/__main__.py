"""`python -m rallyman_tutor`: the command line, where no script is installed."""

import sys

from rallyman_tutor.pages.cli import main

sys.exit(main())
