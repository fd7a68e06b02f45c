"""What a request costs is what its visitor is charged, however dear the visitor has made it."""

import pytest

from tests.adversary.costs import SMALL, prepare, table, walk
from tests.adversary.house import House
from tests.adversary.sealed import Spy
from tests.adversary.town import found


@pytest.mark.long
def test_no_address_gets_more_than_a_quarter_of_a_lane_by_any_request(house: House, database_url: str) -> None:
    spy = Spy(database_url)
    town = found(house, spy)
    prepare(town, SMALL)
    found_out = walk(town, SMALL)
    spy.close()
    assert len(found_out) > 90
    dear = [cost for costs in found_out for cost in costs if cost.is_too_dear]
    assert not dear, table(dear, len(dear))
