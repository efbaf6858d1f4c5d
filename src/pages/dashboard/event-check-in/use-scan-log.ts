import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { EventScansView, ScanLog, ShownScan } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import type { LiveState } from '../live/follow-stream.ts';
import type { MoreRows } from '../components/use-more-rows.ts';
import { queryValue, withQuery } from '../paths.ts';
import { mergeScans } from './merge-scans.ts';
import { useLiveCheckIn } from './use-live-check-in.ts';

/** The current log, with the pages that were loaded since. */
export function useScanLog(data: EventScansView): {
  scans: ShownScan[];
  more: MoreRows | null;
  state: LiveState;
} {
  const { call, page } = useDashboard();
  const log = useSignal<ScanLog>(data);
  const first = useRef(data);
  // New data starts the log again: another filter, or a change.
  if (first.current !== data) {
    first.current = data;
    log.value = data;
  }
  const address = withQuery(page.address, { cursor: '' });
  const readPage = async (at: string): Promise<ScanLog> => (await call<{ data: EventScansView }>(at)).data;
  // Later pages stay as loaded.
  const isFirstPage = queryValue(page, 'cursor') === '';
  const { state } = useLiveCheckIn({
    eventId: data.event.eventId,
    read: ({ scanMark }) => scanMark,
    onChange: async () => {
      if (!isFirstPage) return;
      const asked = first.current;
      const newest = await readPage(address);
      if (first.current === asked) log.value = mergeScans(log.value, newest);
    },
  });
  const { scans, nextCursor } = log.value;
  if (nextCursor === null) return { scans, more: null, state };
  const href = withQuery(address, { cursor: nextCursor });
  const load = async (): Promise<void> => {
    const later = await readPage(href);
    log.value = { scans: [...log.value.scans, ...later.scans], nextCursor: later.nextCursor };
  };
  return { scans, more: { href, load }, state };
}
