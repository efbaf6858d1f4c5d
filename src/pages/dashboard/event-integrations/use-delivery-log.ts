import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeliveryLog } from './data.ts';
import type { Frame } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';
import type { LiveState } from '../live/follow-stream.ts';
import type { MoreRows } from '../components/use-more-rows.ts';
import { queryValue, withQuery } from '../paths.ts';
import { mergeLog } from './merge-log.ts';

const LOOK_EVERY_MS = 2_000;

/** The log as it is now, with what was asked for since the page came. Nobody looks while the page is hidden. */
export function useDeliveryLog(
  frame: Frame,
  data: DeliveryLog,
): { log: DeliveryLog; state: LiveState; more: MoreRows | null; lookNow: () => Promise<void> } {
  const { call } = useDashboard();
  const log = useSignal(data);
  const state = useSignal<LiveState>('starting');
  const first = useRef(data);
  // Other data is another look at the log: another filter, or after a change.
  if (first.current !== data) {
    first.current = data;
    log.value = data;
  }
  const address = logAddress(frame);
  const lookNow = async (): Promise<void> => {
    const asked = first.current;
    const newest = await call<DeliveryLog>(address);
    if (first.current === asked) log.value = mergeLog(log.value, newest);
    state.value = 'live';
  };
  // A later part of the list is shown as it was.
  const isLive = queryValue(frame, 'cursor') === '';
  useEffect(
    () =>
      isLive
        ? lookAgain(lookNow, { everyMs: LOOK_EVERY_MS, onTrouble: () => (state.value = 'stale') })
        : undefined,
    [address, isLive],
  );
  const { nextCursor } = log.value;
  const load = async (): Promise<void> => {
    const page = await call<DeliveryLog>(withQuery(address, { cursor: nextCursor ?? '' }));
    const deliveries = [...log.value.deliveries, ...page.deliveries];
    log.value = { ...log.value, deliveries, nextCursor: page.nextCursor };
  };
  const more = nextCursor === null ? null : { href: withQuery(frame.address, { cursor: nextCursor }), load };
  return { log: log.value, state: state.value, more, lookNow };
}

/** The address of the page, filters and all, without what it is framed by. */
function logAddress({ address }: Frame): string {
  const [path = '', search = ''] = withQuery(address, { cursor: '' }).split('?');
  return `${path}/deliveries${search === '' ? '' : `?${search}`}`;
}
