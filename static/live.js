// News from the server, for as long as the page is seen. A hidden page lets its stream go, since a browser allows only
// a few to a server; when it is seen again the first news is `heal`, which tells to ask for the whole.

const PAUSE = 2000;
const REFUSED = new Set([401, 403, 404]);

/**
 * Listen at an address; `on` has a function for each kind of news, `heal` among them.
 * @type {(address: string, on: Record<string, (data: string) => void>) => void}
 */
export function listen(address, on) {
  /** @type {EventSource | null} */
  let source = null;

  function open() {
    if (source || document.hidden) return;
    source = new EventSource(address);
    for (const [kind, hear] of Object.entries(on)) source.addEventListener(kind, ({ data }) => hear(data));
    // A stream that only ends is opened again by the browser, with the id of the last news.
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(again, PAUSE);
    });
  }

  // A stream that is refused tells no reason. Where there is no right to listen any more, nothing is asked for again.
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
