import { connectDatabase, type Database, type Queryable } from '../src/db/database.ts';
import { writeCursor } from '../src/http/list-cursor.ts';
import { listOrders, type ListOrders, type OrderPage } from '../src/orders/list-orders.ts';
import { ALL_ORDERS } from '../src/orders/order-filters.ts';
import { searchOrders } from '../src/orders/search-orders.ts';
import { cursorKeysOf } from '../src/secrets/cursor-keys.ts';
import { createSecretKeys, type SecretKeys } from '../src/secrets/secret-keys.ts';
import { signTicketCode } from '../src/tickets/ticket-code.ts';
import { keepVerifyKey } from '../src/tickets/verify-keys.ts';
import { ORDER_SOURCES, ORDER_STATUSES, WAYS_OF_PAYMENT } from '../src/rules/orders.ts';
import { fillOrders, type FilledHost } from './fill-orders.ts';
import { onDatabase } from './make-event.ts';
import type { Options } from './options.ts';
import { median, type Row } from './report.ts';
import { countRowsRead } from './rows-read.ts';
import { startProduct } from './start-product.ts';

/** Enough for a test of the bench itself: BENCH_ORDERS=10000. */
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const ROUNDS = 400;
const PAGE = 50;
// Rows that are read for each that is shown.
const MAX_READ = 10;
// A look-up by key may take this many times as long as one by the primary key.
const MAX_TIMES = 3;

// For this there is no index, and it is looked for ten thousand orders at a time: docs/decisions/order-search.md.
const NOT_AIMED = new Set(['event, a rare ticket type']);

/**
 * A host with a million orders of one event, and a thousand small events: what a search or a filter reads, beside what it shows; and how
 * long a look-up takes, beside that of one order by its primary key.
 */
export async function benchOrderSearch(
  onProgress: (line: string) => void,
  { isBrief }: Options,
): Promise<Row[]> {
  const product = await startProduct();
  const database = connectDatabase({
    url: product.databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 600_000,
    onIdleError: () => {},
  });
  try {
    const secretKeys = createSecretKeys(Buffer.from(product.secretKey, 'hex'));
    const filled = await onDatabase(product.databaseUrl, (client) =>
      fillOrders(client, isBrief ? ORDERS / 10 : ORDERS, onProgress),
    );
    const cases = casesOf(filled, secretKeys);
    const rows: Row[] = [];
    for (const statistics of ['without statistics', 'with statistics']) {
      if (statistics === 'with statistics') await database.query('ANALYZE');
      for (const [name, read] of cases) {
        const isAimed = !NOT_AIMED.has(name);
        const row = await countRead(database, `${name}, ${statistics}`, { read, isAimed });
        onProgress(`${row.name}: ${row.detail}`);
        rows.push(row);
      }
    }
    return [...(await timeLookUps(database, filled, secretKeys)), ...rows];
  } finally {
    await database.close();
    await product.close();
  }
}

type Read = (tx: Queryable) => Promise<OrderPage>;

