"""The documents of players with accounts."""

from pydantic import BaseModel, Field


class WhoDocument(BaseModel):
    """A player with an account, and whether it is a bot."""

    name: str = Field(description="Your name, as others see it.", examples=["Greedy (bot)"])
    bot: bool = Field(description="Whether the account is a bot.")


class PlayerDocument(BaseModel):
    """A player with an account."""

    name: str = Field(description="Your name, as others see it.", examples=["Ann"])


class NewPlayerDocument(PlayerDocument):
    """A player with a new account."""

    recovery_codes: list[str] = Field(
        description="Each lets you in once without the password. You never see them again.",
        examples=[["k3v9-q0w2-x7m4-n8ta"]],
    )
