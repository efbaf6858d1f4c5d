import { toWallTime } from '../../../../values/wall-time.ts';
import type { TypedSettings } from '../data.ts';

const A_MINUTE_MS = 60_000;
const A_QUARTER_MS = 15 * A_MINUTE_MS;
// People need some minutes to hear of the room and come.
const MIN_NOTICE_MS = 5 * A_MINUTE_MS;
// Everyone inside finds something to buy, and one process serves them with ease.
const [MIN_INSIDE, MAX_INSIDE] = [20, 500];
// A purchase takes about this many minutes, so the maximum is reached after as long.
const MINUTES_TO_BUY = 5;
const ADMISSION_MINUTES = 10;

/** The start of the first sale, if no sale has started yet. A type without a start is on sale already. */
export function findFirstSale(saleStarts: (Date | null)[], nowMs: number): Date | null {
  const firstMs = Math.min(...saleStarts.map((at) => at?.getTime() ?? 0));
  return Number.isFinite(firstMs) && firstMs > nowMs ? new Date(firstMs) : null;
}

type OnSale = { timezone: string; firstSaleAt: Date | null; ticketsLeft: number; nowMs: number };

/** Sensible defaults: draw when the sale starts, and no more people inside than there are tickets. */
export function suggestSettings({ timezone, firstSaleAt, ticketsLeft, nowMs }: OnSale): TypedSettings {
  const soonMs = Math.ceil((nowMs + MIN_NOTICE_MS) / A_QUARTER_MS) * A_QUARTER_MS;
  const mostInside = Math.min(Math.max(ticketsLeft, MIN_INSIDE), MAX_INSIDE);
  return {
    drawsAt: toWallTime(firstSaleAt ?? new Date(soonMs), timezone),
    perMinute: Math.ceil(mostInside / MINUTES_TO_BUY),
    mostInside,
    admissionMinutes: ADMISSION_MINUTES,
    asksEmail: false,
  };
}
