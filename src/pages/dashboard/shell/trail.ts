/** What the browser's history keeps of each page: which it is in the row, and how far it was scrolled when it was left. */
type Entry = { index: number; scrollY?: number };

const SCROLL_RESTS_MS = 100;

/** The pages that were gone through in this tab. The browser has them; this knows which way it went, and how far each was scrolled. */
export function createTrail() {
  const scrolls = new Map<number, number>();
  let shown = 0;
  // A link within the page makes an entry of which nobody has told us.
  const indexOf = (state: unknown): number => (state as Entry | null)?.index ?? shown;
  const keepScroll = (): void => history.replaceState({ index: shown, scrollY } satisfies Entry, '');
  return {
    start(): void {
      history.scrollRestoration = 'manual';
      const entry = history.state as Entry | null;
      shown = indexOf(entry);
      history.replaceState({ index: shown } satisfies Entry, '');
      if (entry?.scrollY) scrollTo(0, entry.scrollY);
      // Once the page is hidden it is too late: what is written down then is lost by a reload. Phones don't say when one begins.
      addEventListener('beforeunload', keepScroll);
      let timer: ReturnType<typeof setTimeout>;
      addEventListener('scroll', () => {
        clearTimeout(timer);
        timer = setTimeout(keepScroll, SCROLL_RESTS_MS);
      });
    },
    add(address: string): void {
      scrolls.set(shown, scrollY);
      shown += 1;
      history.pushState({ index: shown } satisfies Entry, '', address);
    },
    replace(address: string): void {
      history.replaceState({ index: shown } satisfies Entry, '', address);
    },
    /** How many pages back (below zero) or forth the browser has gone. */
    wayTo: (state: unknown): number => indexOf(state) - shown,
    /** Returns how far the page was scrolled when it was left. */
    arriveAt(state: unknown): number {
      scrolls.set(shown, scrollY);
      shown = indexOf(state);
      return scrolls.get(shown) ?? (state as Entry | null)?.scrollY ?? 0;
    },
  };
}
