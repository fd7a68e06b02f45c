"""The command where it is not installed: `python -m app.cli`."""

import sys

from app.cli import main

sys.exit(main())
