import type { Transaction } from '../db/database.ts';
import type { FeeRule } from '../inventory/fees.ts';
import { COUNTRIES } from '../money/countries.ts';
import { priceCart } from '../reservations/price-cart.ts';
import { ticketAmounts } from '../tickets/ticket-amounts.ts';
import { planOrders, type Planned, type SoldBefore } from './plan-orders.ts';
import { refundBefore } from './refund-before.ts';

const FREE: FeeRule = { basisPoints: 0, flatMinor: 0, capMinor: null, isAbsorbed: true };
const REASONS = ['can’t come', 'bought twice', 'ill', 'asked by phone'];

/**
 * Sells what was sold before the story begins, over the last weeks: online, with fees, and at the counter. No gateway knows of these payments
 * but the sandbox, which gives them back when it is asked. All have their tickets already, so that nobody is mailed. Some tried to pay first
 * and did not, some had money back since, and some are about to pay.
 */
export async function sellBefore(
  tx: Transaction,
  sold: SoldBefore[],
  { checkoutUrl }: { checkoutUrl: string },
): Promise<void> {
  const planned = sold.flatMap(planOrders);
  const priced = await priceOrders(tx, planned);
  await insertOrders(tx, priced, checkoutUrl);
  const orders = priced.filter(({ status }) => status === 'processing');
  const unpaid = priced.filter(({ status }) => status === 'pending_payment');
  await hold(tx, [...orders, ...unpaid]);
  await insertPayments(tx, [...orders, ...unpaid], checkoutUrl);
  for (const alike of Map.groupBy(orders, ({ hoursAgo, cause }) => `${hoursAgo} ${cause}`).values())
    await tx.query(
      `SELECT confirm_orders(ids => $1::uuid[], cause => $2, at_time => now() - $3 * interval '1 hour')`,
      [alike.map(({ orderId }) => orderId), alike[0]?.cause, alike[0]?.hoursAgo],
    );
  await refundBefore(
    tx,
    orders
      .filter(({ refunded }) => refunded > 0)
      .map(({ orderId, refunded, quote, hoursAgo }, at) => ({
        orderId,
        tickets: refunded,
        amountMinor: ticketAmounts(quote.items)
          .slice(0, refunded)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        hoursAgo: hoursAgo / 2,
        returnsStock: true,
        reason: REASONS[at % REASONS.length] ?? '',
      })),
  );
}

type Code = { id: string; eventId: string; code: string; percentBasisPoints: number };
type Priced = Planned & { quote: ReturnType<typeof priceOrder>; promoCodeId: string | null };

async function priceOrders(tx: Transaction, orders: Planned[]): Promise<Priced[]> {
  const codes = await findCodes(tx, orders);
  return orders.map((order) => {
    const code = (order.usesCode && codes.get(order.eventId)) || null;
    return { ...order, quote: priceOrder(order, code), promoCodeId: code?.id ?? null };
  });
}

/** Codes for every ticket type that can be used without end. */
async function findCodes(tx: Transaction, orders: Planned[]): Promise<Map<string, Code>> {
  const { rows } = await tx.query<Code>(
    `SELECT id, event_id AS "eventId", code, percent_basis_points AS "percentBasisPoints" FROM promo_codes AS p
      WHERE event_id = ANY ($1) AND maximum_uses IS NULL AND percent_basis_points IS NOT NULL
        AND NOT EXISTS (SELECT FROM promo_code_ticket_types WHERE promo_code_id = p.id)`,
    [[...new Set(orders.map(({ eventId }) => eventId))]],
  );
  return new Map(rows.map((code) => [code.eventId, code]));
}

function priceOrder(order: Planned, code: Code | null) {
  const { name, ticketTypeId: sku, quantity, source } = order;
  const priceMinor = source === 'complimentary' ? 0 : order.priceMinor;
  const isOnline = source === 'embed' || source === 'api';
  return {
    ...priceCart(
      [{ sku, name, quantity, priceMinor }],
      isOnline ? order.fees : FREE,
      code && { percentBasisPoints: code.percentBasisPoints, skus: null },
    ),
    currency: COUNTRIES[order.country].currency,
    promoCode: code?.code ?? null,
  };
}

