"""Asking for a reminder in a browser whose push service is only pretended."""

import json
from base64 import urlsafe_b64encode

import pytest
from playwright.sync_api import Page, expect

from tests.chromium.conftest import Visit
from tests.chromium.visitors import PHONE, SMALL_PHONE, Visitor

pytestmark = pytest.mark.browser

KEYS = {
    name: urlsafe_b64encode(key).rstrip(b"=").decode() for name, key in (("p256dh", b"\4" * 65), ("auth", b"\4" * 16))
}
_PRETENDED = """({ endpoint, keys, permission }) => {
    // The empty page before the first is not secure enough for any of this.
    if (!navigator.serviceWorker) return;
    window.asked = [];
    let there = null;
    const made = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => { there = null; asked.push("left"); } };
    const pushManager = {
        getSubscription: async () => there,
        subscribe: async (wish) => { asked.push(wish.applicationServerKey); there = made; return made; },
    };
    navigator.serviceWorker.register = async () => {};
    Object.defineProperty(navigator.serviceWorker, "ready", { get: async () => ({ pushManager }) });
    Object.defineProperty(Notification, "permission", { get: () => permission === "denied" ? permission : "default" });
    Notification.requestPermission = async () => { asked.push("permission"); return permission; };
}"""


def pretend(visitor: Visitor, permission: str = "granted", host: str = "fcm.googleapis.com") -> None:
    """Let a visitor's pages find a push service, and somebody who answers the browser's question."""
    service = {"endpoint": f"https://{host}/wp/chromium-{id(visitor)}", "keys": KEYS, "permission": permission}
    visitor.context.add_init_script(f"({_PRETENDED})({json.dumps(service)})")


def asked(page: Page) -> list[str]:
    """Return what the page has asked of the browser, in order."""
    found: list[str] = page.evaluate("window.asked")
    return found


def test_a_player_asks_for_a_reminder_and_ends_it(visit: Visit) -> None:
    visitor = visit(window=PHONE)
    pretend(visitor)
    page = visitor.open("/settings")
    page.get_by_role("link", name="Reminders").click()
    page.get_by_label("Remind me at").select_option("07:00")
    expect(page.locator("#unable")).to_be_hidden()
    assert asked(page) == [], "nothing is asked before the player does"
    page.get_by_role("button", name="Remind me").click()
    expect(page.locator("#reminded")).to_have_text(
        "You get a reminder every day at 07:00, unless you have solved a daily."
    )
    assert asked(page) == ["permission", page.locator("#remind").get_attribute("data-key")]
    page.reload()
    expect(page.locator("#main li")).to_contain_text("Every day at 07:00")
    expect(page.get_by_label("Remind me at")).to_have_value("7")
    page.get_by_role("button", name="No more reminders").click()
    expect(page.get_by_text("Your reminders have ended.")).to_be_visible()
    expect(page.get_by_text("Every day at")).to_have_count(0)


def test_a_browser_that_may_not_notify_says_so_and_is_not_reminded(visit: Visit) -> None:
    visitor = visit()
    pretend(visitor, "denied")
    page = visitor.open("/reminders")
    expect(page.locator("#reminded")).to_contain_text("doesn’t allow Rampart to send notifications")
    page.get_by_role("button", name="Remind me").click()
    expect(page.locator("#remind button")).to_be_enabled()
    assert asked(page) == ["permission"]
    page.reload()
    expect(page.get_by_text("Every day at")).to_have_count(0)


def test_a_refusal_is_told_in_its_sentence(visit: Visit) -> None:
    visitor = visit(refusals=[400])
    pretend(visitor, host="push.example.org")
    page = visitor.open("/reminders")
    page.get_by_role("button", name="Remind me").click()
    expect(page.locator("#reminded")).to_have_text(
        "This server sends reminders only through push services that it knows."
    )


def test_without_scripts_the_page_leads_to_the_calendar(visit: Visit) -> None:
    page = visit(javascript=False).open("/reminders")
    expect(page.locator("#remind")).to_be_hidden()
    expect(page.locator("#unable").get_by_role("link", name="Your calendar")).to_be_visible()


def test_a_phone_that_needs_the_home_screen_is_told_so(visit: Visit) -> None:
    visitor = visit(window=SMALL_PHONE)
    visitor.context.add_init_script(
        "delete window.PushManager;"
        "Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' })"
    )
    page = visitor.open("/reminders")
    expect(page.locator("#unable")).to_contain_text("first add Rampart to the Home Screen")
    expect(page.locator("#remind")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE.width
