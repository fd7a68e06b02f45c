"""A browser without scripts: it knows pages, links and forms, and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from httpx2 import Response
from starlette.testclient import TestClient

Attributes = dict[str, str]


@dataclass(slots=True)
class Form:
    """A form of a page."""

    attributes: Attributes
    fields: dict[str, str] = field(default_factory=dict)
    """The fields that it sends with any of its buttons."""


class Page(HTMLParser):
    """The links, fields and buttons of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: list[Form] = []
        self.buttons: list[tuple[Attributes, Form | None]] = []
        """Every button that can be pressed, with the form that it stands in."""
        self._within: Form | None = None
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect everything that a visitor could use."""
        attributes = {name: value or "" for name, value in attrs}
        match tag:
            case "a" if "href" in attributes:
                self.links.add(attributes["href"])
            case "form":
                self._within = Form(attributes)
                self.forms.append(self._within)
            case "input" if self._within and "name" in attributes:
                if attributes.get("type") != "radio" or "checked" in attributes:
                    self._within.fields[attributes["name"]] = attributes.get("value", "")
            case "select":
                self._select = attributes.get("name", "")
            case "option" if self._within and self._select:
                if "selected" in attributes or self._select not in self._within.fields:
                    self._within.fields[self._select] = attributes.get("value", "")
            case "button" if "disabled" not in attributes and attributes.get("type") != "button":
                self.buttons.append((attributes, self._within))

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self._within = None

    def button(self, **wanted: str) -> tuple[Attributes, Form]:
        """Find the one button with these attributes, and the form it belongs to."""
        found = [button for button in self.buttons if wanted.items() <= button[0].items()]
        assert found, f"no button {wanted}"
        attributes, within = found[0]
        named = (form for form in self.forms if form.attributes.get("id") == attributes.get("form"))
        form = next(named) if "form" in attributes else within
        assert form is not None
        return attributes, form

    def form(self, action: str, names: Iterable[str]) -> Form:
        """Find the form that is sent there and has fields of these names."""
        return next(
            form for form in self.forms if form.attributes.get("action") == action and form.fields.keys() >= set(names)
        )


class Browser:
    """A visitor, and the page before them."""

    def __init__(self, client: TestClient, address: str) -> None:
        self.client = client
        self._show(client.get(address))

    def follow(self, link: str) -> None:
        """Follow a link of the page."""
        assert link in self.page.links, link
        self._show(self.client.get(urljoin(self.address, link)))

    def press(self, **wanted: str) -> None:
        """Press the button that has these attributes."""
        attributes, form = self.page.button(**wanted)
        pressed = {attributes["name"]: attributes["value"]} if "name" in attributes else {}
        self._send(form, attributes.get("formaction"), pressed, attributes.get("formmethod"))

    def fill_in(self, action: str, **fields: str) -> None:
        """Fill in the form that is sent there, and send it."""
        self._send(self.page.form(action, fields), None, fields)

    def _send(self, form: Form, action: str | None, more: dict[str, str], method: str | None = None) -> None:
        address = urljoin(self.address, action or form.attributes.get("action", ""))
        fields = form.fields | more
        if (method or form.attributes["method"]) == "post":
            self._show(self.client.post(address, data=fields))
        else:
            self._show(self.client.get(address, params=fields))

    def _show(self, answer: Response) -> None:
        while answer.status_code == 303:
            answer = self.client.get(urljoin(str(answer.url), answer.headers["location"]))
        self.answer = answer
        self.address = str(answer.url)
        self.page = Page(answer.text)