async function insertOrders(tx: Transaction, orders: Priced[], checkoutUrl: string): Promise<void> {
  const rows = orders.map((order) => ({
    ...order,
    total: order.quote.total,
    currency: order.quote.currency,
    email: `${order.firstName}.${order.lastName}@demo.example`.toLowerCase(),
    minutesAgo: order.hoursAgo * 60 + order.minutesToPay,
  }));
  await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email, first_name,
                         last_name, gateway, paid_by, promo_code_id, promo_is_counted, quantity, created_at)
     SELECT o."orderId", o.reference, o."eventId", o."hostId", o.source, o.status, o.reference, o.quote, o.total, o.currency, o.email,
            o."firstName", o."lastName", o.gateway, o."paidBy", o."promoCodeId", o."promoCodeId" IS NOT NULL AND o.status = 'processing',
            o.quantity, now() - o."minutesAgo" * interval '1 minute'
       FROM json_to_recordset($1) AS o ("orderId" uuid, reference text, "eventId" uuid, "hostId" uuid, source text, status text, quote json,
              total bigint, currency text, email text, "firstName" text, "lastName" text, gateway text, "paidBy" text, "promoCodeId" uuid,
              quantity integer, "minutesAgo" integer)`,
    [JSON.stringify(rows)],
  );
  await tx.query(
    `INSERT INTO order_changes (order_id, at, status, cause)
     SELECT o.id, o.created_at + change.nr * interval '1 second', change.status, change.cause
       FROM orders AS o CROSS JOIN (VALUES
              (1, 'processing', 'the buyer ordered'), (2, 'failed', 'the gateway gave no payment link: busy'),
              (2, 'pending_payment', 'the gateway gave a payment link'), (1800, 'expired', 'it was not paid in time')) AS change (nr, status, cause)
      WHERE o.id = ANY ($1) AND o.source IN ('api', 'embed')
        AND CASE change.status WHEN 'processing' THEN true WHEN 'pending_payment' THEN o.status <> 'failed' AND o.gateway IS NOT NULL
                               ELSE change.status = o.status END
      ORDER BY o.id, change.nr`,
    [orders.map(({ orderId }) => orderId)],
  );
  // Somebody is about to pay for these: they can be paid by their link, and lapse as any other.
  await tx.query(
    `WITH carts AS (
       INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at, quote_reference, quote, order_id)
       SELECT new_id(), event_id, gen_random_uuid(), '192.0.2.1', false, quantity, created_at, created_at + interval '32 minutes',
              quote_reference, quote, id
         FROM orders WHERE id = ANY ($1) AND status = 'pending_payment' RETURNING *
     ), held AS (
       INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
       SELECT id, (quote -> 'items' -> 0 ->> 'sku')::uuid, quantity, expires_at FROM carts
     )
     UPDATE orders AS o SET reservation_id = carts.id, client_address = carts.client_address, pay_by = o.created_at + interval '30 minutes',
            next_look_up_at = now() + interval '1 minute', checkout_url = $2 || '/pay/pay_' || o.reference
       FROM carts WHERE o.id = carts.order_id`,
    [orders.map(({ orderId }) => orderId), checkoutUrl],
  );
}

async function hold(tx: Transaction, orders: Planned[]): Promise<void> {
  await tx.query(
    `UPDATE ticket_types AS t SET held = t.held + planned.quantity
       FROM (SELECT sku, sum(quantity)::integer AS quantity FROM unnest($1::uuid[], $2::integer[]) AS one (sku, quantity) GROUP BY 1) AS planned
      WHERE t.id = planned.sku`,
    [orders.map(({ ticketTypeId }) => ticketTypeId), orders.map(({ quantity }) => quantity)],
  );
}

async function insertPayments(tx: Transaction, orders: Priced[], checkoutUrl: string): Promise<void> {
  const ids = orders.filter(({ quote }) => quote.total > 0).map(({ orderId }) => orderId);
  await tx.query(
    `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
     SELECT new_id(), id, gateway, CASE gateway WHEN 'by_hand' THEN reference ELSE 'pay_' || reference END, total_minor, currency,
            'order', created_at, created_at
       FROM orders WHERE id = ANY ($1) AND status = 'processing'`,
    [ids],
  );
  // The sandbox stands in for every gateway that the host has no account with. It forgets payments by age: these are new to it.
  await tx.query(
    `INSERT INTO sandbox_payments (id, reference, amount_minor, currency, email, name, description, return_url, callback_url, pay_by, status,
                                   paid_at)
     SELECT 'pay_' || o.reference, o.reference, o.total_minor, o.currency, o.email, o.first_name || ' ' || o.last_name, event.name,
            $2 || '/orders/' || o.return_token || '/return', $3, o.created_at + interval '30 minutes',
            CASE o.status WHEN 'processing' THEN 'paid' ELSE 'open' END, CASE o.status WHEN 'processing' THEN o.created_at END
       FROM orders AS o JOIN events AS event ON event.id = o.event_id WHERE o.id = ANY ($1) AND o.gateway <> 'by_hand'`,
    [ids, checkoutUrl, new URL('/payments/sandbox/callback', checkoutUrl).href],
  );
}
