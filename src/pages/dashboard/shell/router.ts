import { signal, type Signal } from '@preact/signals';
import { onceDrawn } from '../../shared/once-drawn.ts';
import type { ViewAnswer } from '../contract.ts';
import { fetchView } from './fetch-view.ts';
import { createPlaceFinder, type Waiting } from './find-place.ts';
import type { Place, PlaceOf } from './place.ts';
import { pathOf } from '../paths.ts';
import { createTrail } from './trail.ts';

export type GoOptions = {
  /** The same page with another filter: focus and scroll stay, nothing is announced. */
  isSamePage?: boolean;
  /** Replaces the current entry of the history. */
  replaces?: boolean;
};

export type Router = {
  place: Signal<Place>;
  /** Null if no view is loading. */
  waiting: Signal<Waiting | null>;
  /** Counts the visited pages; each is announced. */
  arrivals: Signal<number>;
  go(href: string, options?: GoOptions): Promise<void>;
  /** Reloads the shown view after a change. */
  refresh(): Promise<void>;
  /** Reads the newest data of the shown view without showing it. */
  peek(): Promise<ViewAnswer | null>;
  /** Whether typed text would be lost. */
  isDirty(): boolean;
  /** Registers a check for unsaved text; returns a function that removes it. */
  guard(isDirty: () => boolean): () => void;
  /** Listens to clicks and to the browser's own buttons. */
  start(): void;
};

/** Shows views of the dashboard without reloading the page. `mayLeave` asks the person if something would be lost. */
export function createRouter(
  first: Place,
  { placeOf, mayLeave }: { placeOf: PlaceOf; mayLeave: () => Promise<boolean> },
): Router {
  const place = signal(first);
  const waiting = signal<Waiting | null>(null);
  const arrivals = signal(0);
  const guards = new Set<() => boolean>();
  const isDirty = (): boolean => [...guards].some((guard) => guard());
  const find = createPlaceFinder({ placeOf, waiting, context: () => place.value.answer.context });
  const trail = createTrail();

  function show(found: Place, { scrollY: top, isSamePage }: { scrollY: number; isSamePage: boolean }): void {
    place.value = found;
    if (isSamePage) return;
    arrivals.value += 1;
    onceDrawn(() => {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      scrollTo(0, top);
    });
  }

  async function go(href: string, { isSamePage = false, replaces = false }: GoOptions = {}): Promise<void> {
    if (!isSamePage && isDirty() && !(await mayLeave())) return;
    const found = await find(href, { showsSkeleton: !isSamePage });
    if (!found) return;
    const address = pathOf(found.address) + new URL(href, location.href).hash;
    if (replaces) trail.replace(address);
    else trail.add(address);
    show(found.place, { scrollY: 0, isSamePage });
  }

  async function goBackOrForth(event: PopStateEvent): Promise<void> {
    const way = trail.wayTo(event.state);
    // Scroll to the anchor, or to the restored position.
    if (way === 0) return;
    if (isDirty()) {
      // The browser has moved already: go back to the unsaved page, and on from there if the person agrees.
      history.go(-way);
      if (!(await mayLeave())) return;
      guards.clear();
      history.go(way);
      return;
    }
    const top = trail.arriveAt(event.state);
    const found = await find(location.href, { showsSkeleton: true });
    if (found) show(found.place, { scrollY: top, isSamePage: false });
  }

  return {
    place,
    waiting,
    arrivals,
    go,
    async refresh() {
      const found = await find(location.href, { showsSkeleton: false });
      keepFocus();
      if (found) show(found.place, { scrollY: 0, isSamePage: true });
    },
    async peek() {
      const fetched = await fetchView(location.href, new AbortController().signal);
      return fetched.kind === 'view' ? fetched.answer : null;
    },
    isDirty,
    guard(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
    start() {
      trail.start();
      addEventListener('popstate', (event) => void goBackOrForth(event));
      addEventListener('beforeunload', (event) => isDirty() && event.preventDefault());
      document.addEventListener('click', (event) => {
        const href = linkIn(event, place.value.answer.context.base);
        if (href === null) return;
        event.preventDefault();
        void go(href);
      });
    },
  };
}

/** The address of a plainly clicked link to a view; null for all other clicks, which the browser handles. */
function linkIn(event: MouseEvent, base: string): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || (pathname !== base && !pathname.startsWith(`${base}/`))) return null;
  // Within the page.
  if (hash && pathname + search === location.pathname + location.search) return null;
  return link.href;
}

/** If the focused button is gone in the new view, the page's heading gets the focus. */
function keepFocus(): void {
  const focused = document.activeElement;
  requestAnimationFrame(() => {
    const isLost = focused?.isConnected === false && document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}
