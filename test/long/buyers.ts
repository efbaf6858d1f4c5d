import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbedOrder } from '../../src/pages/checkout/embed/server/order-schemas.ts';
import type { Reservation } from '../../src/reservations/reservation-schema.ts';
import type { Database } from '../../src/db/database.ts';
import type { TestCard } from '../../src/pages/sandbox/server/test-cards.ts';
import { BUYER, endPaymentWindow, lapse, letTransferArrive, pay, PAYING_CARDS } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import type { TestHost } from '../harness/make-catalog.ts';
import { chooser, type Chooser } from '../history/chooser.ts';
import type { Promised } from '../history/end-of-sale.ts';
import { BrokenOff, type Fleet } from './fleet.ts';

/** For sale: tickets by quantity with codes, and a hall sold seat by seat. */
export type Sale = {
  host: TestHost;
  show: { slug: string; skus: string[] };
  promoCodes: string[];
  hall: { slug: string; seatIds: string[] };
};

/** The answers that buyers got, to be found again at the end. */
export type Told = {
  orders: (Promised & { quantity: number })[];
  held: Set<string>;
  released: Set<string>;
  /** How the stories of buyers ended. */
  ends: Map<string, number>;
  bought: () => number;
};

const RESERVATIONS = '/events/{slug}/reservations';
const ORDERS = '/events/{slug}/orders';
const BEFORE_PAYING: TestCard['behaviour'][] = ['declined', 'insufficient_funds'];

// A buyer who is told to come back does, sooner than most would: buyers who ask at once again are what the stampede is about.
const PAUSE_MS = 100;

type Cart = { token: string; headers: Record<string, string>; isEmbed: boolean; slug: string };

