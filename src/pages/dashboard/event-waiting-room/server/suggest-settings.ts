import { toWallTime } from '../../../../values/wall-time.ts';
import type { TypedSettings } from '../data.ts';

const A_MINUTE_MS = 60_000;
const A_QUARTER_MS = 15 * A_MINUTE_MS;
// People need some minutes to hear of the room and come.
const MIN_NOTICE_MS = 5 * A_MINUTE_MS;
// As many as find something to buy, and as a single process serves with ease.
const [MIN_INSIDE, MAX_INSIDE] = [20, 500];
// Who is inside buys in about so many minutes: the room is full after as long, and stays so.
const MINUTES_TO_BUY = 5;
const ADMISSION_MINUTES = 10;

/** When the first ticket type goes on sale, where that lies ahead of all. One without a start is on sale from the first. */
export function findFirstSale(saleStarts: (Date | null)[], nowMs: number): Date | null {
  const firstMs = Math.min(...saleStarts.map((at) => at?.getTime() ?? 0));
  return Number.isFinite(firstMs) && firstMs > nowMs ? new Date(firstMs) : null;
}

type OnSale = { timezone: string; firstSaleAt: Date | null; ticketsLeft: number; nowMs: number };

/** What most hosts will want: the draw when the sale starts, and no more people inside than there are tickets. */
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
