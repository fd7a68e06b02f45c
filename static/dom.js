// Finding elements, in words that the type check can follow.

/**
 * Return the element with an id, which has to be there.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`The page has no proper #${id}.`);
  return /** @type {Kind} */ (found);
}

/**
 * Return the first element below `root` that a selector names, which has to be there.
 * @type {(root: ParentNode, selector: string) => HTMLElement}
 */
export function one(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`Nothing here is ${selector}.`);
  return found;
}

/**
 * Return all elements below `root` that a selector names.
 * @type {(root: ParentNode, selector: string) => HTMLElement[]}
 */
export const all = (root, selector) =>
  [...root.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));

/**
 * Return what an event hit, or what holds that, if a selector names it.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
export const hit = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Return what has the focus, or what holds that, if a selector names it.
 * @type {(selector: string) => HTMLElement | null}
 */
export const focused = (selector) => document.activeElement?.closest(selector) ?? null;
