"""The features of the house: the one list of them all, and which of them a server switches on."""

from collections.abc import Collection, Sequence

from app.core import features
from app.core.metrics import Figure
from app.core.settings import SettingsError
from app.core.slots import Slot
from app.features.account.feature import ACCOUNT
from app.features.account.sections import ACCOUNT_SECTIONS
from app.features.archive.feature import ARCHIVE
from app.features.daily.feature import DAILY
from app.features.deals.feature import DEALS
from app.features.friends.feature import FRIENDS
from app.features.host_words.feature import HOST_WORDS
from app.features.invitations.feature import INVITATIONS
from app.features.moderation.feature import MODERATION
from app.features.moderation.sections import MODERATION_SECTIONS
from app.features.open_data.feature import OPEN_DATA
from app.features.profiles.feature import PROFILES
from app.features.puzzles.feature import PUZZLES
from app.features.races.feature import RACES
from app.features.ratings.feature import RATINGS
from app.features.reminders.feature import REMINDERS
from app.features.study.feature import STUDY
from app.features.tournaments.feature import TOURNAMENTS
from app.people.service import keeping
from app.people.service.audiences import AUDIENCES, RESULTS_OF_DAY
from app.people.service.naming import NAMES
from app.people.showing import SECTIONS
from app.people.titles import GROUPS, SHOWS_GROUPS, TITLED
from app.play import keeping as play
from app.play.between import INVOLVES, JUDGED, MAKINGS
from app.play.feature import Feature
from app.play.front import FRONT, LEADS
from app.play.goals import GOALS
from app.play.occasion import OCCASIONS
from app.play.rows import company
from app.play.service.secrecy import POSES, WITHHOLDS
from app.play.solving.jobs import JOBS
from app.play.solving.seeking import SEEKS
from app.play.values.event import EVENTS
from app.web.doors import Section

OPERATOR_SECTIONS = Slot[Section[int]]("sections of the operator's page")
"""The sections that features add to the operator's page; each reads what it shows by the time."""
FIGURES = Slot[Figure]("figures of features for the metrics")
"""The figures that features add to the metrics."""
FEATURES: tuple[Feature, ...] = (
    ACCOUNT,
    RACES,
    RATINGS,
    TOURNAMENTS,
    DAILY,
    STUDY,
    PUZZLES,
    ARCHIVE,
    PROFILES,
    MODERATION,
    FRIENDS,
    INVITATIONS,
    HOST_WORDS,
    OPEN_DATA,
    DEALS,
    REMINDERS,
)
"""The order is that of the documents of the interface for programs. Where a transaction goes through several features,
it is that of the locks as well."""
NONE = "none"
"""The word for no optional feature."""


def chosen(words: Collection[str]) -> tuple[Feature, ...]:
    """Return the features that every server has, and the optional ones that a host names; without a word, all of them.

    Raises:
        SettingsError: a word names no feature, or one of the features needs another that is not named.
    """
    if not words:
        return FEATURES
    optional = [feature.name for feature in FEATURES if feature.optional]
    if wrong := sorted(set(words) - {NONE, *(feature.name for feature in FEATURES)}):
        raise SettingsError(
            f"RAMPART_FEATURES names “{wrong[0][:40]}”: write “{NONE}”, or some of {', '.join(sorted(optional))}."
        )
    found = tuple(feature for feature in FEATURES if not feature.optional or feature.name in words)
    there = {feature.name for feature in found}
    for feature in found:
        if lacking := [name for name in feature.needs if name not in there]:
            raise SettingsError(
                f"RAMPART_FEATURES names {feature.name}, which needs {lacking[0]}: name both or neither."
            )
    return found


def switch_on(found: Sequence[Feature]) -> None:
    """Fill the slots of the rooms below, in place of what was there before.

    What is stored, and what is still secret, is a matter for features that are switched off as well.
    """
    features.FEATURES.fill(feature.name for feature in found)
    OCCASIONS.fill(occasion for feature in found for occasion in feature.occasions)
    JOBS.fill(each for feature in found for each in feature.jobs)
    GROUPS.fill(each for feature in found for each in feature.groups)
    AUDIENCES.fill(each for feature in found for each in feature.audiences)
    RESULTS_OF_DAY.fill(each for feature in found for each in feature.results_of_day)
    SECTIONS.fill(each for feature in found for each in feature.sections)
    INVOLVES.fill(each for feature in found for each in feature.involves)
    SEEKS.fill(each for feature in found for each in feature.seeks)
    MAKINGS.fill(each for feature in found for each in feature.makings)
    TITLED.fill(each for feature in found for each in feature.titled)
    FRONT.fill(each for feature in found for each in feature.front)
    LEADS.fill(each for feature in found for each in feature.leads)
    GOALS.fill(each for feature in found for each in feature.goals)
    ACCOUNT_SECTIONS.fill(each for feature in found for each in feature.account)
    MODERATION_SECTIONS.fill(each for feature in found for each in feature.moderation)
    OPERATOR_SECTIONS.fill(each for feature in found for each in feature.operator)
    FIGURES.fill(each for feature in found for each in feature.figures)

    EVENTS.fill(occasion.event for feature in FEATURES for occasion in feature.occasions)
    WITHHOLDS.fill(each for feature in FEATURES for each in feature.withholds)
    POSES.fill(each for feature in FEATURES for each in feature.poses)
    keeping.KEEPS.fill((keeping.KEPT, play.KEPT, *(each for feature in FEATURES for each in feature.keeps)))
    NAMES.fill((company, *(each for feature in FEATURES for each in feature.names)))
    SHOWS_GROUPS.fill(each for feature in FEATURES for each in feature.shows_groups)
    JUDGED.fill(each for feature in FEATURES for each in feature.judged)


switch_on(FEATURES)