function casesOf(filled: FilledHost, secretKeys: SecretKeys): [name: string, read: Read][] {
  const { hostId, hotEventId, smallEventIds, rareTypeId, commonTypeId, promoCodeId } = filled;
  const cursorKeys = cursorKeysOf(secretKeys);
  const asked = (filters: Partial<ListOrders>): ListOrders => ({
    ...ALL_ORDERS,
    hostId,
    limit: PAGE,
    cursor: null,
    cursorKeys,
    ...filters,
  });
  const list =
    (filters: Partial<ListOrders>): Read =>
    (tx) =>
      listOrders(tx, asked(filters));
  /** Taken up half a year ago. */
  const deep =
    (filters: Partial<ListOrders>): Read =>
    async (tx) => {
      const { limit: _limit, cursor: _cursor, cursorKeys: _keys, ...own } = asked(filters);
      const at = { createdAtMs: filled.middle.getTime(), id: hotEventId };
      const cursor = writeCursor(cursorKeys.current, JSON.stringify(['orders', own]), at);
      return listOrders(tx, asked({ ...filters, cursor }));
    };
  const search =
    (typed: string, filters: Partial<ListOrders> = {}): Read =>
    (tx) =>
      searchOrders(tx, secretKeys, { ...asked(filters), typed });
  const hot = { eventIds: [hotEventId] };
  const days = { from: filled.day, to: filled.day, timezone: 'Africa/Lagos' };
  return [
    ['host, newest', list({})],
    ['host, deep', deep({})],
    ['event, newest', list(hot)],
    ['event, deep', deep(hot)],
    ['small event', list({ eventIds: smallEventIds.slice(0, 1) })],
    ['3 chosen events', list({ eventIds: smallEventIds.slice(0, 3) })],
    ['20 chosen events', list({ eventIds: smallEventIds.slice(0, 20) })],
    ['200 chosen events', list({ eventIds: smallEventIds.slice(0, 200) })],
    ...ORDER_STATUSES.flatMap((status): [string, Read][] => [
      [`host, ${status}`, list({ status })],
      [`event, ${status}`, list({ ...hot, status })],
      [`20 chosen events, ${status}`, list({ eventIds: smallEventIds.slice(0, 20), status })],
    ]),
    ['host, expired, deep', deep({ status: 'expired' })],
    ...ORDER_SOURCES.flatMap((source): [string, Read][] => [
      [`host, by ${source}`, list({ source })],
      [`event, by ${source}`, list({ ...hot, source })],
    ]),
    ...WAYS_OF_PAYMENT.filter((way) => way !== 'sandbox').map((wayOfPayment): [string, Read] => [
      `host, paid with ${wayOfPayment}`,
      list({ wayOfPayment }),
    ]),
    ['host, one day', list(days)],
    ['event, one day, expired', list({ ...hot, ...days, status: 'expired' })],
    ['event, a common ticket type', list({ ...hot, ticketTypeId: commonTypeId })],
    ['event, a rare ticket type', list({ ...hot, ticketTypeId: rareTypeId })],
    ['host, a promo code', list({ promoCodeIds: [promoCodeId] })],
    ['host, a refund needs attention', list({ needsAttention: true })],
    ['a last name', search('okafor')],
    ['a last name that begins so', search('oka')],
    ['a last name, one event', search('okafor', hot)],
    ['a last name, refunded', search('okafor', { status: 'refunded' })],
    ['first and last name', search('ada okafor')],
    ['an e-mail that begins so', search('buyer12')],
  ];
}

async function countRead(
  database: Database,
  name: string,
  { read, isAimed }: { read: Read; isAimed: boolean },
): Promise<Row> {
  const counting = countRowsRead(database, ['orders', 'refunds', 'tickets']);
  const beganMs = performance.now();
  const { items } = await read(counting.tx);
  const tookMs = performance.now() - beganMs;
  const rowsRead = counting.take();
  return {
    name: `rows shown to rows read: ${name}`,
    // A list of nothing is looked for too.
    ratio: Math.max(items.length, 1) / Math.max(rowsRead, 1),
    aim: isAimed ? 1 / MAX_READ : null,
    detail: `${rowsRead} read, ${items.length} shown; ${tookMs.toFixed(1)} ms with its plan`,
    failures: 0,
  };
}

async function timeLookUps(database: Database, filled: FilledHost, secretKeys: SecretKeys): Promise<Row[]> {
  const { hostId, samples } = filled;
  const list = { ...ALL_ORDERS, hostId, limit: PAGE, cursor: null, cursorKeys: cursorKeysOf(secretKeys) };
  for (const { eventId } of samples) await keepVerifyKey(database, secretKeys, eventId);
  const find = async (typed: string): Promise<void> => {
    const { items } = await searchOrders(database, secretKeys, { ...list, typed });
    if (items.length === 0) throw new Error(`nothing is found by ${typed}`);
  };
  const ways: Record<string, (sample: FilledHost['samples'][number]) => Promise<unknown>> = {
    'primary key': ({ id }) => database.query('SELECT * FROM orders WHERE id = $1', [id]),
    reference: ({ reference }) => find(reference),
    'e-mail': ({ email }) => find(email),
    'ticket code': ({ serial, eventId }) => find(signTicketCode(secretKeys.current, { serial, eventId })),
  };
  const tookMs = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  // Turn by turn, so that whatever else the machine does slows all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    const sample = samples[round % samples.length];
    if (!sample) break;
    for (const [name, look] of Object.entries(ways)) {
      const beganMs = performance.now();
      await look(sample);
      tookMs.get(name)?.push(performance.now() - beganMs);
    }
  }
  const of = (name: string): number => median(tookMs.get(name) ?? []);
  return Object.keys(ways)
    .slice(1)
    .map((name) => ({
      name: `look-up by primary key to ${name}`,
      ratio: of('primary key') / of(name),
      aim: 1 / MAX_TIMES,
      detail: `${of('primary key').toFixed(3)} ms against ${of(name).toFixed(3)} ms: ${(of(name) / of('primary key')).toFixed(2)} times`,
      failures: 0,
    }));
}
