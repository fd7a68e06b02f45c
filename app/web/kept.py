"""Answers that are the same for everybody, and that programs ask for again and again."""

from hashlib import sha256

from fastapi import Request
from fastapi.responses import Response

from app.core.encoding import encoding_for, squeeze


def answer_for_all(request: Request, body: bytes, media_type: str, seconds: int) -> Response:
    """Answer with a body that anybody may keep for so many seconds, or say that the client still has it."""
    # The same mark stands for every encoding, so it names what is said and not its bytes.
    mark = f'W/"{sha256(body).hexdigest()[:16]}"'
    headers = {"cache-control": f"public, max-age={seconds}", "etag": mark, "vary": "accept-encoding"}
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if way := encoding_for(request.headers.get("accept-encoding", "")):
        body, headers = squeeze(body, way), headers | {"content-encoding": way}
    return Response(body, media_type=media_type, headers=headers)
