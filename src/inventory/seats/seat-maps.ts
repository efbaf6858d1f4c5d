import type { Seat, SeatMap } from './seat-map.ts';
import { createCachedLookUps } from '../../cache/cached-look-ups.ts';
import type { Changes } from '../../db/changes.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { etagOf } from '../../http/conditional.ts';
import { encodeAll, type Encoded } from '../../http/content-encoding.ts';

/** The seats of an event as they go over the wire. */
export type CachedSeatMap = Encoded & {
  etag: string;
  /** The seats in the order of their ids, each by its index in the map. */
  indexesById: number[];
};

type SeatRow = {
  id: string;
  section: string;
  sku: string;
  row_label: string;
  seat_label: string;
  x: number;
  y: number;
  is_accessible: boolean;
  is_restricted_view: boolean;
};

// A map of twenty thousand seats takes three megabytes in all its forms. The twenty that were used last are always there.
const MAX_MAPS = 40;

/** Seat maps by event, cached until any seats are changed; holds and sales change none. */
export function createSeatMaps(options: { database: Database; changes: Changes }) {
  const cached = createCachedLookUps<CachedSeatMap>({ max: MAX_MAPS });
  options.changes.listen('seats_changed', { onChange: cached.forgetAll, onGap: cached.forgetAll });

  return {
    find: (eventId: string): Promise<CachedSeatMap> =>
      cached.find(eventId, () => readSeatMap(options.database, eventId)),
    forget: cached.forget,
  };
}

export type SeatMaps = ReturnType<typeof createSeatMaps>;

async function readSeatMap(database: Database, eventId: string): Promise<CachedSeatMap> {
  const rows = await readSeats(database, eventId);
  const encoded = await encodeAll(Buffer.from(JSON.stringify({ data: toSeatMap(rows), status: true })));
  const ids = rows.map(({ id }) => id);
  const indexesById = ids.map((_, index) => index).sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  return { ...encoded, etag: etagOf(encoded.identity), indexesById };
}

/** The seats of an event, as they are now. */
export const readSeatPlan = async (database: Queryable, eventId: string): Promise<SeatMap> =>
  toSeatMap(await readSeats(database, eventId));

async function readSeats(database: Queryable, eventId: string): Promise<SeatRow[]> {
  // In the order in which an order's seats are given to its tickets.
  const { rows } = await database.query<SeatRow>(
    `SELECT id, section, ticket_type_id AS sku, row_label, seat_label, x, y, is_accessible, is_restricted_view
       FROM seats WHERE event_id = $1 ORDER BY section, y, x, id`,
    [eventId],
  );
  return rows;
}

function toSeatMap(rows: SeatRow[]): SeatMap {
  const sections = indexesOf(rows.map(({ section }) => section));
  const ticketTypes = indexesOf(rows.map(({ sku }) => sku));
  return {
    sections: [...sections.keys()],
    ticketTypeIds: [...ticketTypes.keys()],
    seats: rows.map((row): Seat => ({
      id: row.id,
      s: sections.get(row.section) ?? 0,
      t: ticketTypes.get(row.sku) ?? 0,
      r: row.row_label,
      n: row.seat_label,
      x: Math.round(row.x * 100) / 100,
      y: Math.round(row.y * 100) / 100,
      ...(row.is_accessible && { a: 1 }),
      ...(row.is_restricted_view && { v: 1 }),
    })),
  };
}

/** Every distinct text and its index, in the order of appearance. */
function indexesOf(texts: string[]): Map<string, number> {
  return new Map([...new Set(texts)].map((text, index) => [text, index]));
}
