import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { FeeRule } from '../inventory/fees.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { priceCart } from '../reservations/price-cart.ts';
import { newOrderReference } from '../orders/order-reference.ts';

/** The earlier sales of a ticket type, before the story begins. */
export type SoldBefore = {
  hostId: string;
  country: Country;
  eventId: string;
  ticketTypeId: string;
  name: string;
  priceMinor: number;
  quantity: number;
  /** The host's fee, which buyers online pay on top. */
  fees: FeeRule;
};

const BUYERS = (
  'Adaeze Nwosu, Tunde Bakare, Ngozi Eze, Kwame Mensah, Efua Boateng, Thandi Dlamini, Sipho Ndlovu, ' +
  'Zainab Bello, Chidi Okonkwo, Ama Serwaa, Lerato Mokoena, Yaw Asante, Folake Adeyemi, Bongani Khumalo, ' +
  'Halima Sani, Emeka Obi, Akosua Owusu, Naledi Molefe, Ibrahim Musa, Kemi Alabi, Kojo Appiah'
).split(', ');
const SIZES = [2, 1, 4, 2, 3, 1, 2, 6];
const PAID_BY = ['transfer', 'cash', 'card'];
// Few enough to seed in a moment: the rest was sold at the box office, in a few orders.
const MAX_BUYERS = 14;
const BOX_OFFICE_DAYS = 3;
// Of the orders online, one in so many is by the API, and one in so many follows an attempt that came to nothing.
const ONE_BY_API = 3;
const ONE_TRIED_BEFORE = 9;
// The others pay without a code, if their event has one.
const ONE_BY_CODE = 4;
// On the guest list: one in so many of the buyers by name.
const ONE_INVITED = 23;
const FREE: FeeRule = { basisPoints: 0, flatMinor: 0, capMinor: null, isAbsorbed: true };
const CAME_TO_NOTHING = ['failed', 'expired'] as const;
// Hours ago, when sales open, in between, and towards today.
const HOURS_AGO = [
  700, 699, 696, 670, 520, 410, 340, 265, 190, 168, 120, 96, 71, 50, 47, 26, 20, 9, 5, 3, 2, 1,
];

type Planned = SoldBefore & {
  orderId: string;
  reference: string;
  buyer: string;
  source: 'embed' | 'api' | 'host' | 'complimentary';
  usesCode: boolean;
  status: 'processing' | (typeof CAME_TO_NOTHING)[number];
  paidBy: string;
  slot: number;
};

/**
 * Sells what was sold before the story begins, over the last weeks: online, with fees and paid through the sandbox, where each payment can be
 * refunded; and at the counter. All have their tickets already, so that nobody is mailed. Some tried to pay first and did not.
 */
export async function sellBefore(tx: Transaction, sold: SoldBefore[]): Promise<void> {
  const planned = sold.flatMap(planOrders);
  await insertOrders(tx, planned);
  const orders = planned.filter(({ status }) => status === 'processing');
  await tx.query(
    `UPDATE ticket_types AS t SET held = t.held + planned.quantity
       FROM (SELECT sku, sum(quantity)::integer AS quantity FROM unnest($1::uuid[], $2::integer[]) AS one (sku, quantity) GROUP BY 1) AS planned
      WHERE t.id = planned.sku`,
    [orders.map(({ ticketTypeId }) => ticketTypeId), orders.map(({ quantity }) => quantity)],
  );
  for (const [slot, hoursAgo] of HOURS_AGO.entries()) {
    const ids = orders.filter((order) => order.slot === slot).map(({ orderId }) => orderId);
    if (ids.length > 0)
      await tx.query(
        `SELECT confirm_orders(ids => $1::uuid[], cause => 'sold before', at_time => now() - $2 * interval '1 hour')`,
        [ids, hoursAgo],
      );
  }
  await tx.query(`DELETE FROM jobs WHERE kind = 'send_mail'`);
}

