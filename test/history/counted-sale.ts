import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/database.ts';
import { BUYER } from '../harness/buy.ts';
import { makeEvent, type TestHost } from '../harness/make-catalog.ts';
import type { SignedIn } from '../harness/sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';
import type { Chooser } from './chooser.ts';
import type { History, Operation } from './porcupine.ts';

/** Sends a request to some program. Null: nobody knows whether it was done. */
export type Send = (
  kind: string,
  path: string,
  what: { method: 'GET' | 'POST' | 'DELETE'; headers: Record<string, string>; body?: object },
) => Promise<{
  status: number;
  code: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a story names what it reads
  body: any;
} | null>;

type Counted = {
  on: TestApp;
  host: TestHost;
  owner: SignedIn;
  database: Database;
  send: Send;
};

type Told = Pick<Operation, 'told'> & { left?: number };

// Few tickets and many who want them; short enough for a verdict within moments.
const TYPES = 3;
const CAPACITY = 5;
const CLIENTS = 6;
const TURNS = 25;
// Each is under way until the end, for all that anybody knows: many of them are more than can be judged.
const MOST_UNKNOWN = 8;

/**
 * Plays a small sale of free tickets, and writes down each request with the time when it was sent and when it was answered: a history for
 * each ticket type. A cart is of one ticket type for good, so that the histories have nothing to do with each other.
 */
export async function playCountedSale(
  counted: Counted,
  choosers: (nr: number) => Chooser,
): Promise<History[]> {
  const { on, host } = counted;
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: Array.from({ length: TYPES }, () => ({ capacity: CAPACITY, priceMinor: 0 })),
  });
  const histories = skus.map((sku) => ({ name: `${slug} ${sku}`, capacity: CAPACITY, operations: [] }));
  await Promise.all(
    skus.flatMap((sku, type) => {
      const record = openRecord(histories[type]?.operations ?? []);
      return Array.from({ length: CLIENTS }, (_, client) =>
        playClient({ ...counted, eventId, slug, sku, record, client }, choosers(type * CLIENTS + client)),
      );
    }),
  );
  return histories;
}

type Writer = ReturnType<typeof openRecord>;

function openRecord(operations: Operation[]) {
  let carts = 0;
  return {
    newCart: (): number => carts++,
    isFull: (): boolean => operations.filter(({ told }) => told === 'unknown').length >= MOST_UNKNOWN,
    async write(
      asked: Pick<Operation, 'client' | 'kind' | 'cart' | 'quantity'>,
      work: () => Promise<Told | null>,
    ): Promise<Operation['told']> {
      const operation: Operation = {
        ...asked,
        told: 'unknown',
        left: 0,
        call: now(),
        return: Number.MAX_SAFE_INTEGER,
      };
      operations.push(operation);
      const told = await work();
      if (told) Object.assign(operation, told, { return: now() });
      // A read that nobody answered says nothing.
      else if (asked.kind === 'read') operations.splice(operations.indexOf(operation), 1);
      return operation.told;
    },
  };
}

const now = (): number => Math.round(performance.now() * 1_000_000);

type Client = Counted & { eventId: string; slug: string; sku: string; record: Writer; client: number };
type Cart = { nr: number; token: string; quantity: number; quoteReference: string | null };

async function playClient(at: Client, choose: Chooser): Promise<void> {
  const newCart = (): Cart => ({
    nr: at.record.newCart(),
    token: randomUUID(),
    quantity: 0,
    quoteReference: null,
  });
  let cart = newCart();
  const sold: { reference: string; quantity: number }[] = [];
  for (let turn = 0; turn < TURNS && !at.record.isFull(); turn++) {
    const kind = choose.oneOf([
      'hold',
      'hold',
      'hold',
      'release',
      'order',
      'order',
      'lapse',
      'give',
      'refund',
      'refund',
      'read',
    ] as const);
    const quantity = choose.between(1, 3);
    const write = (work: () => Promise<Told | null>, count = quantity): Promise<Operation['told']> =>
      at.record.write({ client: at.client, kind, cart: cart.nr, quantity: count }, work);
    let told: Operation['told'] = 'no';
    if (kind === 'hold') told = await write(() => hold(at, cart, quantity));
    else if (kind === 'release') told = await write(() => release(at, cart));
    else if (kind === 'lapse') told = await write(() => letLapse(at, cart));
    else if (kind === 'read') await write(() => read(at));
    else if (kind === 'give') await write(() => give(at, quantity, sold));
    else if (kind === 'order' && cart.quoteReference !== null)
      told = await write(() => order(at, cart, sold));
    else if (kind === 'refund') {
      const bought = sold.pop();
      if (bought) await refund(at, bought, (work) => write(work, bought.quantity));
    }
    // An order ends its cart. Of one that nobody knows about, the quote is not known either.
    if (told === 'unknown' || (kind === 'order' && told === 'yes')) cart = newCart();
  }
}

