import type { Seating } from '../../../seat-map/arrange-seating.ts';
import { seatAt } from '../../../seat-map/plan.ts';

/** A section in short, for a buyer who has not zoomed in. */
export type SectionSummary = {
  /** How many of those that were asked for are available. */
  free: number;
  /** Prices of these, the least and the most. */
  least: number;
  most: number;
  /** The type of most of these; null: there are none. */
  type: number | null;
  /** None of its seats is of those that were asked for. */
  isBack: boolean;
};

type Asked = {
  isFree(index: number): boolean;
  matches(index: number): boolean;
  /** By the type of a seat. */
  priceOf(type: number): number;
};

/** By the sections' indexes. */
export function sumUpSections({ seats, sections }: Seating, asked: Asked): SectionSummary[] {
  const counts = sections.map((): number[] => []);
  const summaries = sections.map((): SectionSummary => ({
    free: 0,
    least: Infinity,
    most: 0,
    type: null,
    isBack: true,
  }));
  for (let index = 0; index < seats.length; index++) {
    const { s, t } = seatAt(seats, index);
    const [summary, ofTypes] = [summaries[s], counts[s]];
    if (!summary || !ofTypes || !asked.matches(index)) continue;
    summary.isBack = false;
    if (!asked.isFree(index)) continue;
    summary.free += 1;
    ofTypes[t] = (ofTypes[t] ?? 0) + 1;
  }
  counts.forEach((ofTypes, section) => {
    const summary = summaries[section];
    let most = 0;
    ofTypes.forEach((count, type) => {
      if (!summary) return;
      summary.least = Math.min(summary.least, asked.priceOf(type));
      summary.most = Math.max(summary.most, asked.priceOf(type));
      if (count > most) summary.type = type;
      most = Math.max(most, count);
    });
  });
  return summaries;
}
