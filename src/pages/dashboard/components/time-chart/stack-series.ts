import type { Category, ChartSeries } from './draw-chart.ts';

// The number of distinct colours.
const CATEGORIES: readonly Category[] = [1, 2, 3, 4, 5, 6];

/**
 * Stacked things, in their order and each in its colour. Empty ones are left out; if there are too many to tell apart, the smallest become
 * one, called `others`.
 */
export function stackSeries(all: { label: string; values: number[] }[], others: string): ChartSeries[] {
  const some = all
    .map((one) => ({ ...one, sum: one.values.reduce((a, b) => a + b, 0) }))
    .filter(({ sum }) => sum > 0);
  const room = some.length > CATEGORIES.length ? CATEGORIES.length - 1 : some.length;
  const most = new Set(some.toSorted((a, b) => b.sum - a.sum).slice(0, room));
  const rest = some.filter((one) => !most.has(one));
  const shown = [
    ...some.filter((one) => most.has(one)),
    ...(rest.length > 0 ? [{ label: others, values: addUp(rest) }] : []),
  ];
  return shown.map(({ label, values }, nr) => ({ label, values, category: CATEGORIES[nr] ?? 6 }));
}

const addUp = (all: { values: number[] }[]): number[] =>
  (all[0]?.values ?? []).map((_, nr) => all.reduce((sum, { values }) => sum + (values[nr] ?? 0), 0));