const answer = (answered: Awaited<ReturnType<Send>>, no: { status: number; code: string }): Told | null => {
  if (!answered || answered.status === 503) return null;
  if (answered.status < 300) return { told: 'yes' };
  if (answered.status === no.status && answered.code === no.code) return { told: 'no' };
  throw new Error(`answered ${answered.status} ${answered.code}: ${JSON.stringify(answered.body)}`);
};

const UNAVAILABLE = { status: 400, code: 'tickets_unavailable' };

const headersOf = ({ host }: Client, token: string): Record<string, string> => ({
  authorization: `Bearer ${host.publicKey}`,
  'x-device-id': token,
});

async function hold(at: Client, cart: Cart, quantity: number): Promise<Told | null> {
  const answered = await at.send('counted hold', `/api/v1/events/${at.slug}/reservations`, {
    method: 'POST',
    headers: headersOf(at, cart.token),
    body: { items: [{ sku: at.sku, quantity }] },
  });
  if (answered && answered.status < 300)
    Object.assign(cart, { quantity, quoteReference: answered.body.data.quoteReference as string });
  return answer(answered, UNAVAILABLE);
}

async function release(at: Client, cart: Cart): Promise<Told | null> {
  const answered = await at.send('counted release', `/api/v1/events/${at.slug}/reservations`, {
    method: 'DELETE',
    headers: headersOf(at, cart.token),
  });
  return answer(answered, { status: 400, code: 'nothing_to_release' });
}

async function order(
  at: Client,
  cart: Cart,
  sold: { reference: string; quantity: number }[],
): Promise<Told | null> {
  const answered = await at.send('counted order', `/api/v1/events/${at.slug}/orders`, {
    method: 'POST',
    headers: headersOf(at, cart.token),
    body: { ...BUYER, quoteReference: cart.quoteReference },
  });
  if (answered?.status === 201)
    sold.push({ reference: answered.body.data.reference as string, quantity: cart.quantity });
  return answer(answered, { status: 400, code: 'reservation_expired' });
}

async function read(at: Client): Promise<Told | null> {
  const answered = await at.send('counted read', `/api/v1/events/${at.slug}/tickets`, {
    method: 'GET',
    headers: { authorization: `Bearer ${at.host.publicKey}` },
  });
  if (answered?.status !== 200) return null;
  const tickets = answered.body.data as { id: string; quantityLeft: number }[];
  return { told: 'yes', left: tickets.find(({ id }) => id === at.sku)?.quantityLeft ?? -1 };
}

/** As if its time had passed. */
async function letLapse(at: Client, cart: Cart): Promise<Told | null> {
  try {
    const { rows } = await at.database.query(
      `WITH cart AS (
         UPDATE reservations SET expires_at = clock_timestamp() - interval '1 millisecond'
          WHERE token = $1 AND ended_at IS NULL AND expires_at > clock_timestamp() RETURNING id, expires_at
       ), moved AS (
         UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id
       )
       SELECT 1 FROM cart`,
      [cart.token],
    );
    return { told: rows.length > 0 ? 'yes' : 'no' };
  } catch {
    return null;
  }
}

const byOwner = ({ owner }: Client): Record<string, string> => ({
  accept: 'application/json',
  cookie: owner.cookie,
  'sec-fetch-site': 'same-origin',
});

async function give(
  at: Client,
  quantity: number,
  sold: { reference: string; quantity: number }[],
): Promise<Told | null> {
  const answered = await at.send(
    'counted gift',
    `/dashboard/hosts/${at.host.hostId}/events/${at.eventId}/guests/give`,
    {
      method: 'POST',
      headers: byOwner(at),
      body: {
        ...BUYER,
        language: 'en',
        guestNote: '',
        sendsMail: false,
        lines: [{ ticketTypeId: at.sku, quantity }],
        requestKey: randomUUID(),
      },
    },
  );
  if (answered && answered.status < 300) sold.push({ reference: answered.body.reference, quantity });
  return answer(answered, UNAVAILABLE);
}

/** All tickets of an order, with their stock. */
async function refund(
  at: Client,
  { reference, quantity }: { reference: string; quantity: number },
  write: (work: () => Promise<Told | null>) => Promise<unknown>,
): Promise<void> {
  const { rows } = await at.database
    .query<{ id: string }>(
      'SELECT t.id FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = $1',
      [reference],
    )
    .catch(() => ({ rows: [] }));
  // The connections of the test are cut, too.
  if (rows.length === 0) return;
  await write(async () => {
    const answered = await at.send(
      'counted refund',
      `/dashboard/hosts/${at.host.hostId}/orders/${reference}/refunds`,
      {
        method: 'POST',
        headers: byOwner(at),
        body: {
          requestKey: randomUUID(),
          ticketIds: rows.map(({ id }) => id),
          amountMinor: 0,
          returnsDifferences: false,
          returnsStock: true,
          tellsBuyer: false,
          reason: '',
          leftMinor: 0,
          goodTickets: quantity,
        },
      },
    );
    return answer(answered, { status: 0, code: '' });
  });
}
