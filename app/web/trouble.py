"""The document of every refusal."""

from pydantic import BaseModel, Field


class Trouble(BaseModel):
    """Why the server refused a request."""

    detail: str = Field(description="One sentence.", examples=["Only a King may fill a space."])
