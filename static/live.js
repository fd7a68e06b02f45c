// News from the server while the page is visible. A hidden page closes its stream, since a browser allows only a few to
// a server. When the page is visible again, the first news is `heal`, which asks it to fetch the whole.

const PAUSE = 2000;
const REFUSED = new Set([401, 403, 404]);

/**
 * Listen at an address. `on` has a function for each kind of news, `heal` among them.
 * @type {(address: string, on: Record<string, (data: string) => void>) => void}
 */
export function listen(address, on) {
  /** @type {EventSource | null} */
  let source = null;

  function open() {
    if (source || document.hidden) return;
    source = new EventSource(address);
    for (const [kind, hear] of Object.entries(on)) source.addEventListener(kind, ({ data }) => hear(data));
    // If a stream just ends, the browser opens it again, with the id of the last news.
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(again, PAUSE);
    });
  }

  // A refused stream gives no reason, so ask for it. If the right to listen has ended, do not try again.
  async function again() {
    const asking = new AbortController();
    const headers = { Accept: "text/event-stream" };
    const answer = await fetch(address, { headers, signal: asking.signal }).catch(() => null);
    asking.abort();
    if (!answer || !REFUSED.has(answer.status)) open();
  }

  function close() {
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
}
