"""The gallery of moments in docs/pictures."""

from tests.chromium.moments import GALLERY, MOMENTS
from tests.chromium.pictures import WINDOWS


def test_the_gallery_shows_every_moment_in_every_window_under_its_title() -> None:
    listed = (GALLERY / "README.md").read_text(encoding="utf-8")
    for name, (title, _) in MOMENTS.items():
        pictures = [f"moment-{name}-{size}.webp" for size in WINDOWS]
        shown = [f"![{title}, on a {size}]({picture})" for size, picture in zip(WINDOWS, pictures, strict=True)]
        assert f"| {title} | {' | '.join(shown)} |" in listed
        assert all((GALLERY / picture).stat().st_size for picture in pictures)
    assert {each.name for each in GALLERY.glob("moment-*")} == {
        f"moment-{name}-{size}.webp" for name in MOMENTS for size in WINDOWS
    }
