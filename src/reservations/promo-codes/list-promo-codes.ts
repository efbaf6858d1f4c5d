import type { Queryable } from '../../db/database.ts';
import { noSuchCode, type OfEvent, type OfPromoCode } from './promo-code-fields.ts';

export const PROMO_STATES = ['active', 'scheduled', 'used_up', 'ended'] as const;
export type PromoState = (typeof PROMO_STATES)[number];

export type ListedPromoCode = {
  promoCodeId: string;
  code: string;
  state: PromoState;
  percentBasisPoints: number | null;
  amountMinor: number | null;
  ticketTypeIds: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  /** In orders, and in carts that are held. */
  uses: number;
  maximumUses: number | null;
  version: number;
};

export type PromoFilters = {
  /** A part of the code, in capitals or not. */
  search: string | null;
  state: PromoState | null;
  /** Only those that were made together, at that moment. */
  madeAt: Date | null;
};

const STATE = `CASE WHEN p.ends_at <= now() THEN 'ended'
                    WHEN p.maximum_uses IS NOT NULL AND p.uses >= p.maximum_uses THEN 'used_up'
                    WHEN p.starts_at > now() THEN 'scheduled' ELSE 'active' END`;

// $1 event, $2 host, $3 search, $4 state, $5 made at.
const WANTED = `p.event_id = $1 AND EXISTS (SELECT 1 FROM events WHERE id = $1 AND host_id = $2)
     AND ($3::text IS NULL OR strpos(lower(p.code), lower($3)) > 0)
     AND ($4::text IS NULL OR ${STATE} = $4)
     AND ($5::timestamptz IS NULL OR p.created_at = $5)`;

// Uses of a code without a maximum are counted nowhere: only for the rows that are shown.
const ROW = `p.id AS "promoCodeId", p.code, ${STATE} AS state, p.percent_basis_points AS "percentBasisPoints",
       p.amount_minor AS "amountMinor", p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.maximum_uses AS "maximumUses", p.version,
       ARRAY(SELECT ticket_type_id FROM promo_code_ticket_types WHERE promo_code_id = p.id ORDER BY 1)::text[] AS "ticketTypeIds",
       CASE WHEN p.maximum_uses IS NOT NULL THEN p.uses ELSE (
         (SELECT count(*) FROM reservations WHERE promo_code_id = p.id AND ended_at IS NULL)
         + (SELECT count(*) FROM orders WHERE promo_code_id = p.id AND promo_is_counted))::integer END AS uses`;

const valuesOf = ({ hostId, eventId, search, state, madeAt }: OfEvent & PromoFilters): unknown[] => [
  eventId,
  hostId,
  search,
  state,
  madeAt,
];

/** An event's codes, the newest first. The cursor is the id of the last one that was seen. */
export async function listPromoCodes(
  database: Queryable,
  input: OfEvent & PromoFilters & { limit: number; cursor: string | null },
): Promise<{ codes: ListedPromoCode[]; nextCursor: string | null }> {
  const { limit, cursor } = input;
  const { rows } = await database.query<ListedPromoCode>(
    `SELECT ${ROW} FROM (
       SELECT p.* FROM promo_codes AS p WHERE ${WANTED} AND ($6::uuid IS NULL OR p.id < $6) ORDER BY p.id DESC LIMIT $7
     ) AS p ORDER BY p.id DESC`,
    [...valuesOf(input), cursor, limit + 1],
  );
  const codes = rows.slice(0, limit);
  return { codes, nextCursor: rows.length > limit ? (codes.at(-1)?.promoCodeId ?? null) : null };
}

/** All that fit the filters, in the order of their letters. */
export async function exportPromoCodes(
  database: Queryable,
  input: OfEvent & PromoFilters,
): Promise<ListedPromoCode[]> {
  const { rows } = await database.query<ListedPromoCode>(
    `SELECT ${ROW} FROM promo_codes AS p WHERE ${WANTED} ORDER BY lower(p.code)`,
    valuesOf(input),
  );
  return rows;
}

export async function countPromoCodes(database: Queryable, eventId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM promo_codes WHERE event_id = $1',
    [eventId],
  );
  return rows[0]?.count ?? 0;
}

/** One of them, as the list shows it. */
export async function findPromoCode(
  database: Queryable,
  { hostId, eventId, promoCodeId }: OfPromoCode,
): Promise<ListedPromoCode> {
  const { rows } = await database.query<ListedPromoCode>(
    `SELECT ${ROW} FROM promo_codes AS p JOIN events AS e ON e.id = p.event_id AND e.host_id = $2
      WHERE p.event_id = $1 AND p.id = $3`,
    [eventId, hostId, promoCodeId],
  );
  const [found] = rows;
  if (!found) throw noSuchCode();
  return found;
}

/** Lists the ticket types that codes can be for. */
export async function listTypesOfCodes(
  database: Queryable,
  { hostId, eventId }: OfEvent,
): Promise<{ ticketTypeId: string; name: string }[]> {
  const { rows } = await database.query<{ ticketTypeId: string; name: string }>(
    `SELECT t.id AS "ticketTypeId", t.name FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id AND e.host_id = $2
      WHERE t.event_id = $1 ORDER BY t.position, t.id`,
    [eventId, hostId],
  );
  return rows;
}
