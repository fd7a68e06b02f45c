import re

from app.core.store.ids import new_id

NOW = 1_795_000_000_000


def test_an_id_is_sixteen_lower_case_letters_and_digits_without_i_l_o_and_u() -> None:
    assert re.fullmatch(r"[0-9a-hjkmnp-tv-z]{16}", new_id(NOW))


def test_ids_of_one_moment_are_all_different() -> None:
    assert len({new_id(NOW) for _ in range(1_000)}) == 1_000


def test_ids_of_later_moments_come_later() -> None:
    ids = [new_id(NOW + later) for later in range(0, 100_000, 4)]
    assert ids == sorted(ids)


def test_ids_can_be_made_from_the_first_moment_to_the_end_of_the_century() -> None:
    assert new_id(0) < new_id(NOW) < new_id(4_102_444_800_000)
