"""Pictures for tests: each is drawn in a process of its own, as a server does it, but only once in a run."""

from app.web.gallery import draw

_DRAWN: dict[str, bytes] = {}


async def draw_once(svg: str) -> bytes:
    """Draw an SVG as `draw` does, or return what was drawn of the same one before."""
    if svg not in _DRAWN:
        _DRAWN[svg] = await draw(svg)
    return _DRAWN[svg]
