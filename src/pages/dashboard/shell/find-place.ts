import type { Signal } from '@preact/signals';
import type { PageContext, TroubleView } from '../contract.ts';
import { fetchView, type Fetched } from './fetch-view.ts';
import type { Place, PlaceOf } from './place.ts';
import { pathOf } from '../paths.ts';

// A shorter wait is over before a skeleton would be read.
const SKELETON_AFTER_MS = 250;
const PROGRESS_AFTER_MS = 1_000;

/** A view is on its way: the outline of a page stands in its place, after a second a bar says that it goes on. */
export type Waiting = { showsSkeleton: boolean; isLong: boolean };

/** The place behind an address; null where the browser goes there by itself, or somebody has gone elsewhere meanwhile. */
export type FindPlace = (
  href: string,
  how: { showsSkeleton: boolean },
) => Promise<{ place: Place; address: string } | null>;

const PROBLEMS: Readonly<Record<number, TroubleView['about']>> = {
  403: 'not_allowed',
  404: 'not_found',
  429: 'too_often',
};

// The server leads whoever opens the address to where they sign in, or confirm, and back.
const LED_AWAY = new Set(['sign_in_required', 'second_step_required', 'factor_required']);

/** Asks for views, one at a time: who asks for another no longer waits for the one before. */
export function createPlaceFinder(deps: {
  placeOf: PlaceOf;
  waiting: Signal<Waiting | null>;
  context: () => PageContext;
}): FindPlace {
  const { placeOf, waiting, context } = deps;
  let underWay: AbortController | null = null;
  return async (href, { showsSkeleton }) => {
    underWay?.abort();
    const call = new AbortController();
    underWay = call;
    const wait = (isLong: boolean): void => void (waiting.value = { showsSkeleton, isLong });
    const timers = [setTimeout(wait, SKELETON_AFTER_MS, false), setTimeout(wait, PROGRESS_AFTER_MS, true)];
    try {
      const fetched = await fetchView(href, call.signal);
      if (call.signal.aborted) return null;
      if (fetched.kind === 'view') {
        const place = await placeOf(fetched.answer);
        return call.signal.aborted ? null : { place, address: fetched.address };
      }
      const data = troubleIn(fetched);
      if (data === null) {
        location.assign(href);
        return null;
      }
      const answer = {
        view: 'trouble',
        data,
        context: { ...context(), address: pathOf(href) },
      } as const;
      return { place: await placeOf(answer), address: href };
    } catch {
      // The chunk of the view is no longer there: a newer version is. It comes with its own page.
      if (!call.signal.aborted) location.assign(href);
      return null;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      if (underWay === call) waiting.value = null;
    }
  };
}

/** What to say instead of the view; null where the browser should go there by itself. */
function troubleIn(fetched: Exclude<Fetched, { kind: 'view' }>): TroubleView | null {
  if (fetched.kind === 'elsewhere') return null;
  if (fetched.kind !== 'refused') return { about: 'offline' };
  const { error_code: code, status, message } = fetched.refusal;
  if (LED_AWAY.has(code)) return null;
  if (code === 'host_suspended') return { about: code };
  return { about: PROBLEMS[status] ?? 'failed', ...(status === 403 && { reason: message }) };
}
