import { randomUUID } from 'node:crypto';
import { costOf } from '../../../src/orders/exchange/exchange.fixture.ts';
import { signTicketCode } from '../../../src/tickets/ticket-code.ts';
import type { Chooser } from '../../history/chooser.ts';
import type { Told } from './asking.ts';
import type { SaleEvent } from './sale.ts';
import type { Piece } from './stories.ts';

// The host's side of a sale: the counter, gifts, refunds, other seats, other holders, and the doors.

export type SoldTicket = {
  id: string;
  serial: string;
  seatId: string | null;
  sku: string;
  orderId: string;
  reference: string;
};

const MOST_SCANS = 8;
// Managers refund nothing.
const OWNERS = new Set(['refund', 'approve a return', 'decline a return']);

function change(
  { asking, sale }: Piece,
  choose: Chooser,
  kind: string,
  path: string,
  body?: object,
): Promise<Told> {
  return asking.ask(choose, kind, `/dashboard/hosts/${sale.host.hostId}${path}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      cookie: choose.oneOf(OWNERS.has(kind) ? sale.members.slice(0, 1) : sale.members).cookie,
      'sec-fetch-site': 'same-origin',
    },
    ...(body && { body }),
  });
}

/** Pressed again with the same key where nobody knows whether it was done, as members do. */
export async function changeSurely(...asked: Parameters<typeof change>): Promise<Told> {
  const first = await change(...asked).catch(() => null);
  return first && first.status !== 503 ? first : change(...asked);
}

export async function soldTickets(
  { shop }: Piece,
  { eventId }: SaleEvent,
  { most, where = 'true' }: { most: number; where?: string },
): Promise<SoldTicket[]> {
  // Near a random place of the index: to sort all tickets would take longer as they become more.
  const { rows } = await shop.database.query<SoldTicket>(
    `SELECT t.id, t.serial, t.seat_id AS "seatId", t.ticket_type_id AS sku, t.order_id AS "orderId", o.reference
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
      WHERE t.event_id = $1 AND ${where} AND t.serial >= gen_random_uuid() ORDER BY t.serial LIMIT ${most}`,
    [eventId],
  );
  return rows;
}

const PERSON = { firstName: 'Ngozi', lastName: 'Ade', language: 'en', guestNote: '' };

/** A sale at the counter, of tickets or of a seat. */
export async function sellAtCounter(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, ledger } = piece;
  const isHall = choose.chance(0.4);
  const { eventId, skus } = isHall ? sale.hall : sale.show;
  const seatNr = choose.between(0, sale.hall.seatIds.length - 1);
  const type = Math.floor((seatNr * 3) / sale.hall.seatIds.length);
  const quantity = isHall ? 1 : choose.between(1, 3);
  const told = await changeSurely(piece, choose, 'sell at the counter', `/events/${eventId}/guests/sell`, {
    ...PERSON,
    email: 'counter@example.com',
    lines: [{ ticketTypeId: isHall ? skus[type] : choose.oneOf(skus), quantity, priceMinor: null }],
    seatIds: isHall ? [sale.hall.seatIds[seatNr]] : [],
    paidBy: 'cash',
    note: '',
    requestKey: randomUUID(),
  });
  if (told.status < 300) ledger.orders.push({ reference: told.body.reference, isFree: true, quantity });
}

export async function give(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, ledger } = piece;
  const quantity = choose.between(1, 3);
  const told = await changeSurely(piece, choose, 'give', `/events/${sale.show.eventId}/guests/give`, {
    ...PERSON,
    email: 'guest@example.com',
    lines: [{ ticketTypeId: choose.oneOf(sale.show.skus), quantity }],
    sendsMail: choose.chance(0.5),
    requestKey: randomUUID(),
  });
  if (told.status < 300) ledger.orders.push({ reference: told.body.reference, isFree: true, quantity });
}

/** Some tickets of an order, or all, with their money and their stock. */
export async function refund(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, shop, ledger } = piece;
  const [one] = await soldTickets(piece, choose.oneOf([sale.show, sale.hall, sale.premiere]), {
    most: 1,
    where: 't.voided_at IS NULL',
  });
  if (!one) return;
  const { rows } = await shop.database.query<{ ids: string[]; left: number; paid: number; count: number }>(
    `SELECT array_agg(t.id ORDER BY t.position) AS ids, coalesce(min(p.amount_minor - p.refunded_minor), 0) AS left,
            coalesce(min(p.amount_minor), 0) AS paid, (SELECT count(*) FROM tickets WHERE order_id = $1) AS count
       FROM tickets AS t LEFT JOIN payments AS p ON p.order_id = t.order_id AND p.use = 'order'
      WHERE t.order_id = $1 AND t.voided_at IS NULL`,
    [one.orderId],
  );
  const [now] = rows;
  if (!now?.ids) return;
  const isWhole = choose.chance(0.6);
  const ticketIds = isWhole ? now.ids : now.ids.slice(0, 1);
  const amountMinor = isWhole ? now.left : Math.min(now.left, Math.floor(now.paid / now.count));
  const requestKey = randomUUID();
  const told = await changeSurely(piece, choose, 'refund', `/orders/${one.reference}/refunds`, {
    requestKey,
    ticketIds,
    amountMinor,
    returnsDifferences: amountMinor > 0,
    returnsStock: choose.chance(0.9),
    tellsBuyer: false,
    reason: '',
    leftMinor: now.left,
    goodTickets: now.ids.length,
  });
  if (told.status >= 300) return;
  if (amountMinor > 0) ledger.refunds.add(requestKey);
  for (const ticketId of ticketIds) ledger.voided.add(ticketId);
}

/** Another seat for a ticket, of its own price or of another: then the buyer is asked for the difference, or it is waived. */
export async function exchange(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, shop, asking, ledger } = piece;
  const [ticket] = await soldTickets(piece, sale.hall, { most: 1, where: 't.voided_at IS NULL' });
  if (!ticket) return;
  // A change to its own seat is answered with yes, and nothing is written down.
  const toSeatId = choose.oneOf(sale.hall.seatIds.filter((id) => id !== ticket.seatId));
  const { rows } = await shop.database.query<{ from: number; to: number }>(
    `SELECT f.price_minor AS from, t.price_minor AS to FROM ticket_types AS f, seats AS s JOIN ticket_types AS t ON t.id = s.ticket_type_id
      WHERE f.id = $1 AND s.id = $2`,
    [ticket.sku, toSeatId],
  );
  const [price] = rows;
  if (!price) return;
  const asks = choose.chance(0.7);
  const told = await change(
    piece,
    choose,
    'exchange',
    `/orders/${ticket.reference}/tickets/${ticket.id}/seat`,
    {
      fromSeatId: ticket.seatId,
      toSeatId,
      ticketTypeId: null,
      takesHouseSeat: false,
      asksDifference: asks && price.to > price.from,
      seenDifferenceMinor: costOfTicket(price.to) - costOfTicket(price.from),
    },
  );
  if (told.status !== 200) return;
  const reference = (told.body as { reference?: string }).reference;
  if (!reference) return void ledger.moved.add(`${ticket.id} ${toSeatId}`);
  const { rows: due } = await shop.database.query<{ url: string | null }>(
    'SELECT checkout_url AS url FROM orders WHERE reference = $1',
    [reference],
  );
  if (due[0]?.url && choose.chance(0.7))
    await asking.follow('pay for a better seat', due[0].url, { method: 'POST', form: { card: 'success' } });
}

const costOfTicket = (priceMinor: number): number => (priceMinor === 0 ? 0 : costOf(priceMinor));

export async function passOn(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, asking, ledger } = piece;
  const [ticket] = await soldTickets(piece, sale.show, { most: 1, where: 't.voided_at IS NULL' });
  if (!ticket) return;
  const cookie = choose.oneOf(sale.members).cookie;
  const path = `/dashboard/hosts/${sale.host.hostId}/orders/${ticket.reference}`;
  const headers = { accept: 'application/json', cookie };
  const view = await asking.ask(choose, 'look at an order', path, { headers });
  if (view.status !== 200) return;
  const tickets = view.body.data.tickets as { ticketId: string; seen: string }[];
  const told = await change(
    piece,
    choose,
    'pass on',
    `/orders/${ticket.reference}/tickets/${ticket.id}/pass-on`,
    {
      email: 'bimbo@example.com',
      firstName: 'Bimbo',
      lastName: 'Ade',
      seen: tickets.find(({ ticketId }) => ticketId === ticket.id)?.seen,
    },
  );
  if (told.status === 200) ledger.passedOn.add(ticket.id);
}

type Scan = {
  id: string;
  kind: string;
  how: string;
  code?: string;
  undoes?: string;
  at: string;
  verdict: string | null;
};

/** A phone at a door: guests come, go and come back; some were let in without a network; some scans are taken back, some sent twice. */
export async function scan(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, shop, asking, ledger } = piece;
  const event = choose.oneOf([sale.show, sale.show, sale.hall]);
  const tickets = await soldTickets(piece, event, { most: choose.between(1, MOST_SCANS) });
  if (tickets.length === 0) return;
  const isOffline = choose.chance(0.15);
  const scans: Scan[] = tickets.map(({ serial }) => ({
    id: randomUUID(),
    kind: choose.chance(0.25) ? 'exit' : 'entry',
    how: 'code',
    code: signTicketCode(shop.on.secretKeys.current, { eventId: event.eventId, serial }),
    at: new Date().toISOString(),
    verdict: isOffline ? 'admitted' : null,
  }));
  const [first] = scans;
  if (first && choose.chance(0.15))
    scans.push({
      id: randomUUID(),
      kind: 'undo',
      how: 'code',
      undoes: first.id,
      at: new Date().toISOString(),
      verdict: null,
    });
  const token = choose.oneOf(event.phones);
  const send = async (): Promise<void> => {
    const told = await asking.ask(choose, 'scan', '/scan/scans', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: { sentAt: new Date().toISOString(), waiting: 0, scans },
    });
    if (told.status !== 200) return;
    for (const { id } of told.body.results as { id: string }[]) ledger.scans.add(id);
  };
  await send().catch(() => send());
  if (choose.chance(0.1)) await send();
}
