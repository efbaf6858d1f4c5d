import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeliveryLog } from './data.ts';
import { type Page, useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';
import type { LiveState } from '../live/follow-stream.ts';
import type { MoreRows } from '../components/use-more-rows.ts';
import { queryValue, withQuery } from '../paths.ts';
import { mergeLog } from './merge-log.ts';

const LOOK_EVERY_MS = 2_000;

/** The current log, with the pages that were loaded since. It pauses while the page is hidden. */
export function useDeliveryLog(data: DeliveryLog): {
  log: DeliveryLog;
  state: LiveState;
  more: MoreRows | null;
  lookNow: () => Promise<void>;
} {
  const { call, page } = useDashboard();
  const log = useSignal(data);
  const state = useSignal<LiveState>('starting');
  const first = useRef(data);
  // New data starts the log again: another filter, or a change.
  if (first.current !== data) {
    first.current = data;
    log.value = data;
  }
  const address = logAddress(page);
  const lookNow = async (): Promise<void> => {
    const asked = first.current;
    const newest = await call<DeliveryLog>(address);
    if (first.current === asked) log.value = mergeLog(log.value, newest);
    state.value = 'live';
  };
  // Later pages stay as loaded.
  const isLive = queryValue(page, 'cursor') === '';
  useEffect(
    () =>
      isLive
        ? lookAgain(lookNow, { everyMs: LOOK_EVERY_MS, onTrouble: () => (state.value = 'stale') })
        : undefined,
    [address, isLive],
  );
  const { nextCursor } = log.value;
  const load = async (): Promise<void> => {
    const later = await call<DeliveryLog>(withQuery(address, { cursor: nextCursor ?? '' }));
    const deliveries = [...log.value.deliveries, ...later.deliveries];
    log.value = { ...log.value, deliveries, nextCursor: later.nextCursor };
  };
  const more = nextCursor === null ? null : { href: withQuery(page.address, { cursor: nextCursor }), load };
  return { log: log.value, state: state.value, more, lookNow };
}

/** The address of the log, with the page's filters. */
function logAddress({ address }: Page): string {
  const [path = '', search = ''] = withQuery(address, { cursor: '' }).split('?');
  return `${path}/deliveries${search === '' ? '' : `?${search}`}`;
}
