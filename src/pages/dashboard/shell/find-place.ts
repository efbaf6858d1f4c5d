import type { Signal } from '@preact/signals';
import type { PageContext, TroubleView } from '../contract.ts';
import { fetchView, type Fetched } from './fetch-view.ts';
import type { Place, PlaceOf } from './place.ts';
import { pathOf } from '../paths.ts';

// A shorter wait ends before anyone could see a skeleton.
const SKELETON_AFTER_MS = 250;
const PROGRESS_AFTER_MS = 1_000;

/** A view is loading: a skeleton shows in its place, and after a second a progress bar. */
export type Waiting = { showsSkeleton: boolean; isLong: boolean };

/** The place of an address; null if the browser loads it by itself, or the person went elsewhere. */
export type FindPlace = (
  href: string,
  how: { showsSkeleton: boolean },
) => Promise<{ place: Place; address: string } | null>;

const PROBLEMS: Readonly<Record<number, TroubleView['about']>> = {
  403: 'not_allowed',
  404: 'not_found',
  429: 'too_often',
};

// The server redirects to sign-in or confirmation, and back.
const LED_AWAY = new Set(['sign_in_required', 'second_step_required', 'factor_required']);

/** Loads views one at a time: a new request aborts the one before. */
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
      const data = isVisitOver(fetched, context()) ? null : troubleIn(fetched);
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
      // The view's chunk is gone, since a newer version is running. Load its page.
      if (!call.signal.aborted) location.assign(href);
      return null;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      if (underWay === call) waiting.value = null;
    }
  };
}

/** Support may have no visit any more, and no host around what it is told then: the server knows. */
const isVisitOver = (fetched: Fetched, { host }: PageContext): boolean =>
  host?.role === 'support' && fetched.kind === 'refused' && fetched.refusal.status === 404;

/** The message instead of the view; null if the browser should load it by itself. */
function troubleIn(fetched: Exclude<Fetched, { kind: 'view' }>): TroubleView | null {
  if (fetched.kind === 'elsewhere') return null;
  if (fetched.kind !== 'refused') return { about: 'offline' };
  const { error_code: code, status, message } = fetched.refusal;
  if (LED_AWAY.has(code)) return null;
  if (code === 'host_suspended') return { about: code };
  return { about: PROBLEMS[status] ?? 'failed', ...(status === 403 && { reason: message }) };
}
