import type { Arrivals, ArrivalsReport } from '../../../check-in/read-arrivals.ts';
import type { CameBy, EventArrivalsView } from './data.ts';

const QUARTER_MS = 15 * 60_000;
// Two days: who was let in by mistake a month before does not make a chart of a thousand empty bars.
const MAX_QUARTERS = 192;

/** Every quarter of an hour from the first arrival on, those with none too; only the last two days of a longer time. */
export function showArrivals({
  quarters,
  doors,
  ticketTypes,
}: ArrivalsReport): Omit<EventArrivalsView, 'event'> {
  const arrivals = quarters.filter(({ cameIn }) => cameIn > 0);
  const times = arrivals.map(({ at }) => at.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const count = times.length === 0 ? 0 : Math.min(MAX_QUARTERS, (last - first) / QUARTER_MS + 1);
  const from = last - (count - 1) * QUARTER_MS;
  const cameBy = (id: string, name: string, isOf: (arrival: Arrivals) => boolean): CameBy => {
    const came = Array.from({ length: count }, () => 0);
    for (const arrival of arrivals.filter(isOf)) {
      const nr = (arrival.at.getTime() - from) / QUARTER_MS;
      if (nr >= 0) came[nr] = (came[nr] ?? 0) + arrival.cameIn;
    }
    return { id, name, came };
  };
  const byDoor = [
    ...doors.map(({ doorId, name }) => cameBy(doorId, name, (arrival) => arrival.doorId === doorId)),
    cameBy('', '', (arrival) => arrival.doorId === null),
  ];
  return {
    quarters: Array.from({ length: count }, (_, nr) => new Date(from + nr * QUARTER_MS).toISOString()),
    types: ticketTypes.map(({ ticketTypeId, name }) =>
      cameBy(ticketTypeId, name, (arrival) => arrival.ticketTypeId === ticketTypeId),
    ),
    doors: byDoor.filter(({ came }) => came.some((guests) => guests > 0)),
    ticketTypes: ticketTypes.map(({ cameIn, ...type }) => ({ ...type, came: cameIn })),
  };
}
