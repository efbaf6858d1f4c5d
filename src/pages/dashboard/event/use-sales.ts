import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownSales } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { withQuery } from '../paths.ts';

// In a rush, sales arrive all the time: update the chart at a readable pace.
const FOLLOWS_AFTER_MS = 5_000;

/** The sales that came with the page, read again some seconds after the live figures (`mark`) change. */
export function useSales({
  sales,
  eventId,
  mark,
}: {
  sales: ShownSales | null;
  eventId: string;
  mark: string;
}): ShownSales | null {
  const { call, page } = useDashboard();
  const newest = useSignal(sales);
  const first = useRef(sales);
  // Another period, or a fresh page.
  if (first.current !== sales) {
    first.current = sales;
    newest.value = sales;
  }
  const [seen, now] = [useRef(mark), useRef(mark)];
  now.current = mark;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    // A request is already under way, and will include this.
    if (sales === null || seen.current === mark || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      seen.current = now.current;
      const query = { period: sales.period === 'all' ? '' : sales.period };
      call<ShownSales>(withQuery(page.inHost(`/events/${eventId}/sales`), query)).then(
        (read) => void (first.current === sales && (newest.value = read)),
        // The figures above already say that they are not live.
        () => undefined,
      );
    }, FOLLOWS_AFTER_MS);
  }, [mark]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [sales],
  );
  return newest.value;
}
