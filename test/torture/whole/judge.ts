import { setTimeout as delay } from 'node:timers/promises';
import { checkInvariants } from '../../../src/invariants/check-invariants.ts';
import { isDatabaseUnavailable, type Database } from '../../../src/db/database.ts';
import { until } from '../../harness/until.ts';
import { findBroken } from './ledger.ts';
import type { Shop } from './shop.ts';
import type { Piece } from './stories.ts';
import { findUnpaidAtGateways, tellAll } from './ways.ts';

const END_PATIENCE_MS = 1_800_000;

/** Everything that is wrong at the end of a piece, in lines. None is how it should be. */
export async function judge(piece: Piece): Promise<string[]> {
  const { shop, asking, ledger } = piece;
  const { database } = shop;
  await letEverythingEnd(database);
  // Money of second pages is told of last, and goes back.
  await until(
    'the gateways to have told of everything',
    async () => (await tellAll(shop)) === 0,
    END_PATIENCE_MS,
  );
  await letEverythingEnd(database);
  const violations = await checkInvariants(database);
  const broken = await findBroken(database, ledger);
  return [
    ...asking.faults,
    ...violations.map(({ promise, where, detail }) => `${promise}: ${where} ${detail}`),
    ...Object.entries(broken).map(
      ([what, ids]) => `lost, though answered with yes: ${what} ${ids.join(', ')}`,
    ),
    ...(await findUnpaid(database)),
    ...(await findUnpaidAtGateways(database, shop.gateways)),
    ...(await findUnheard(shop)),
    ...findOddMails(shop),
    ...shop.errorLines().filter((line) => !isOfTheCrash(line)),
  ];
}

// Of a gateway in a program that is killed, and of a server that is not there yet.
const IS_OF_THE_CRASH =
  /ECONNREFUSED|ECONNRESET|EPIPE|terminating connection|Connection (terminated|ended)|starting up|not yet accepting|shutting down|postmaster exit|recovery mode|payment_gateway_error/;

/** A program tells of requests and jobs that it could not do while its database was away. */
function isOfTheCrash(line: string): boolean {
  const { err, error = err?.message } = JSON.parse(line) as {
    err?: { message?: string; code?: string };
    error?: string;
  };
  const told = Object.assign(new Error(error), { code: err?.code });
  return isDatabaseUnavailable(told) || IS_OF_THE_CRASH.test(line);
}

/** Time passes: carts lapse, windows to pay are over, transfers arrive, and whatever is due is done. */
async function letEverythingEnd(database: Database): Promise<void> {
  await database.query('SELECT release_waiting_list(of_event => event_id) FROM waiting_lists');
  await untilNone(database, 'an offer of a waiting list', OFFERS, async (id) => {
    await database.query(
      `WITH offer AS (
         UPDATE waiting_list_entries SET offered_until = now() WHERE id = $1 AND state = 'offered' RETURNING reservation_id),
            cart AS (
         UPDATE reservations SET expires_at = now() WHERE id IN (SELECT reservation_id FROM offer))
       UPDATE holds SET expires_at = now() WHERE reservation_id IN (SELECT reservation_id FROM offer)`,
      [id],
    );
  });
  await untilNone(database, 'a cart that is held', LIVE_CARTS, async (id) => {
    // One at a time: many, in whatever order, deadlock with the sweeper.
    await database.query(
      `WITH cart AS (UPDATE reservations SET expires_at = now() WHERE id = $1 RETURNING id, expires_at),
            moved AS (UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id)
       UPDATE seats SET held_until = cart.expires_at FROM cart WHERE held_by = cart.id`,
      [id],
    );
  });
  await untilNone(database, 'an order that waits', OPEN_ORDERS, async (id) => {
    await database.query(
      `UPDATE orders SET pay_by = least(pay_by, now()), next_look_up_at = least(next_look_up_at, now()) WHERE id = $1`,
      [id],
    );
  });
  for (const [what, sql] of Object.entries(LEFT_TO_DO)) await untilNone(database, what, sql);
}

const OFFERS = `SELECT id FROM waiting_list_entries WHERE state = 'offered'`;
const LIVE_CARTS = `SELECT id FROM reservations AS r
   WHERE r.ended_at IS NULL AND r.expires_at > now() AND NOT EXISTS (
     SELECT 1 FROM orders AS o WHERE o.id = r.order_id AND o.status IN ('processing', 'pending_payment'))`;
