"""Draw the SVG on standard input as a PNG on standard output: `python -m app.web.drawing`.

This is a process of its own, because the library holds the interpreter while it draws: 0.2 seconds for a table.
"""

import sys

import resvg_py


def main() -> None:
    """Draw one picture."""
    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


if __name__ == "__main__":
    main()
