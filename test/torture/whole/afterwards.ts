import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { makeReturnLink } from '../../../src/tickets/mails/mailed-return.ts';
import { createListTokens } from '../../../src/waiting-list/list-tokens.ts';
import { BUYER } from '../../harness/buy.ts';
import type { Chooser } from '../../history/chooser.ts';
import type { Told } from './asking.ts';
import { changeSurely, soldTickets, type SoldTicket } from './members.ts';
import type { Piece } from './stories.ts';

// After the sale, for buyers and those who came too late for it: returns, tickets that are given away, waiting lists.

const MOST_WANTED = 3;
// A job looks every two seconds.
const LOOK_MS = 250;
const MOST_LOOKS = 16;
const PERSON = { firstName: 'Bimbo', lastName: 'Ade' };

type Bought = SoldTicket & { receiptToken: string; position: number };

async function findBought(piece: Piece, choose: Chooser): Promise<Bought | undefined> {
  const { sale, shop } = piece;
  const [ticket] = await soldTickets(piece, choose.oneOf([sale.show, sale.hall, sale.premiere]), {
    most: 1,
    where: `t.voided_at IS NULL AND o.source IN ('api', 'embed')`,
  });
  if (!ticket) return undefined;
  const { rows } = await shop.database.query<{ receiptToken: string; position: number }>(
    `SELECT o.receipt_token AS "receiptToken", t.position FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE t.id = $1`,
    [ticket.id],
  );
  return rows[0] && { ...ticket, ...rows[0] };
}

