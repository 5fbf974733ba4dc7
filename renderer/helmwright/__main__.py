"""Runs the command line: ``python -m helmwright``."""

import sys

try:
    from helmwright.cli import main

    code = main()
except KeyboardInterrupt:
    code = 130
sys.exit(code)
