import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { until } from '../test/harness/until.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Row } from './report.ts';
import { BEHIND_PROXY, startProduct } from './start-product.ts';

const ORDERS = 200;
// It is not the speed that is measured.
const AT_ONCE = 2;
const TICKETS_EACH = 2;
const FIRST_NAMES = ['Ada', 'Chi', 'Emeka', 'Zainab', 'Tunde', 'Ngozi', 'Kwame', 'Amina', 'Segun', 'Ife'];
const LAST_NAMES = ['Obi', 'Eze', 'Okafor', 'Bello', 'Adeyemi', 'Mensah', 'Danjuma', 'Balogun', 'Nwosu'];

const EMAIL = 'CREATE INDEX bench_email ON orders (lower(email) text_pattern_ops, host_id, id)';
const LAST_NAME = 'CREATE INDEX bench_last_name ON orders (lower(last_name) text_pattern_ops, host_id, id)';
const FIRST_NAME =
  'CREATE INDEX bench_first_name ON orders (lower(first_name) text_pattern_ops, host_id, id)';
const TRIGRAMS = `CREATE INDEX bench_trigrams ON orders USING gin
  (host_id, lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops)`;

/** The candidates for searching orders. The product has the third. */
const WAYS: [name: string, indexes: string[]][] = [
  ['none', []],
  ['(e-mail, host)', [EMAIL]],
  ['(e-mail, host), (last name, host)', [EMAIL, LAST_NAME]],
  ['and (first name, host)', [EMAIL, LAST_NAME, FIRST_NAME]],
  ['trigrams of name and e-mail instead', [TRIGRAMS]],
];
const OWN = ['orders_email', 'orders_last_name'];
/** The indexes that phones at the doors use: see docs/decisions/check-in.md. */
const AT_THE_DOORS = ['tickets_short_code', 'tickets_changed'];
const BENCH = ['bench_email', 'bench_last_name', 'bench_first_name', 'bench_trigrams'];

/** Bytes in the database's log per paid order, in all that a sale writes, with other indexes to search orders by. */
export async function benchOrderIndexes(onProgress: (line: string) => void): Promise<Row[]> {
  const product = await startProduct(BEHIND_PROXY);
  const { program, databaseUrl, publicKey } = product;
  try {
    const event = await makeEvent(databaseUrl, {
      slug: 'bench-indexes',
      ticketTypes: 1,
      capacity: 1_000_000,
    });
    const shop = { url: program.publicUrl, key: publicKey, event };
    return await onDatabase(databaseUrl, async (client) => {
      await keepLogPlain(client);
      // Mails are written when there is time for it, by no order's clock: they wait until the bench is over.
      await client.query(
        `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.run_at := now() + interval '1 day'; RETURN new; END $$;
         CREATE TRIGGER wait BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_mail') EXECUTE FUNCTION wait()`,
      );
      await client.query(`DROP INDEX ${OWN.join(', ')}`);
      await sell(client, shop);
      onProgress('warm');
      const measured: [name: string, bytes: number][] = [];
      for (const [name, indexes] of WAYS) {
        for (const index of indexes) await client.query(index);
        const bytes = await sell(client, shop);
        await client.query(`DROP INDEX IF EXISTS ${BENCH.join(', ')}`);
        onProgress(`${name}: ${bytes} bytes per order`);
        measured.push([name, bytes]);
      }
      await client.query(`DROP INDEX ${AT_THE_DOORS.join(', ')}`);
      measured.push(['none, and none for the doors', await sell(client, shop)]);
      const none = measured[0]?.[1] ?? Number.NaN;
      return measured.map(([name, bytes]) => ({
        name: `${name}, to none`,
        ratio: bytes / none,
        aim: null,
        detail: `${bytes} bytes per order of ${TICKETS_EACH} tickets, ${ORDERS} orders`,
        failures: 0,
      }));
    });
  } finally {
    await product.close();
  }
}

/** Whole pages are written after each checkpoint, and vacuum writes when it likes: neither is the order's. */
async function keepLogPlain(client: pg.Client): Promise<void> {
  await client.query('ALTER SYSTEM SET full_page_writes = off');
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  await client.query('CHECKPOINT');
  await until('the settings to hold', async () => {
    const { rows } = await client.query<{ full_page_writes: string }>('SHOW full_page_writes');
    return rows[0]?.full_page_writes === 'off';
  });
}

type Shop = { url: string; key: string; event: BenchEvent };

/** Sells, waits until all is confirmed and nothing is left to do, and answers the bytes per order. */
async function sell(client: pg.Client, shop: Shop): Promise<number> {
  const ask = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T> => {
    const { rows } = await client.query<T>(sql, values);
    return rows[0] as T;
  };
  const confirmed = async (): Promise<number> =>
    (
      await ask<{ count: number }>(
        `SELECT count(*)::int AS count FROM orders WHERE event_id = $1 AND status = 'confirmed'`,
        [shop.event.eventId],
      )
    ).count;
  const before = await confirmed();
  const { lsn } = await ask<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn');
  let left = ORDERS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await buy(shop);
    }),
  );
  await until('all are confirmed', async () => (await confirmed()) === before + ORDERS);
  const { bytes } = await ask<{ bytes: number }>(
    'SELECT (pg_current_wal_insert_lsn() - $1::pg_lsn)::float8 AS bytes',
    [lsn],
  );
  return Math.round(bytes / ORDERS);
}

let buyers = 0;

async function buy({ url, key, event }: Shop): Promise<void> {
  const buyer = ++buyers;
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'x-device-id': randomUUID(),
    'x-forwarded-for': `10.0.${(buyer >> 8) & 255}.${buyer & 255}`,
  };
  const post = async (step: string, body: object): Promise<Record<string, string>> => {
    const address = `${url}/api/v1/events/${event.slug}/${step}`;
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { data?: Record<string, string> };
    if (response.status !== 201 || !answer.data) throw new Error(`${step}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const { quoteReference } = await post('reservations', {
    items: [{ sku: event.skus[0], quantity: TICKETS_EACH }],
  });
  const { checkoutUrl = '' } = await post('orders', {
    quoteReference,
    email: `buyer-${buyer}-${randomUUID().slice(0, 8)}@bench.example`,
    firstName: FIRST_NAMES[buyer % FIRST_NAMES.length],
    lastName: LAST_NAMES[buyer % LAST_NAMES.length],
  });
  const paid = await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: 'success' }),
  });
  if (paid.status >= 400) throw new Error(`pay: ${paid.status} ${await paid.text()}`);
}
