"""The features of the house: the one list of them all."""

from app.features.account import sections as account
from app.features.account.feature import ACCOUNT
from app.features.archive.feature import ARCHIVE
from app.features.daily.feature import DAILY
from app.features.deals.feature import DEALS
from app.features.friends.feature import FRIENDS
from app.features.moderation import sections as moderation
from app.features.moderation.feature import MODERATION
from app.features.open_data.feature import OPEN_DATA
from app.features.profiles.feature import PROFILES
from app.features.puzzles.feature import PUZZLES
from app.features.races.feature import RACES
from app.features.ratings.feature import RATINGS
from app.features.study.feature import STUDY
from app.features.tournaments.feature import TOURNAMENTS
from app.people.groups import GROUPS
from app.people.service import keeping as people
from app.people.service.audiences import AUDIENCES
from app.people.service.naming import NAMES
from app.people.showing import SECTIONS
from app.people.titles import SHOWS_GROUPS, TITLED
from app.play import keeping as play
from app.play.feature import Feature
from app.play.involving import INVOLVES
from app.play.judged import JUDGED
from app.play.making import MAKINGS
from app.play.occasion import OCCASIONS
from app.play.rows import company
from app.play.rows.texts import EVENTS
from app.play.service.secrecy import WITHHOLDS
from app.play.solving.jobs import JOBS
from app.play.solving.seeking import SEEKS

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
    OPEN_DATA,
    DEALS,
)
"""The order is that of the documents of the interface for programs. Where a transaction goes through several features,
it is that of the locks as well: races, tournaments, dailies."""

OCCASIONS.fill(occasion for feature in FEATURES for occasion in feature.occasions)
EVENTS.fill(occasion.event for occasion in OCCASIONS)
WITHHOLDS.fill(each for feature in FEATURES for each in feature.withholds)
JOBS.fill(each for feature in FEATURES for each in feature.jobs)
people.KEEPS.fill((people.KEPT, play.KEPT, *(each for feature in FEATURES for each in feature.keeps)))
NAMES.fill((company, *(each for feature in FEATURES for each in feature.names)))
GROUPS.fill(each for feature in FEATURES for each in feature.groups)
AUDIENCES.fill(each for feature in FEATURES for each in feature.audiences)
SECTIONS.fill(each for feature in FEATURES for each in feature.sections)
INVOLVES.fill(each for feature in FEATURES for each in feature.involves)
SEEKS.fill(each for feature in FEATURES for each in feature.seeks)
MAKINGS.fill(each for feature in FEATURES for each in feature.makings)
account.SECTIONS.fill(each for feature in FEATURES for each in feature.account)
TITLED.fill(each for feature in FEATURES for each in feature.titled)
SHOWS_GROUPS.fill(each for feature in FEATURES for each in feature.shows_groups)
JUDGED.fill(each for feature in FEATURES for each in feature.judged)
moderation.SECTIONS.fill(each for feature in FEATURES for each in feature.moderation)