const OPEN_ORDERS = `SELECT id FROM orders WHERE status IN ('processing', 'pending_payment') ORDER BY id`;
const LEFT_TO_DO = {
  'a payment that is under way': `SELECT id FROM sandbox_payments WHERE status = 'processing'`,
  'a payment that we have not heard of': `SELECT id FROM sandbox_payments AS p WHERE p.status = 'paid'
     AND NOT EXISTS (SELECT 1 FROM payments WHERE gateway_payment_id = p.id)`,
  'a payment that is to be looked up': `SELECT id FROM jobs WHERE kind = 'follow_payment' AND set_aside_at IS NULL`,
  'a refund that is under way': `SELECT id FROM refunds WHERE status NOT IN ('succeeded', 'settled_by_hand')`,
  'a delivery that has no end': `SELECT id FROM webhook_deliveries WHERE status = 'pending'`,
  'a mail that is due': `SELECT id FROM jobs WHERE kind LIKE 'send\\_%mail' AND run_at <= now() AND set_aside_at IS NULL`,
  'a hold': 'SELECT reservation_id AS id FROM holds',
  'an order that waits after all': OPEN_ORDERS,
};
// These wait for minutes by themselves.
const WAITING_JOBS = [
  'ask_gateways',
  'follow_refunds',
  'follow_payment',
  'send_refunds',
  'sandbox_callback',
  'sandbox_late_payment',
  'give_back_lapsed',
];
const LOOK_MS = 500;

async function untilNone(
  database: Database,
  what: string,
  sql: string,
  end: (id: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await until(
    `the end of the last ${what}`,
    async () => {
      const { rows } = await database.query<{ id: string }>(sql);
      for (const { id } of rows) await end(id);
      if (rows.length === 0) return true;
      // Rows that the programs have locked come the next time: to wait for several is to deadlock with them.
      for (const table of ['refunds', 'orders'])
        await database.query(
          `UPDATE ${table} SET next_look_up_at = now() WHERE id IN (
             SELECT id FROM ${table} WHERE next_look_up_at > now() FOR UPDATE SKIP LOCKED)`,
        );
      await database.query(
        `WITH due AS (
           UPDATE jobs SET run_at = now() WHERE id IN (
             SELECT id FROM jobs
              WHERE kind = ANY ($1) AND leased_by IS NULL AND set_aside_at IS NULL AND run_at > now() FOR UPDATE SKIP LOCKED)
           RETURNING kind)
         SELECT pg_notify('jobs_due', kind) FROM due`,
        [WAITING_JOBS],
      );
      await delay(LOOK_MS);
      return false;
    },
    END_PATIENCE_MS,
  );
}

/** The gateway and we agree about every payment and what went back of it. */
async function findUnpaid(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    `SELECT format('%s: paid %s at the gateway and %s here, %s and %s went back', p.reference, p.amount_minor, taken.amount_minor,
                   p.refunded_minor, returned.minor) AS line
       FROM sandbox_payments AS p
       LEFT JOIN payments AS taken ON taken.gateway_payment_id = p.id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(r.amount_minor), 0) AS minor FROM refunds AS r
          WHERE r.payment_id = taken.id AND r.status = 'succeeded') AS returned
      WHERE p.status = 'paid' AND (taken.amount_minor IS DISTINCT FROM p.amount_minor OR p.refunded_minor <> returned.minor)
      LIMIT 20`,
  );
  return rows.map(({ line }) => line);
}

/** Deliveries that are on record as delivered were heard; what was heard is a delivery. */
async function findUnheard({ database, receiver }: Shop): Promise<string[]> {
  const heard = new Set(receiver.received.map(({ headers }) => String(headers['x-service-delivery'])));
  const { rows } = await database.query<{ id: string; status: string; failure: string | null }>(
    'SELECT id, status, failure FROM webhook_deliveries',
  );
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...rows
      .filter(({ id, status }) => status === 'delivered' && !heard.has(id))
      .map(({ id }) => `unheard: ${id}`),
    ...[...heard].filter((id) => !ids.has(id)).map((id) => `heard of no delivery of ours: ${id}`),
  ];
}

/** A mail that came twice, because its worker was killed before it was written down, is the same mail with the same Message-ID. */
function findOddMails({ smtp }: Shop): string[] {
  const byId = Map.groupBy(smtp.received, ({ mail }) => mail.messageId ?? '');
  return [...byId].flatMap(([id, mails]) => {
    const faces = new Set(mails.map(({ mail, envelope }) => `${envelope.to.join()} ${mail.subject}`));
    return id === '' || faces.size > 1 ? [`mails with the Message-ID ${id}: ${[...faces].join('; ')}`] : [];
  });
}

/** How many mails came more than once. */
export function countDoubledMails({ smtp }: Shop): number {
  return smtp.received.length - new Set(smtp.received.map(({ mail }) => mail.messageId)).size;
}