function planOrders(sold: SoldBefore, nr: number): Planned[] {
  const sizes: number[] = [];
  let left = sold.quantity;
  for (let at = nr; sizes.length < MAX_BUYERS && left > 0; at += 1) {
    const size = Math.min(SIZES[at % SIZES.length] ?? 1, left);
    sizes.push(size);
    left -= size;
  }
  // The box office has its share of every few days.
  const share = Math.ceil(left / BOX_OFFICE_DAYS);
  const atBoxOffice = Array.from({ length: BOX_OFFICE_DAYS }, (_, at) =>
    Math.max(0, Math.min(share, left - at * share)),
  ).filter((quantity) => quantity > 0);
  const plan = (
    quantity: number,
    at: number,
    { buyer, source, status = 'processing' }: Pick<Planned, 'buyer' | 'source'> & Partial<Planned>,
  ): Planned => ({
    ...sold,
    quantity,
    buyer,
    source,
    status,
    usesCode: (source === 'embed' || source === 'api') && at % ONE_BY_CODE === 1,
    orderId: randomUUIDv7(),
    reference: newOrderReference(),
    paidBy: PAID_BY[at % PAID_BY.length] ?? 'cash',
    slot: (at * 3 + nr * 5) % HOURS_AGO.length,
  });
  const isFree = sold.priceMinor === 0;
  return [
    ...atBoxOffice.map((quantity, at) =>
      plan(quantity, at, { buyer: 'Box Office', source: isFree ? 'embed' : 'host' }),
    ),
    ...sizes.flatMap((quantity, at) => {
      const order = nr * MAX_BUYERS + at;
      const buyer = BUYERS[(nr * 5 + at) % BUYERS.length] ?? 'Box Office';
      const isInvited = !isFree && order % ONE_INVITED === 5;
      const source = isInvited ? 'complimentary' : !isFree && order % ONE_BY_API === 0 ? 'api' : 'embed';
      const status = CAME_TO_NOTHING[order % CAME_TO_NOTHING.length] ?? 'failed';
      const wasTried = !isFree && !isInvited && order % ONE_TRIED_BEFORE === 0;
      return [
        ...(wasTried ? [plan(quantity, at, { buyer, source, status })] : []),
        plan(quantity, at, { buyer, source }),
      ];
    }),
  ];
}

type Code = { id: string; eventId: string; code: string; percentBasisPoints: number };

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
  const isInvited = source === 'complimentary';
  const priceMinor = isInvited ? 0 : order.priceMinor;
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

async function insertOrders(tx: Transaction, orders: Planned[]): Promise<void> {
  const codes = await findCodes(tx, orders);
  const rows = orders.map((order) => {
    const [firstName = '', lastName = ''] = order.buyer.split(' ');
    const code = (order.usesCode && codes.get(order.eventId)) || null;
    const quote = priceOrder(order, code);
    const { total, currency } = quote;
    return {
      id: order.orderId,
      reference: order.reference,
      event_id: order.eventId,
      host_id: order.hostId,
      quote,
      promo_code_id: code?.id ?? null,
      total,
      currency,
      email: `${firstName}.${lastName}@demo.example`.toLowerCase(),
      first_name: firstName,
      last_name: lastName,
      source: order.source,
      status: order.status,
      gateway: total === 0 ? null : order.source === 'host' ? 'by_hand' : 'sandbox',
      paid_by: order.source === 'host' ? order.paidBy : null,
      hours_ago: HOURS_AGO[order.slot] ?? 1,
    };
  });
  await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency,
                         email, first_name, last_name, gateway, paid_by, promo_code_id, promo_is_counted, created_at)
     SELECT o.id, o.reference, o.event_id, o.host_id, o.source, o.status, o.reference, o.quote, o.total,
            o.currency, o.email, o.first_name, o.last_name, o.gateway, o.paid_by,
            o.promo_code_id, o.promo_code_id IS NOT NULL AND o.status = 'processing', now() - o.hours_ago * interval '1 hour'
       FROM json_to_recordset($1) AS o (id uuid, reference text, event_id uuid, host_id uuid, quote json, total bigint, currency text, email text,
                                        first_name text, last_name text, source text, status text, gateway text, paid_by text,
                                        promo_code_id uuid, hours_ago integer)`,
    [JSON.stringify(rows)],
  );
  await tx.query(
    `INSERT INTO order_changes (order_id, at, status, cause)
     SELECT o.id, o.created_at, change.status, change.cause
       FROM orders AS o CROSS JOIN LATERAL (VALUES (1, 'processing', 'the buyer ordered'), (2, o.status,
              CASE o.status WHEN 'expired' THEN 'it was not paid in time' ELSE 'the gateway gave no payment link: busy' END)) AS change (nr, status, cause)
      WHERE o.id = ANY ($1) AND o.status IN ('failed', 'expired') ORDER BY o.id, change.nr`,
    [orders.map(({ orderId }) => orderId)],
  );
  const ids = orders.filter(({ status }) => status === 'processing').map(({ orderId }) => orderId);
  await tx.query(
    `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
     SELECT new_id(), o.id, o.gateway, CASE o.gateway WHEN 'sandbox' THEN 'pay_' || o.reference ELSE o.reference END, o.total_minor, o.currency,
            'order', o.created_at, o.created_at
       FROM orders AS o WHERE o.id = ANY ($1) AND o.total_minor > 0`,
    [ids],
  );
  // The sandbox knows them too, and gives the money back when it is asked.
  await tx.query(
    `INSERT INTO sandbox_payments (id, reference, amount_minor, currency, email, name, description, return_url, callback_url, pay_by, status,
                                   paid_at, created_at)
     SELECT 'pay_' || o.reference, o.reference, o.total_minor, o.currency, o.email, o.first_name || ' ' || o.last_name, event.name, '', '',
            o.created_at + interval '1 hour', 'paid', o.created_at, o.created_at
       FROM orders AS o JOIN events AS event ON event.id = o.event_id WHERE o.id = ANY ($1) AND o.gateway = 'sandbox'`,
    [ids],
  );
}
