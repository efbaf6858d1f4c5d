import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import { decimalsOf, toMajorUnits } from '../values/major-units.ts';
import type { PromoUseFilters } from './export-kinds.ts';
import { walkEvents, type ExportScope } from './walk-events.ts';
import { walkPages } from './walk-pages.ts';
import { momentWriter } from './write-moment.ts';

export const PROMO_USE_COLUMNS = [
  'code',
  'event',
  'order',
  'status',
  'counts as a use',
  'created at',
  'tickets',
  'discount',
  'total',
  'currency',
];

const USES_AT_ONCE = 1_000;
// An event has a hundred thousand codes, of which hardly any was used.
const CODES_AT_ONCE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type UseRow = {
  promoCodeId: string;
  code: string;
  orderId: string;
  reference: string;
  status: string;
  isCounted: boolean;
  createdAt: Date;
  tickets: number;
  discountMinor: number;
  totalMinor: number;
  currency: string;
};

/** A line per order that has a promo code, event by event and code by code. It says nothing of the buyers. */
export async function* promoUseLines(
  database: Queryable,
  scope: ExportScope,
  filters: PromoUseFilters,
): AsyncGenerator<Cell[][], void, undefined> {
  for await (const event of walkEvents(database, scope, filters.eventId)) {
    const writeMoment = momentWriter(event.timezone);
    const pages = walkUses(database, scope, event.id);
    for await (const uses of pages)
      yield uses.map((use) => {
        const decimals = decimalsOf(use.currency);
        return [
          use.code,
          event.name,
          use.reference,
          use.status,
          use.isCounted ? 'yes' : 'no',
          writeMoment(use.createdAt),
          use.tickets,
          toMajorUnits(use.discountMinor, decimals),
          toMajorUnits(use.totalMinor, decimals),
          use.currency,
        ];
      });
  }
}

/** The uses of some codes after the other. */
async function* walkUses(
  database: Queryable,
  scope: ExportScope,
  eventId: string,
): AsyncGenerator<UseRow[], void, undefined> {
  const pagesOfCodes = walkPages<{ id: string }>(CODES_AT_ONCE, async (last, limit) => {
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM promo_codes WHERE event_id = $1 AND id > $2 ORDER BY id LIMIT $3',
      [eventId, last?.id ?? FIRST_ID, limit],
    );
    return rows;
  });
  for await (const codes of pagesOfCodes) {
    const [from = FIRST_ID, to = FIRST_ID] = [codes[0]?.id, codes.at(-1)?.id];
    yield* walkPages<UseRow>(USES_AT_ONCE, (last, limit) =>
      readUses(database, { scope, eventId, from, to, last, limit }),
    );
  }
}

type Page = {
  scope: ExportScope;
  eventId: string;
  /** The first and the last of these codes. */
  from: string;
  to: string;
  last: UseRow | null;
  limit: number;
};

/** By the indexes promo_codes_newest and orders_promo_code, each from where the page before ended. */
async function readUses(
  database: Queryable,
  { scope, eventId, from, to, last, limit }: Page,
): Promise<UseRow[]> {
  const { rows } = await database.query<UseRow>(
    `SELECT c.id AS "promoCodeId", c.code, o.*
       FROM promo_codes AS c
      CROSS JOIN LATERAL (
            SELECT id AS "orderId", reference, status, promo_is_counted AS "isCounted", created_at AS "createdAt",
                   (SELECT sum((item ->> 'quantity')::integer) FROM json_array_elements(quote -> 'items') AS item) AS tickets,
                   (quote ->> 'discount')::bigint AS "discountMinor", total_minor AS "totalMinor", currency
              FROM orders
             WHERE promo_code_id = c.id AND promo_code_id IS NOT NULL AND created_at <= $2
               AND id > CASE WHEN c.id = $3 THEN $4::uuid ELSE '${FIRST_ID}' END
             ORDER BY id LIMIT $5) AS o
      WHERE c.event_id = $1 AND c.id BETWEEN $3 AND $6
      ORDER BY c.id, o."orderId" LIMIT $5`,
    [eventId, scope.asOf, last?.promoCodeId ?? from, last?.orderId ?? FIRST_ID, limit, to],
  );
  return rows;
}
