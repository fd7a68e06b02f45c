"""What somebody cannot read on a page as it stands in its window: text that is cut, crossed or out of reach."""

from typing import cast

from playwright.sync_api import Page

# What part of the height of a line may be cut off above and below, where nothing is written.
_ROOM = 0.3
# How many pixels are taken for rounding.
_SLACK = 2
_LOST = """([room, slack]) => {
    const lost = new Set(), written = [];
    const nameOf = ({ localName, id, className }) => `${localName}${id && "#" + id}.${className}`;
    const holders = function* (part) { for (let at = part; at; at = at.parentElement) yield at; };
    const styleOf = new Map();
    const look = (part) => styleOf.get(part) ?? styleOf.set(part, getComputedStyle(part)).get(part);
    const scrolls = (overflow) => ["auto", "scroll"].includes(overflow);
    const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
    if (document.scrollingElement.scrollWidth > innerWidth && look(document.body).overflowX === "visible") {
        lost.add(`the page scrolls sideways: ${document.scrollingElement.scrollWidth}`);
    }
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const node = words.currentNode, holder = node.parentElement;
        if (!node.data.trim() || holder.closest("svg, script, style, noscript, template, option, .skip")) continue;
        if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if ([...holders(holder)].some((at) => look(at).clipPath === "inset(50%)")) continue;
        const text = node.data.trim().slice(0, 30);
        const place = document.createRange();
        place.selectNodeContents(node);
        for (const { left, right, top, bottom, height } of place.getClientRects()) {
            if (right - left < 1 || height < 1) continue;
            let [box, away, fixed, moves] = [{ left, right, top, bottom }, false, false, false];
            for (const at of holders(holder)) {
                const style = look(at), edge = at.getBoundingClientRect();
                const [wide, high] = at === document.body ? ["visible", "visible"] : [style.overflowX, style.overflowY];
                if (cuts(wide) && (left < edge.left - slack || right > edge.right + slack)) {
                    lost.add(`${nameOf(at)} cuts “${text}” at its side`);
                }
                if (cuts(high) && (top + room * height < edge.top || bottom - room * height > edge.bottom)) {
                    lost.add(`${nameOf(at)} cuts “${text}”`);
                }
                if (scrolls(wide) || scrolls(high)) {
                    box = { left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right),
                        top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
                    moves ||= scrolls(wide);
                }
                away ||= ["fixed", "sticky"].includes(style.position);
                fixed ||= style.position === "fixed";
            }
            if (!moves && (left < -slack || right > innerWidth + slack)) lost.add(`“${text}” lies beyond the window`);
            const still = fixed || look(document.body).overflowY === "hidden";
            const shows = still && box.bottom > box.top;
            if (shows && box.bottom > innerHeight + slack) lost.add(`“${text}” lies below the window`);
            if (shows && top < -slack) lost.add(`“${text}” lies above the window`);
            if (box.right - box.left > 1 && box.bottom - box.top > room * height) {
                written.push({ ...box, height, node, text, away, holder });
            }
        }
    }
    const over = (one, other) => {
        const x = Math.max(one.left, other.left), end = Math.min(one.right, other.right);
        const y = Math.max(one.top, other.top), foot = Math.min(one.bottom, other.bottom);
        if (end - x <= slack || foot - y <= room * Math.min(one.height, other.height)) return false;
        // What lies under another part, such as a title under what a stuck table says, is not seen.
        const seen = document.elementFromPoint((x + end) / 2, (y + foot) / 2);
        return !seen || [one, other].every(({ holder }) => seen.contains(holder) || holder.contains(seen));
    };
    written.forEach((one, at) => written.slice(at + 1).forEach((other) => {
        if (one.node === other.node || one.away !== other.away) return;
        if (over(one, other)) lost.add(`“${one.text}” and “${other.text}” cross`);
    }));
    return [...lost];
}"""


def lost(page: Page) -> list[str]:
    """Return in words what cannot be read or reached. What somebody can scroll to is not lost."""
    return cast("list[str]", page.evaluate(_LOST, [_ROOM, _SLACK]))
