import type { Database, Transaction } from '../db/database.ts';
import { countHostMails } from '../hosts/count-host-mails.ts';
import type { TicketReader } from '../inventory/list-tickets.ts';
import type { Ticket } from '../inventory/ticket-schema.ts';
import { enqueueJob, enqueueJobs } from '../jobs/enqueue-job.ts';
import { everyMinuteJob } from '../jobs/every-minute-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import { Refusal } from '../refusal.ts';
import { replyToOf } from '../tickets/mails/reply-to.ts';
import type { HostForBuyers } from '../tickets/read-order.ts';
import type { Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { knownLanguage } from '../values/language.ts';
import { composeCartMail } from './compose-cart-mail.ts';
import { TAKES_PLACE_SQL } from './when-due.ts';

const A_MINUTE_MS = 60_000;
const CARTS_AT_ONCE = 200;
const SEND_CART_MAIL = 'send_cart_mail';
// A reservation is kept for seven days after it ended, and nobody comes back later.
const WORTH_DAYS = 6;

type Deps = {
  database: Database;
  mailer: Mailer;
  checkoutUrl: string;
  hostMailsPerDay: number;
  unsubscribing: Unsubscribing;
  readTickets: TicketReader;
};

/** The cart that was left behind, once its tickets are nobody's any more: to be read with left_carts `c`, reservations `r`, orders `o`. */
const LAPSED_SQL = 'coalesce(greatest(r.expires_at, o.pay_by), r.expires_at)';

/** Has the mails about carts sent whose time has come. Of those that were bought, or given up by hand, nothing is sent. */
export const planCartMailsJob = (database: Database): JobKind<Record<string, never>> =>
  everyMinuteJob(database, { kind: 'plan_cart_mails', batch: CARTS_AT_ONCE, work: planSome });

async function planSome(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE left_carts SET is_planned = true
      WHERE id = ANY (ARRAY(
        SELECT c.id FROM left_carts AS c
          JOIN events AS e ON e.id = c.event_id
          LEFT JOIN automatic_mails AS a ON a.event_id = e.id AND a.kind = 'cart'
          LEFT JOIN reservations AS r ON r.id = c.reservation_id
          LEFT JOIN orders AS o ON o.id = r.order_id
         WHERE NOT c.is_planned AND c.email IS NOT NULL
           AND (r.id IS NULL OR a.event_id IS NULL
                OR mail_hour(${LAPSED_SQL} + make_interval(hours => a.hours), e.timezone, e.starts_at) <= clock_timestamp())
         ORDER BY c.asked_at LIMIT ${CARTS_AT_ONCE} FOR UPDATE OF c SKIP LOCKED))
      RETURNING id`,
  );
  await enqueueJobs(
    tx,
    SEND_CART_MAIL,
    rows.map(({ id: cartId }) => ({ payload: { cartId }, uniqueKey: cartId })),
  );
  return rows.length;
}

type LeftCart = {
  id: string;
  email: string;
  language: string;
  items: Pick<PricedItem, 'sku' | 'quantity'>[];
  hostId: string;
  slug: string;
  eventName: string;
  isSeated: boolean;
  note: string;
  host: HostForBuyers;
  waitSeconds: number;
};

/** Sends one. The address is forgotten with it; after a crash in between it goes again under the same Message-ID. */
export function sendCartMailJob(deps: Deps): JobKind<{ cartId: string }> {
  const { database, mailer } = deps;
  return {
    kind: SEND_CART_MAIL,
    // A day later it is of no use.
    retryDelaysMs: [10_000, A_MINUTE_MS, 10 * A_MINUTE_MS, 60 * A_MINUTE_MS, 6 * 60 * A_MINUTE_MS],
    leaseMs: 15_000,
    concurrency: 1,
    async run({ cartId }, { signal }) {
      const cart = await findWanted(database, cartId);
      const mail = cart && (await compose(deps, cart));
      if (!cart || !mail) {
        await forgetCart(database, cartId);
        return;
      }
      const waitSeconds = cart.waitSeconds > 0 ? cart.waitSeconds : await count(deps, cart);
      if (waitSeconds !== null) {
        const delayMs = waitSeconds * 1_000;
        await enqueueJob(database, { kind: SEND_CART_MAIL, payload: { cartId }, delayMs });
        return;
      }
      signal.throwIfAborted();
      const replyTo = replyToOf(cart.host);
      try {
        await mailer.send({
          ...mail,
          to: { name: '', address: cart.email },
          ...(replyTo && { replyTo }),
          messageId: `${cart.id}@${mailer.domain}`,
        });
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
      }
      await database.query('UPDATE left_carts SET email = NULL WHERE id = $1', [cartId]);
    },
  };
}

/** Null where it is of no use: bought by this address, given up by hand, switched off, cancelled, begun, or too old. */
async function findWanted(database: Database, cartId: string): Promise<LeftCart | null> {
  const { rows } = await database.query<LeftCart>(
    `SELECT c.id, c.email, c.language, r.quote -> 'items' AS items, h.id AS "hostId", e.slug, e.kind = 'seat_map' AS "isSeated", a.note,
            coalesce((SELECT name FROM event_translations WHERE event_id = e.id AND language = c.language), e.name) AS "eventName",
            json_build_object('id', h.id, 'name', h.name, 'contactEmail', h.contact_email,
                              'hasTerms', h.terms <> '', 'hasRefundPolicy', h.refund_policy <> '') AS host,
            ceil(extract(epoch FROM mail_hour(clock_timestamp(), e.timezone, e.starts_at) - clock_timestamp()))::integer AS "waitSeconds"
       FROM left_carts AS c
       JOIN reservations AS r ON r.id = c.reservation_id
       JOIN events AS e ON e.id = c.event_id
       JOIN hosts AS h ON h.id = e.host_id
       JOIN automatic_mails AS a ON a.event_id = e.id AND a.kind = 'cart' AND a.is_on
       LEFT JOIN orders AS o ON o.id = r.order_id
      WHERE c.id = $1 AND c.email IS NOT NULL AND ${TAKES_PLACE_SQL} AND e.starts_at > clock_timestamp()
        AND ${LAPSED_SQL} <= clock_timestamp() AND c.asked_at > clock_timestamp() - interval '${WORTH_DAYS} days'
        AND (r.ended_at IS NULL OR r.ended_at >= r.expires_at OR o.id IS NOT NULL)
        AND NOT EXISTS (SELECT FROM orders AS bought
                         WHERE lower(bought.email) = lower(c.email) AND bought.host_id = h.id AND bought.event_id = e.id
                           AND bought.status NOT IN ('expired', 'cancelled', 'failed'))`,
    [cartId],
  );
  return rows[0] ?? null;
}

/** Null where none of it can be had any more, or the reader has unsubscribed. */
async function compose(
  { database, checkoutUrl, unsubscribing, readTickets }: Deps,
  { email, ...cart }: LeftCart,
): Promise<ReturnType<typeof composeCartMail> | null> {
  const language = knownLanguage(cart.language);
  const { hostId, slug } = cart;
  const unsubscribeUrl = await unsubscribing.linkFor(database, { hostId, kind: 'cart', email, language });
  if (unsubscribeUrl === null) return null;
  const answer = await readTickets({ hostId, slug, device: undefined, language });
  const tickets = answer ? (JSON.parse(String(answer)) as { data: Ticket[] }).data : [];
  const items = cart.items.flatMap(({ sku, quantity }) => {
    const ticket = tickets.find((one) => one.id === sku && one.status === 'AVAILABLE');
    const left = Math.min(quantity, ticket?.quantityLeft ?? 0);
    return ticket && left > 0 ? [{ sku, name: ticket.name, quantity: left }] : [];
  });
  if (items.length === 0) return null;
  return composeCartMail({ ...cart, language, items, checkoutUrl, unsubscribeUrl });
}

/** It counts against the host's day: an address that a visitor typed has bought nothing yet. */
async function count(
  { database, hostMailsPerDay: perDay }: Deps,
  { hostId }: LeftCart,
): Promise<number | null> {
  try {
    await database.transaction((tx) => countHostMails(tx, { hostId, count: 1, perDay }));
    return null;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'rate_limited')) throw error;
    return error.retryAfterSeconds ?? 1;
  }
}

async function forgetCart(database: Database, cartId: string): Promise<void> {
  await database.query('DELETE FROM left_carts WHERE id = $1 AND email IS NOT NULL', [cartId]);
}