/** Lets buyers come until the signal, each with a device and an address of their own, one after the other. */
export function letBuyersCome(
  deps: { fleet: Fleet; sale: Sale; database: Database },
  { count, seed, signal }: { count: number; seed: number; signal: AbortSignal },
): { told: Told; gone: Promise<unknown> } {
  const ends = new Map<string, number>();
  const told: Told = { orders: [], held: new Set(), released: new Set(), ends, bought: () => bought };
  let bought = 0;
  const buyers = Array.from({ length: count }, async (_, nr) => {
    const choose = chooser(seed + nr);
    for (let turn = 0; !signal.aborted; turn++) {
      const token = randomUUID();
      const address = `10.${nr}.${(turn >> 8) & 255}.${turn & 255}`;
      try {
        const end = await buyOnce(deps, told, choose, { token, address });
        if (end === 'free' || end === 'paid') bought += 1;
        ends.set(end, (ends.get(end) ?? 0) + 1);
        if (end.endsWith(' unavailable')) await delay(PAUSE_MS);
      } catch (error) {
        if (!(error instanceof BrokenOff)) deps.fleet.faults.push(`buyer ${nr}: ${String(error)}`);
        const end = `broken off ${(error as Error).message}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    }
  });
  return { told, gone: Promise.all(buyers) };
}

/** One buyer's way: each step by any process that is there. Answers how it ended. */
async function buyOnce(
  deps: { fleet: Fleet; sale: Sale; database: Database },
  told: Told,
  choose: Chooser,
  { token, address }: { token: string; address: string },
): Promise<string> {
  const { fleet, sale, database } = deps;
  const isEmbed = choose.chance(0.5);
  const isHall = isEmbed && choose.chance(0.5);
  const { slug } = isHall ? sale.hall : sale.show;
  const headers = { 'x-device-id': token, 'x-forwarded-for': address };
  const cart: Cart = { token, headers, isEmbed, slug };
  if (choose.chance(0.3)) await look(deps, cart, choose);

  let held = await hold(deps, cart, choose, isHall);
  if (held.status !== 201) return `no hold: ${held.body.error_code}`;
  told.held.add(token);
  if (choose.chance(0.3)) {
    // Another cart by the same device, mostly by another process.
    const again = await hold(deps, cart, choose, isHall);
    if (again.status === 200) held = again;
    else if (again.status < 400) fleet.faults.push(`a cart held again was answered ${again.status}`);
  }
  if (choose.chance(0.1)) return release(deps, cart, told, choose);
  if (choose.chance(0.1)) {
    if (choose.chance(0.5)) await lapse({ app: { database } } as never, token);
    return 'left';
  }

  const { quoteReference, items } = held.body.data as Reservation;
  const answer = await order(deps, cart, choose, quoteReference);
  if (answer.status !== 201) return `no order: ${answer.body.error_code}`;
  const made = answer.body.data as EmbedOrder;
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0);
  told.orders.push({ reference: made.reference, isFree: made.total === 0, quantity });
  if (made.total > 0) return payFor(deps, made, choose);
  await openReceipt(fleet, made.receiptUrl);
  return 'free';
}

/** A shop's requests before somebody buys. */
async function look({ fleet, sale }: { fleet: Fleet; sale: Sale }, cart: Cart, choose: Chooser) {
  const { slug } = cart;
  const key = sale.host;
  const member = fleet.any(choose);
  await fleet.ask(member, ['get', '/events'], { slug, key, query: choose.oneOf(['', '?search=event']) });
  await fleet.ask(member, ['get', '/events/{slug}'], { slug, key });
  await fleet.ask(member, ['get', '/events/{slug}/tickets'], { slug, key });
  const page = await fleet.askEmbed(member, `/${slug}`, { headers: cart.headers });
  if (page.status !== 503) assert.equal(page.status, 200, 'the checkout’s page');
  // As browsers do: the page's own files, from the process that gave the page.
  const script = /src="[^"]*\/checkout(\/assets\/[^"]+\.js)"/.exec(String(page.body))?.[1];
  if (page.status === 200) assert.ok(script, 'the page names no script');
  if (script) assert.equal((await fleet.askEmbed(member, script)).status, 200, script);
}

function hold(
  { fleet, sale }: { fleet: Fleet; sale: Sale },
  { headers, isEmbed, slug }: Cart,
  choose: Chooser,
  isHall: boolean,
): Promise<Answer> {
  const quantity = choose.between(1, 3);
  const promoCode = choose.chance(0.2) ? choose.oneOf(sale.promoCodes) : undefined;
  const first = choose.between(0, sale.hall.seatIds.length - quantity);
  const body = isHall
    ? { seatIds: sale.hall.seatIds.slice(first, first + quantity) }
    : { items: [{ sku: choose.oneOf(sale.show.skus), quantity }], ...(promoCode && { promoCode }) };
  const member = fleet.any(choose);
  return isEmbed
    ? fleet.askEmbed(member, `/${slug}/reservations`, { method: 'POST', headers, body })
    : fleet.ask(member, ['post', RESERVATIONS], { slug, key: sale.host, headers, body });
}

async function release(
  { fleet, sale }: { fleet: Fleet; sale: Sale },
  { headers, isEmbed, slug, token }: Cart,
  told: Told,
  choose: Chooser,
): Promise<string> {
  const member = fleet.any(choose);
  const { status, body } = isEmbed
    ? await fleet.askEmbed(member, `/${slug}/reservations`, { method: 'DELETE', headers })
    : await fleet.ask(member, ['delete', RESERVATIONS], { slug, key: sale.host, headers });
  if (status !== 503) assert.equal(status, 200, JSON.stringify(body));
  if (status === 200) told.released.add(token);
  return status === 200 ? 'released' : 'not released';
}

/** Orders, and some ask twice: the second time by any process, with the same key. */
async function order(
  { fleet, sale }: { fleet: Fleet; sale: Sale },
  cart: Cart,
  choose: Chooser,
  quoteReference: string,
): Promise<Answer> {
  const { slug, isEmbed, token } = cart;
  const headers = { ...cart.headers, 'idempotency-key': token };
  const body = { ...BUYER, email: `${token}@example.com`, quoteReference };
  const post = (): Promise<Answer> => {
    const member = fleet.any(choose);
    return isEmbed
      ? fleet.askEmbed(member, `/${slug}/orders`, { method: 'POST', headers, body: { ...body, query: '' } })
      : fleet.ask(member, ['post', ORDERS], { slug, key: sale.host, headers, body });
  };
  const first = await post().catch((error: unknown) => {
    if (error instanceof BrokenOff) return null;
    throw error;
  });
  if (first && first.status !== 201 && first.status !== 503) return first;
  if (first?.status === 201 && choose.chance(0.7)) return first;
  const second = await post();
  if (first?.status === 201 && second.status === 201)
    assert.equal(second.body.data.reference, first.body.data.reference, 'a replay is another order');
  return first?.status === 201 ? first : second;
}

async function payFor(
  { fleet, database }: { fleet: Fleet; database: Database },
  { reference, checkoutUrl = '', status }: Pick<EmbedOrder, 'reference' | 'checkoutUrl' | 'status'>,
  choose: Chooser,
): Promise<string> {
  const stored = { app: { database } } as never;
  if (status !== 'pending_payment') return `not payable: ${status}`;
  const enter = async (card: TestCard['behaviour']) => {
    const said = await fleet.through(() => pay(checkoutUrl, card));
    assert.ok([200, 303, 402, 409, 503].includes(said.status), `the payment page answered ${said.status}`);
    return said;
  };
  if (choose.chance(0.1)) await enter(choose.oneOf(BEFORE_PAYING));
  const card = choose.oneOf(PAYING_CARDS);
  const paid = await enter(card);
  if (paid.status === 503) return 'no payment';
  if (paid.location && choose.chance(0.5)) {
    const { location } = paid;
    const back = await fleet.through(() => fetch(location, { redirect: 'manual' }));
    await back.arrayBuffer();
    assert.ok([303, 503].includes(back.status), `the return answered ${back.status}`);
  }
  if (card === 'late') {
    await endPaymentWindow(stored, reference);
    await letTransferArrive(stored, reference);
  }
  return card === 'leave' || card === 'late' ? card : 'paid';
}

async function openReceipt(fleet: Fleet, receiptUrl: string): Promise<void> {
  const { status } = await fleet.through(async () => {
    const response = await fetch(receiptUrl);
    await response.arrayBuffer();
    return response;
  });
  assert.ok([200, 503].includes(status), `the receipt answered ${status}`);
}
