/** The state of each page in the browser's history: its number, and its scroll position. */
type Entry = { index: number; scrollY?: number };

const SCROLL_RESTS_MS = 100;

/** The history of this tab: the direction of each move, and the scroll position of each page. */
export function createTrail() {
  const scrolls = new Map<number, number>();
  let shown = 0;
  // A link within the page adds an entry without an event.
  const indexOf = (state: unknown): number => (state as Entry | null)?.index ?? shown;
  const keepScroll = (): void => history.replaceState({ index: shown, scrollY } satisfies Entry, '');
  return {
    start(): void {
      history.scrollRestoration = 'manual';
      const entry = history.state as Entry | null;
      shown = indexOf(entry);
      history.replaceState({ index: shown } satisfies Entry, '');
      if (entry?.scrollY) scrollTo(0, entry.scrollY);
      // Save while the page is visible: a reload loses what is saved later, and phones don't announce it.
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
    /** The number of pages that the browser moved: below zero for back. */
    wayTo: (state: unknown): number => indexOf(state) - shown,
    /** Returns the scroll position of the page when it was left. */
    arriveAt(state: unknown): number {
      scrolls.set(shown, scrollY);
      shown = indexOf(state);
      return scrolls.get(shown) ?? (state as Entry | null)?.scrollY ?? 0;
    },
  };
}
