import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
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
};

const BUYERS = (
  'Adaeze Nwosu, Tunde Bakare, Ngozi Eze, Kwame Mensah, Efua Boateng, Thandi Dlamini, Sipho Ndlovu, ' +
  'Zainab Bello, Chidi Okonkwo, Ama Serwaa, Lerato Mokoena, Yaw Asante, Folake Adeyemi, Bongani Khumalo, ' +
  'Halima Sani, Emeka Obi, Akosua Owusu, Naledi Molefe, Ibrahim Musa, Kemi Alabi, Kojo Appiah'
).split(', ');
const SIZES = [2, 1, 4, 2, 3, 1, 2, 6];
const PAID_BY = ['transfer', 'cash', 'card'];
// Few enough to seed in a moment: the rest was sold at the box office, in a few orders.
const MAX_BUYERS = 8;
const BOX_OFFICE_DAYS = 7;
// Hours ago, when sales open, in between, and towards today.
const HOURS_AGO = [
  700, 699, 696, 670, 520, 410, 340, 265, 190, 168, 120, 96, 71, 50, 47, 26, 20, 9, 5, 3, 2, 1,
];

type Planned = SoldBefore & {
  orderId: string;
  reference: string;
  buyer: string;
  paidBy: string;
  slot: number;
};

/**
 * Sells what was sold before the story begins, over the last weeks: at the counter and by transfer, to people who have their tickets already,
 * so that nobody is mailed. Free tickets were ordered by themselves.
 */
export async function sellBefore(tx: Transaction, sold: SoldBefore[]): Promise<void> {
  const orders = sold.flatMap(planOrders);
  await insertOrders(tx, orders);
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
  const plan = (quantity: number, at: number, buyer: string): Planned => ({
    ...sold,
    quantity,
    buyer,
    orderId: randomUUIDv7(),
    reference: newOrderReference(),
    paidBy: PAID_BY[at % PAID_BY.length] ?? 'cash',
    slot: (at * 3 + nr * 5) % HOURS_AGO.length,
  });
  return [
    ...atBoxOffice.map((quantity, at) => plan(quantity, at, 'Box Office')),
    ...sizes.map((quantity, at) => plan(quantity, at, BUYERS[(nr * 5 + at) % BUYERS.length] ?? 'Box Office')),
  ];
}

async function insertOrders(tx: Transaction, orders: Planned[]): Promise<void> {
  const rows = orders.map((order) => {
    const { name, ticketTypeId: sku, quantity, priceMinor: price, country } = order;
    const [firstName = '', lastName = ''] = order.buyer.split(' ');
    const total = quantity * price;
    const { currency } = COUNTRIES[country];
    const item = { sku, name, quantity, price, fee: 0, discount: 0, total };
    return {
      id: order.orderId,
      reference: order.reference,
      event_id: order.eventId,
      host_id: order.hostId,
      quote: { items: [item], total, totalFees: 0, discount: 0, currency, promoCode: null },
      total,
      currency,
      email: `${firstName}.${lastName}@demo.example`.toLowerCase(),
      first_name: firstName,
      last_name: lastName,
      paid_by: total > 0 ? order.paidBy : null,
      hours_ago: HOURS_AGO[order.slot] ?? 1,
    };
  });
  await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency,
                         email, first_name, last_name, gateway, paid_by, created_at)
     SELECT o.id, o.reference, o.event_id, o.host_id, CASE WHEN o.total > 0 THEN 'host' ELSE 'embed' END, 'processing', o.reference, o.quote, o.total,
            o.currency, o.email, o.first_name, o.last_name, CASE WHEN o.total > 0 THEN 'by_hand' END, o.paid_by, now() - o.hours_ago * interval '1 hour'
       FROM json_to_recordset($1) AS o (id uuid, reference text, event_id uuid, host_id uuid, quote json, total bigint, currency text, email text,
                                        first_name text, last_name text, paid_by text, hours_ago integer)`,
    [JSON.stringify(rows)],
  );
  await tx.query(
    `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
     SELECT new_id(), o.id, 'by_hand', o.reference, o.total_minor, o.currency, 'order', o.created_at, o.created_at
       FROM orders AS o WHERE o.id = ANY ($1) AND o.total_minor > 0`,
    [orders.map(({ orderId }) => orderId)],
  );
}
