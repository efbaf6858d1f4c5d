import { setTimeout as delay } from 'node:timers/promises';

// How a browser says that the page went away while it was asked.
const PAGE_CHANGED =
  /Execution context was destroyed|Cannot find context|[Ff]rame was detached|Inspected target navigated/;
const PATIENCE_MS = 60_000;

/** A look at a page that may be on its way to another. One that the change cuts short is taken again, on the next page. */
export async function onWhicheverPage<Found>(look: () => Promise<Found>): Promise<Found> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!PAGE_CHANGED.test((error as Error).message) || performance.now() > deadline) throw error;
      await delay(20);
    }
  }
}
