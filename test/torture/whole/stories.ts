import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestCard } from '../../../src/pages/sandbox/server/test-cards.ts';
import { BUYER, endPaymentWindow, lapse, letTransferArrive, PAYING_CARDS } from '../../harness/buy.ts';
import type { Chooser } from '../../history/chooser.ts';
import type { Asking, Told } from './asking.ts';
import type { Ledger } from './ledger.ts';
import type { Sale } from './sale.ts';
import type { Shop } from './shop.ts';

/** All that a story needs. */
export type Piece = { shop: Shop; sale: Sale; asking: Asking; ledger: Ledger };

const CARDS: TestCard['behaviour'][] = [...PAYING_CARDS, 'declined'];
// So many carts a buyer makes before deciding: the contended part of a sale.
const MOST_CARTS = 6;
const MOST_SEATS = 4;
// A program remembers for two seconds that it was nobody's turn.
const WAIT_MS = 3_000;

type Cart = { slug: string; token: string; isEmbed: boolean; hold: (choose: Chooser) => object };

/** A buyer puts carts together, gives some back, orders some, pays some, and comes back from the gateway or not. */
export async function buy(piece: Piece, choose: Chooser): Promise<void> {
  const cart = chooseCart(piece, choose);
  const { asking, ledger, shop } = piece;
  let held: Told | null = null;
  for (let turn = choose.between(1, MOST_CARTS); turn > 0; turn--) {
    const again = await hold(piece, choose, cart);
    if (again.status < 300) held = again;
    // The cart that was there before is still there, or lapsed.
    else if (again.status !== 400) return;
    if (choose.chance(0.3)) await read(piece, choose, cart.slug);
    if (held && choose.chance(0.35)) {
      const released = await askCart(piece, choose, cart, 'DELETE', 'release');
      if (released.status === 200) ledger.released.add(cart.token);
      held = null;
    }
  }
  if (!held || choose.chance(0.2)) return;
  ledger.released.delete(cart.token);
  if (choose.chance(0.1)) {
    await lapse(shop.on, cart.token);
    if (choose.chance(0.5)) return;
  }
  const made = await order(piece, choose, cart, held);
  if (made?.status !== 201) return;
  const { reference, total, checkoutUrl, status } = made.body.data;
  const items = held.body.data.items as { quantity: number }[];
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0);
  ledger.orders.push({ reference, isFree: total === 0, quantity });
  if (total === 0 || status !== 'pending_payment') return;
  const card = choose.oneOf(CARDS);
  const paid = await asking.follow('pay', checkoutUrl, { method: 'POST', form: { card } });
  assert.ok([200, 303, 402, 409, 503].includes(paid.status), `the payment page answered ${paid.status}`);
  if (card !== 'late' || paid.status >= 400) return;
  await endPaymentWindow(shop.on, reference);
  if (choose.chance(0.5)) await letTransferArrive(shop.on, reference).catch(() => {});
}

function chooseCart({ sale }: Piece, choose: Chooser): Cart {
  const token = randomUUID();
  if (choose.chance(0.35)) {
    const { hall } = sale;
    return { slug: hall.slug, token, isEmbed: true, hold: () => ({ ...chooseSeats(sale, choose) }) };
  }
  const isEmbed = choose.chance(0.2);
  const event = choose.chance(0.1) && !isEmbed ? sale.premiere : sale.show;
  return {
    slug: event.slug,
    token: event === sale.premiere ? (comeBack(sale) ?? token) : token,
    isEmbed,
    hold: () => {
      const skus = choose.chance(0.8) ? [choose.oneOf(event.skus)] : event.skus.slice(0, 3);
      const promoCode = event === sale.show && choose.chance(0.1) ? choose.oneOf(sale.promoCodes) : null;
      const items = skus.map((sku) => ({ sku, quantity: choose.between(1, 3) }));
      return { items, ...(promoCode !== null && { promoCode }) };
    },
  };
}

