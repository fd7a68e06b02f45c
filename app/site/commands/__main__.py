"""Run the command without installing it: `python -m app.site.commands`."""

import sys

from app.site.commands import main

sys.exit(main())
