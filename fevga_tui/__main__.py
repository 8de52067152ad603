"""`python -m fevga_tui` is the `fevga` command."""

import sys

from fevga_tui.cli import main

sys.exit(main())
