import { momentAt } from '../../../values/wall-time.ts';

/** The net of a day (`2026-11-16`) or a month (`2026-11`). */
export type ChartRow = { key: string; currency: string; netMinor: number };

export type ReportBars = { keys: string[]; times: number[]; end: number; values: number[] };

/** One bar for each day or month from the first sale to the last one; those without a sale are empty. Days are those of the zone. */
export function toBars(rows: readonly Omit<ChartRow, 'currency'>[], timezone: string): ReportBars {
  const nets = new Map(rows.map(({ key, netMinor }) => [key, netMinor]));
  const sorted = [...nets.keys()].toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return { keys: [], times: [], end: 0, values: [] };
  const keys = [first];
  for (let key = first; key < last;) keys.push((key = nextKey(key)));
  const startOf = (key: string): number => momentAt(`${`${key}-01`.slice(0, 10)}T00:00`, timezone).getTime();
  return {
    keys,
    times: keys.map(startOf),
    end: startOf(nextKey(last)),
    values: keys.map((key) => nets.get(key) ?? 0),
  };
}

/** The day or the month after it. */
function nextKey(key: string): string {
  const isMonth = key.length === 7;
  const next = new Date(`${`${key}-01`.slice(0, 10)}T00:00Z`);
  if (isMonth) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, key.length);
}
