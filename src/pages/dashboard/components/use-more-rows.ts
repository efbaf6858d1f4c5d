import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ViewName, Views } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { withQuery } from '../paths.ts';

export type MoreRows = { href: string; load: () => Promise<void> };

/** A part of a list, and the cursor of the next part; null at the end. */
export type RowsOf<Row> = { rows: readonly Row[]; next: string | null };

/** The rows of a view, with those loaded since. The query has the cursor, as `cursor`. */
export function useMoreRows<Name extends ViewName, Row>(
  data: Views[Name],
  read: (data: Views[Name]) => RowsOf<Row>,
): { rows: readonly Row[]; more: MoreRows | null } {
  const { call, page } = useDashboard();
  const added = useSignal<RowsOf<Row> | null>(null);
  const first = useRef(data);
  // New data is another list, without the rows added to the old one.
  if (first.current !== data) {
    first.current = data;
    added.value = null;
  }
  const start = read(data);
  const rows = added.value ? [...start.rows, ...added.value.rows] : start.rows;
  const next = added.value ? added.value.next : start.next;
  if (next === null) return { rows, more: null };
  const href = withQuery(page.address, { cursor: next });
  const load = async (): Promise<void> => {
    const answer = await call<{ data: Views[Name] }>(href);
    const later = read(answer.data);
    added.value = { rows: [...(added.value?.rows ?? []), ...later.rows], next: later.next };
  };
  return { rows, more: { href, load } };
}
