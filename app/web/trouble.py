"""The document of every refusal, and the status that each code of one has."""

from pydantic import BaseModel, Field

from app.core.refusals import Code

STATUS: dict[Code, int] = {
    Code.MALFORMED: 400,
    Code.INVALID_MOVE: 400,
    Code.INVALID_CARD: 400,
    Code.INVALID_VARIATIONS: 400,
    Code.WRONG_PASSWORD: 401,
    Code.WRONG_TOKEN: 401,
    Code.SIGNED_OUT: 401,
    Code.NOT_YOURS: 403,
    Code.LACKS_SCOPE: 403,
    Code.CROSS_SITE: 403,
    Code.WITHHELD: 403,
    Code.NOT_FOUND: 404,
    Code.UNKNOWN_GAME: 404,
    Code.INVALID_DEAL: 404,
    Code.UNKNOWN_ADDRESS: 404,
    Code.WRONG_METHOD: 405,
    Code.NOT_ACCEPTABLE: 406,
    Code.STALE: 409,
    Code.TOO_LARGE: 413,
    Code.WRONG_TYPE: 415,
    Code.IMPOSSIBLE: 422,
    Code.OVER: 422,
    Code.NOT_YET: 422,
    Code.NAME_TAKEN: 422,
    Code.ILLEGAL_MOVE: 422,
    Code.INVALID_OPTION: 422,
    Code.WRONG_VALUE: 422,
    Code.TOO_MANY: 429,
    Code.FAILURE: 500,
    Code.UNAVAILABLE: 503,
    Code.TOO_SLOW: 503,
    Code.CROWDED: 503,
}


def _codes() -> str:
    """Write which codes each status has."""
    grouped: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        grouped.setdefault(status, []).append(f"`{code}`")
    return "; ".join(f"{status}: {', '.join(codes)}" for status, codes in grouped.items())


class Trouble(BaseModel):
    """Why the server refused a request."""

    detail: str = Field(description="One sentence.", examples=["Only a King may fill a space."])
    code: Code = Field(
        description="What kind of refusal it is, in a word that stays the same while its sentence may change. "
        f"By status, {_codes()}. Later versions may have more.",
        examples=[Code.ILLEGAL_MOVE],
    )