/** The buyer who has waited longest, if it may be their turn. */
function comeBack({ premiere: { waiting } }: Sale): string | undefined {
  const isTime = waiting[0] !== undefined && performance.now() - waiting[0].sinceMs > WAIT_MS;
  return isTime ? waiting.shift()?.token : undefined;
}

/** Seats side by side, mostly, some of them at the children's price. */
function chooseSeats({ hall }: Sale, choose: Chooser): { seatIds: string[]; seatTypes?: object } {
  const count = choose.between(1, MOST_SEATS);
  const first = choose.between(0, hall.seatIds.length - count);
  const seatIds = hall.seatIds.slice(first, first + count);
  const isFront = first + count <= hall.seatIds.length / 3;
  if (!isFront || choose.chance(0.5)) return { seatIds };
  const children = seatIds.filter(() => choose.chance(0.5)).map((seatId) => [seatId, hall.childSku]);
  return { seatIds, seatTypes: Object.fromEntries(children) };
}

function askCart(
  { asking, sale }: Piece,
  choose: Chooser,
  cart: Cart,
  method: 'POST' | 'DELETE',
  kind: string,
  body?: object,
): Promise<Told> {
  const path = cart.isEmbed
    ? `/checkout/${cart.slug}/reservations`
    : `/api/v1/events/${cart.slug}/reservations`;
  return asking.ask(choose, kind, path, {
    method,
    headers: {
      'x-device-id': cart.token,
      ...(!cart.isEmbed && { authorization: `Bearer ${sale.host.publicKey}` }),
    },
    ...(body && { body }),
  });
}

async function hold(piece: Piece, choose: Chooser, cart: Cart): Promise<Told> {
  const isHall = cart.slug === piece.sale.hall.slug;
  const kind = isHall ? 'hold seats' : cart.slug === piece.sale.premiere.slug ? 'hold, waiting room' : 'hold';
  const told = await askCart(piece, choose, cart, 'POST', kind, cart.hold(choose));
  if (told.code === 'waiting_room')
    piece.sale.premiere.waiting.push({ token: cart.token, sinceMs: performance.now() });
  if (told.status < 300) {
    piece.ledger.held.add(cart.token);
    piece.ledger.released.delete(cart.token);
  }
  return told;
}

async function read({ asking, sale }: Piece, choose: Chooser, slug: string): Promise<void> {
  const headers = { authorization: `Bearer ${sale.host.publicKey}` };
  const { status, body } = await asking.ask(choose, 'read', `/api/v1/events/${slug}/tickets`, { headers });
  if (status !== 200) return;
  for (const { quantityLeft } of body.data as { quantityLeft: number }[])
    assert.ok(quantityLeft >= 0, `${quantityLeft} are left`);
}

/** Some ask twice with the same key, through either program. Null where nobody knows. */
async function order(
  { asking, sale }: Piece,
  choose: Chooser,
  { slug, token, isEmbed }: Cart,
  held: Told,
): Promise<Told | null> {
  const path = isEmbed ? `/checkout/${slug}/orders` : `/api/v1/events/${slug}/orders`;
  const headers = {
    'x-device-id': token,
    'idempotency-key': randomUUID(),
    ...(!isEmbed && { authorization: `Bearer ${sale.host.publicKey}` }),
  };
  const body = {
    ...BUYER,
    email: `${token}@example.com`,
    quoteReference: held.body.data.quoteReference as string,
    ...(isEmbed && { query: '' }),
  };
  const post = (): Promise<Told> => asking.ask(choose, 'order', path, { method: 'POST', headers, body });
  const first = await post().catch(() => null);
  if (first?.status === 201 && choose.chance(0.9)) return first;
  if (first && first.status !== 201 && first.status !== 503) return first;
  const second = await post().catch(() => null);
  if (first?.status === 201 && second?.status === 201)
    assert.equal(second.body.data.reference, first.body.data.reference, 'a replay is another order');
  return first?.status === 201 ? first : second;
}
