import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { formatMoney, formatPrice } from '../money/format-money.ts';
import { feeMinor } from './fees.ts';
import { stopSweeper } from './hold-engine.fixture.ts';
import { createTicketReader } from './list-tickets.ts';
import { shareStock } from './pools/share-stock.ts';
import { TICKETS_LEFT_SQL, TICKET_STATUS_SQL } from './ticket-status.ts';

const on = await startTestApp();
const { database } = on.app;
after(() => on.close());
await stopSweeper(on);
const host = await makeHost(on);

type SlowRow = {
  country: Country;
  id: string;
  name: string;
  description: string;
  kind: string;
  status: string;
  left: number;
  price_minor: number;
  maximum_per_order: number;
  sale_starts_at: Date | null;
  sale_ends_at: Date | null;
  pool_id: string | null;
  awaited: number;
  unsold: number;
  lapses_at: Date | null;
  fee_basis_points: number;
  fee_flat_minor: number;
  fee_cap_minor: number | null;
  fees_absorbed: boolean;
};

const AN_HOUR_MS = 3_600_000;

/** Room comes from a hold of its own, or where only its pool is used up, from any of the pool. */
function backOnSaleAt(row: SlowRow, all: SlowRow[]): Date | null {
  const drawing = row.unsold <= 0 ? [row] : all.filter(({ pool_id: pool }) => pool === row.pool_id);
  const isWaitedFor = row.awaited > 0 || drawing.some(({ awaited }) => awaited > 0);
  if (row.status !== 'SOLD_OUT' || isWaitedFor) return null;
  const lapses = drawing
    .flatMap(({ lapses_at: at }) => at ?? [])
    .sort((one, other) => Number(one) - Number(other));
  return lapses.find((at) => Number(at) < Date.now() + AN_HOUR_MS) ?? null;
}

/** The answer made from columns, again each time. */
async function readSlowly(eventId: string, language: string): Promise<string> {
  const { rows } = await database.query<SlowRow>(
    `SELECT event.country, host.*, ticket_type.*, ${TICKET_STATUS_SQL} AS status, (${TICKETS_LEFT_SQL}) AS left,
            ticket_type.capacity - ticket_type.sold - ticket_type.held + coalesce((
              SELECT sum(quantity) FROM holds WHERE ticket_type_id = ticket_type.id AND expires_at <= now()), 0)::integer AS unsold,
            (SELECT min(expires_at) FROM holds WHERE ticket_type_id = ticket_type.id AND expires_at > now()) AS lapses_at,
            coalesce(words.ticket_types -> ticket_type.id::text ->> 'name', ticket_type.name) AS name
       FROM events AS event JOIN hosts AS host ON host.id = event.host_id
       JOIN ticket_types AS ticket_type ON ticket_type.event_id = event.id
       LEFT JOIN event_translations AS words ON words.event_id = event.id AND words.language = $2
      WHERE event.id = $1 ORDER BY ticket_type.position, ticket_type.id`,
    [eventId, language],
  );
  const data = rows.map((row) => {
    const fees = feeMinor(row.price_minor, {
      basisPoints: row.fee_basis_points,
      flatMinor: row.fee_flat_minor,
      capMinor: row.fee_cap_minor,
      isAbsorbed: row.fees_absorbed,
    });
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      kind: row.kind,
      status: row.status,
      quantityLeft: row.left,
      price: row.price_minor,
      fees,
      currency: COUNTRIES[row.country].currency,
      formattedPrice: formatPrice(row.price_minor, row.country, 'FREE'),
      formattedFees: formatMoney(fees, row.country),
      maximumPurchasableTicketCount: row.maximum_per_order,
      saleStartsAt: row.sale_starts_at?.toISOString() ?? null,
      saleEndsAt: row.sale_ends_at?.toISOString() ?? null,
      backOnSaleAt: backOnSaleAt(row, rows)?.toISOString() ?? null,
    };
  });
  return JSON.stringify({ data, status: true });
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((one) => `x${one}"\\`);
// Never so close to now that it passes between two readings.
const hoursAway = fc
  .tuple(fc.constantFrom(-1, 1), fc.integer({ min: 3_600_000, max: 90_000_000 }))
  .map(([way, ms]) => new Date(Date.now() + way * ms));
const minutesAway = fc.integer({ min: 600_000, max: 3_000_000 }).map((ms) => new Date(Date.now() + ms));
const setType = (set: string, ...values: fc.Arbitrary<unknown>[]) =>
  fc.tuple(...values).map((given) => ({ sql: `UPDATE ticket_types SET ${set} WHERE id = $1`, given }));
const change = fc.oneof(
  setType('name = $2', text),
  setType('description = $2', text),
  setType('price_minor = $2', fc.nat(1_000_000_000)),
  setType('maximum_per_order = $2', fc.integer({ min: 1, max: 50 })),
  setType('held = $2, sold = $3', fc.nat(5), fc.nat(5)),
  setType('held = 10, sold = 0'),
  setType('sale_starts_at = $2, sale_ends_at = NULL', hoursAway),
  setType('sale_ends_at = $2, sale_starts_at = NULL', hoursAway),
  setType('position = $2', fc.nat(9)),
  setType('awaited = $2', fc.nat(2)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.oneof(hoursAway, minutesAway)).map((given) => ({
    sql: 'INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at) VALUES (gen_random_uuid(), $1, $2, $3)',
    given: given as unknown[],
  })),
  fc.tuple(fc.nat(2_000), fc.nat(90_000), fc.boolean()).map((given) => ({
    sql: `UPDATE hosts SET fee_basis_points = $2, fee_flat_minor = $3, fees_absorbed = $4
           WHERE id = (SELECT event.host_id FROM events AS event JOIN ticket_types AS type ON type.event_id = event.id
                        WHERE type.id = $1)`,
    given: given as unknown[],
  })),
  fc.boolean().map((isSoon) => ({
    sql: `UPDATE events SET is_coming_soon = $2 WHERE id = (SELECT event_id FROM ticket_types WHERE id = $1)`,
    given: [isSoon] as unknown[],
  })),
  text.map((name) => ({
    sql: `INSERT INTO event_translations (event_id, language, ticket_types)
          SELECT event_id, 'fr', jsonb_build_object(id, jsonb_build_object('name', $2::text)) FROM ticket_types WHERE id = $1
          ON CONFLICT (event_id, language) DO UPDATE SET ticket_types = excluded.ticket_types`,
    given: [name] as unknown[],
  })),
);

test('after any change the list of tickets is, byte for byte, what the tables say', async () => {
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 10 }, { capacity: 10 }, { capacity: 10 }],
  });
  const { hostId } = host;
  const pooled = { name: 'Floor', capacity: 14, ticketTypeIds: skus.slice(0, 2) };
  await database.transaction((tx) => shareStock(tx, { hostId, eventId, actor: OPERATOR, ...pooled }));
  const readTickets = createTicketReader(database);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), change), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        for (const [at, { sql, given }] of changes)
          await database.query(sql, [skus[at], ...given]).catch((error: Error & { code?: string }) => {
            // The tables refuse some, which changes nothing: more held than a pool has, letters that are no text.
            assert.match(error.code ?? '', /^(23|22|P0)/, error.message);
          });
        for (const language of [undefined, 'fr'] as const) {
          const slow = await readSlowly(eventId, language ?? '');
          for (const device of [undefined, randomUUID()])
            assert.equal(String(await readTickets({ hostId, slug, device, language })), slow);
        }
      },
    ),
    { numRuns: 150 },
  );
});
