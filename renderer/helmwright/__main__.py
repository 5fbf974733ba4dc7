"""Runs the command line: ``python -m helmwright``."""

import sys

from helmwright.cli import main

sys.exit(main())
