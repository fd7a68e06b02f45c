"""How the solvers stand, for pages that show why there is no answer yet."""

from fastapi import Request

from app.play.attendance import Attendance
from app.play.values.solvers import Solvers
from app.web.dependencies import server


async def solvers_now(request: Request) -> Solvers:
    """Return how the solvers stand that answer this server's players."""
    return await server(request).part(Attendance).solvers()