/** A button on the receipt. */
const press = (
  { asking }: Piece,
  choose: Chooser,
  kind: string,
  { receiptToken }: Bought,
  rest: string,
  form: Record<string, string> = {},
): Promise<Told> =>
  asking.ask(choose, kind, `/checkout/orders/${receiptToken}${rest}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    form,
  });

const outcomeOf = ({ body }: Told): string => (body as { data?: { outcome?: string } }).data?.outcome ?? '';

/** Tickets go back by a mailed link, which some press twice; or a member decides. */
export async function returnTickets(piece: Piece, choose: Chooser): Promise<void> {
  const { shop, ledger } = piece;
  const ticket = await findBought(piece, choose);
  if (!ticket) return;
  const form: Record<string, string> = { [`ticket${ticket.position}`]: 'on' };
  if (choose.chance(0.4)) form[`ticket${ticket.position + 1}`] = 'on';
  const asked = await press(piece, choose, 'ask for a return', ticket, '/returns', form);
  if (outcomeOf(asked) !== 'return_asked' || choose.chance(0.1)) return;
  const { orderId, reference } = ticket;
  const { rows } = await shop.database.query<{ id: string }>(
    `SELECT id FROM returns WHERE order_id = $1 AND state = 'asked'`,
    [orderId],
  );
  const returnId = rows[0]?.id;
  // Few mails go out: the link is made here.
  const link = returnId && (await makeReturnLink(shop.database, { orderId, returnId }));
  if (!link) return;
  const confirm = (): Promise<Told> =>
    press(piece, choose, 'confirm a return', ticket, `/returns/${link}`).catch(() =>
      press(piece, choose, 'confirm a return', ticket, `/returns/${link}`),
    );
  const told = await Promise.all(Array.from({ length: choose.between(1, 2) }, confirm));
  for (const one of told) if (outcomeOf(one) === 'returned') ledger.returned.add(returnId);
  if (!told.some((one) => outcomeOf(one) === 'return_waiting') || choose.chance(0.2)) return;
  const isApproved = choose.chance(0.7);
  const decided = await changeSurely(
    piece,
    choose,
    isApproved ? 'approve a return' : 'decline a return',
    `/orders/${reference}/returns/${returnId}/${isApproved ? 'approve' : 'decline'}`,
    isApproved ? undefined : { reason: 'The hall is full of friends.' },
  );
  if (isApproved && decided.status < 300) ledger.returned.add(returnId);
}

/** To somebody new each time: a person is given few tickets in an hour. */
export async function giveAway(piece: Piece, choose: Chooser): Promise<void> {
  const ticket = await findBought(piece, choose);
  if (!ticket) return;
  const told = await press(piece, choose, 'give a ticket away', ticket, '/pass-on', {
    ...PERSON,
    position: String(ticket.position),
    email: `${randomUUID()}@example.com`,
  });
  if (outcomeOf(told) === 'passed_on') piece.ledger.passedOn.add(ticket.id);
}

/** Networks are many: the lists count mails by them. */
const someAddress = (choose: Chooser): string =>
  [10, ...Array.from({ length: 3 }, () => choose.between(0, 255))].join('.');

/** Somebody waits for what is sold out; some who wait leave again. */
export async function joinList(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, shop, asking, ledger } = piece;
  const email = `${randomUUID()}@example.com`;
  const path = `/checkout/${sale.show.slug}/waiting-list`;
  const headers = { 'x-forwarded-for': someAddress(choose) };
  const form = { email, quantity: String(choose.between(1, MOST_WANTED)) };
  const sku = choose.chance(0.8) ? (sale.show.skus.at(-1) ?? '') : choose.oneOf(sale.show.skus.slice(2));
  const joined = await asking.ask(choose, 'ask for a list', `${path}?ticket=${sku}`, {
    method: 'POST',
    headers,
    form,
  });
  if (joined.status !== 200) return;
  const { rows } = await shop.database.query<{ id: string }>(
    'SELECT id FROM waiting_list_entries WHERE email = $1',
    [email],
  );
  const [entry] = rows;
  // It is on sale.
  if (!entry || choose.chance(0.1)) return;
  const link = `${path}/entries/${createListTokens(shop.on.secretKeys).writeLink(entry.id)}`;
  const confirm = (): Promise<Told> =>
    asking.ask(choose, 'join a list', `${link}?deed=confirm`, { method: 'POST' });
  const told = await confirm().catch(confirm);
  assert.ok([200, 503].includes(told.status), `a list answered ${told.status}`);
  if (told.status === 200) ledger.waiting.add(entry.id);
  if (choose.chance(0.9)) {
    // The host finds another chair.
    if (choose.chance(0.6))
      await shop.database.query('UPDATE ticket_types SET capacity = capacity + 1 WHERE id = $1', [sku]);
    for (let look = 0; look < MOST_LOOKS && !(await hasOffer(piece)); look++) await delay(LOOK_MS);
    return;
  }
  const left = await asking.ask(choose, 'leave a list', `${link}?deed=leave`, { method: 'POST' });
  if (left.status === 200) ledger.left.add(entry.id);
}

async function hasOffer({ shop }: Piece): Promise<boolean> {
  const { rowCount } = await shop.database.query(
    `SELECT FROM waiting_list_entries WHERE state = 'offered' LIMIT 1`,
  );
  return rowCount === 1;
}

/** Offers of a list are taken, in part or whole, by one or two windows; some is bought, and some offers are given back. */
export async function takeOffer(piece: Piece, choose: Chooser): Promise<void> {
  const { sale, shop, asking, ledger } = piece;
  const { rows } = await shop.database.query<{ id: string; sku: string; quantity: number }>(
    `SELECT id, ticket_type_id AS sku, offered_quantity AS quantity FROM waiting_list_entries
      WHERE event_id = $1 AND state = 'offered' ORDER BY random() LIMIT 1`,
    [sale.show.eventId],
  );
  const [offer] = rows;
  if (!offer) return;
  const tokens = createListTokens(shop.on.secretKeys);
  if (choose.chance(0.1)) {
    const path = `/checkout/${sale.show.slug}/waiting-list/entries/${tokens.writeLink(offer.id)}?deed=leave`;
    const left = await asking.ask(choose, 'give an offer back', path, { method: 'POST' });
    if (left.status === 200) ledger.left.add(offer.id);
    return;
  }
  const authorization = `Bearer ${sale.host.publicKey}`;
  const items = [{ sku: offer.sku, quantity: choose.between(1, offer.quantity) }];
  const take = async (token: string): Promise<{ token: string; told: Told | null }> => ({
    token,
    told: await asking
      .ask(choose, 'take an offer', `/api/v1/events/${sale.show.slug}/reservations`, {
        method: 'POST',
        headers: { 'x-device-id': token, authorization },
        body: { items, promoCode: tokens.writeOffer(offer.id) },
      })
      .catch(() => null),
  });
  const windows = await Promise.all(
    Array.from({ length: choose.between(1, 2) }, async () => take(randomUUID())),
  );
  const taken = windows.filter(({ told }) => told !== null && told.status < 300);
  assert.ok(taken.length < 2, 'an offer was taken twice');
  const [cart] = taken;
  if (!cart?.told) return;
  ledger.held.add(cart.token);
  if (choose.chance(0.3)) return;
  const ordered = await asking.ask(choose, 'order an offer', `/api/v1/events/${sale.show.slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': cart.token, authorization, 'idempotency-key': randomUUID() },
    body: {
      ...BUYER,
      email: `${cart.token}@example.com`,
      quoteReference: cart.told.body.data.quoteReference as string,
    },
  });
  if (ordered.status !== 201) return;
  const { reference, total, checkoutUrl, status } = ordered.body.data;
  ledger.orders.push({ reference, isFree: total === 0, quantity: items[0]?.quantity ?? 0 });
  if (total > 0 && status === 'pending_payment')
    await asking.follow('pay', checkoutUrl, { method: 'POST', form: { card: 'success' } });
}
