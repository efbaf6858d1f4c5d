import type { MapObject, Seat, SeatMap } from './seat-map.ts';
import { createCachedLookUps } from '../../cache/cached-look-ups.ts';
import type { Changes } from '../../db/changes.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { etagOf } from '../../http/conditional.ts';
import { encodeAll, type Encoded } from '../../http/content-encoding.ts';
import { MAX_COLOR } from '../../seating-plans/limits.ts';

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
  plan_seat_id: string | null;
  companion_of: string | null;
  table_id: string | null;
};

/** The drawing around the seats, and the rules of their sale. */
type Around = {
  drawing: MapObject[];
  leaves_no_single: boolean;
  refuses_single: boolean;
  /** The ticket types of the plan's categories. */
  sold_as: { categoryId: string; kind: string; ticketTypeId?: string }[];
  /** The plan's categories; null: the seats came from a list. */
  categories: { id: string; color: number }[] | null;
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
  const [rows, around, prices] = await Promise.all([
    readSeats(database, eventId),
    readAround(database, eventId),
    readPrices(database, eventId),
  ]);
  const map = toSeatMap(rows, around, prices);
  const encoded = await encodeAll(Buffer.from(JSON.stringify({ data: map, status: true })));
  const ids = rows.map(({ id }) => id);
  const indexesById = ids.map((_, index) => index).sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  return { ...encoded, etag: etagOf(encoded.identity), indexesById };
}

/** The seats of an event, as they are now. */
export const readSeatPlan = async (database: Queryable, eventId: string): Promise<SeatMap> =>
  toSeatMap(
    await readSeats(database, eventId),
    await readAround(database, eventId),
    await readPrices(database, eventId),
  );

/** The designer's colours, by ticket type. Those of a list of seats have none. */
export async function readSeatColors(database: Queryable, eventId: string): Promise<Map<string, number>> {
  const around = await readAround(database, eventId);
  return new Map(
    around?.sold_as.flatMap(({ ticketTypeId: sku }) => {
      const color = sku === undefined ? undefined : colorOf(around, sku);
      return sku === undefined || color === undefined ? [] : [[sku, color]];
    }),
  );
}

async function readSeats(database: Queryable, eventId: string): Promise<SeatRow[]> {
  // In the order in which an order's seats are given to its tickets.
  const { rows } = await database.query<SeatRow>(
    `SELECT id, section, ticket_type_id AS sku, row_label, seat_label, x, y, is_accessible, is_restricted_view,
            plan_seat_id, companion_of, table_id
       FROM seats WHERE event_id = $1 ORDER BY section, y, x, id`,
    [eventId],
  );
  return rows;
}

async function readAround(database: Queryable, eventId: string): Promise<Around | null> {
  const { rows } = await database.query<Around>(
    `SELECT h.drawing, h.leaves_no_single, h.refuses_single, h.categories AS sold_as, v.plan::json -> 'categories' AS categories
       FROM event_halls AS h LEFT JOIN seating_plan_versions AS v ON (v.plan_id, v.number) = (h.plan_id, h.number)
      WHERE h.event_id = $1`,
    [eventId],
  );
  return rows[0] ?? null;
}

/** Further prices, and of whose seats. */
type PriceRow = { sku: string; seats_of: string };

async function readPrices(database: Queryable, eventId: string): Promise<PriceRow[]> {
  const { rows } = await database.query<PriceRow>(
    'SELECT id AS sku, seats_of FROM ticket_types WHERE event_id = $1 AND seats_of IS NOT NULL ORDER BY position, id',
    [eventId],
  );
  return rows;
}

function toSeatMap(rows: SeatRow[], around: Around | null, prices: PriceRow[]): SeatMap {
  const byPlanId = new Map(
    rows.flatMap((row, index) => (row.plan_seat_id === null ? [] : [[row.plan_seat_id, index]])),
  );
  const tables = indexesOf(rows.flatMap(({ table_id: id }) => id ?? []));
  const sections = indexesOf(rows.map(({ section }) => section));
  const ticketTypes = indexesOf(rows.map(({ sku }) => sku));
  return {
    sections: [...sections.keys()],
    ticketTypeIds: [...ticketTypes.keys()],
    ...(around?.categories && {
      colors: [...ticketTypes].map(([sku, index]) => colorOf(around, sku) ?? (index % MAX_COLOR) + 1),
    }),
    ...(prices.length > 0 && {
      furtherPrices: [...ticketTypes.keys()].map((own) =>
        prices.filter(({ seats_of: of }) => of === own).map(({ sku }) => sku),
      ),
    }),
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
      ...withNumber('c', row.companion_of === null ? undefined : byPlanId.get(row.companion_of)),
      ...withNumber('g', row.table_id === null ? undefined : tables.get(row.table_id)),
    })),
    ...(around && around.drawing.length > 0 && { drawing: around.drawing }),
    ...(around && !around.leaves_no_single && { leavesNoSingle: false }),
    ...(around?.leaves_no_single && around.refuses_single && { refusesSingle: true }),
  };
}

/** The designer's colour for the seats of a ticket type. Of several categories sold as one, the first decides. */
function colorOf({ sold_as: soldAs, categories }: Around, sku: string): number | undefined {
  const use = soldAs.find(({ kind, ticketTypeId }) => kind === 'SEATED' && ticketTypeId === sku);
  return categories?.find(({ id }) => id === use?.categoryId)?.color;
}

const withNumber = <Name extends string>(name: Name, number: number | undefined): { [_ in Name]?: number } =>
  (number === undefined ? {} : { [name]: number }) as { [_ in Name]?: number };

/** Every distinct text and its index, in the order of appearance. */
function indexesOf(texts: string[]): Map<string, number> {
  return new Map([...new Set(texts)].map((text, index) => [text, index]));
}
