import pytest

from tests.engine.variants import VARIANTS, Variant
from tests.lengths import a_few
from tests.soak.random_play import play


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_a_thousand_random_moves_break_nothing(variant: Variant) -> None:
    assert play(variant, 1000, seed=1).moves == 1000
