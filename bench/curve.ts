import { checkAfterwards } from './check-afterwards.ts';
import { clearCarts, oneOf } from './hold-bench.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import { spreadOf, type Row } from './report.ts';
import { sample, type Sample, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';

const LIVE_HOLDS = [1, 1_000, 10_000, 100_000, 1_000_000];
const EVENTS = [1, 1_000, 10_000, 100_000];
const CONNECTIONS = 64;
const SAMPLES = 5;
// Deeper indexes and colder pages cost a little; a plan that reads everything costs a multiple.
const FLAT = 0.75;
const TABLES = ['reservations', 'holds', 'ticket_types', 'events', 'orders'];

type Curve = {
  product: Product;
  hot: BenchEvent;
  samples: number;
  seconds: number;
  postmaster: number;
  onProgress: (line: string) => void;
};

/** Measures the cost of a hold with more and more holds and events, with and without table statistics. */
export async function benchCurve(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const product = await startProduct(BEHIND_PROXY);
  try {
    const { databaseUrl } = product;
    const hot = await makeEvent(databaseUrl, { slug: 'bench-curve', ticketTypes: 1, capacity: 10_000_000 });
    // Otherwise the server would make statistics by itself, whenever it comes to it.
    await onDatabase(databaseUrl, async (client) => {
      for (const table of TABLES) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    });
    const curve: Curve = {
      product,
      hot,
      onProgress,
      seconds: options.seconds / 2,
      samples: Math.min(SAMPLES, options.rounds),
      postmaster: await findPostmaster(databaseUrl),
    };
    const isAsked = (name: string): boolean => options.only?.has(name) ?? true;
    const rows: Row[] = [];
    const asFarAs = (counts: number[]): number[] => (options.isBrief ? counts.slice(0, -1) : counts);
    if (isAsked('live')) rows.push(...(await drawCurve(curve, 'live holds', asFarAs(LIVE_HOLDS), addHolds)));
    await clearCarts(databaseUrl, [hot]);
    if (isAsked('events')) rows.push(...(await drawCurve(curve, 'events', asFarAs(EVENTS), addEvents)));
    return [...rows, await checkAfterwards(product)];
  } finally {
    await product.close();
  }
}

async function drawCurve(
  curve: Curve,
  what: string,
  counts: number[],
  add: (curve: Curve, from: number, to: number) => Promise<void>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const first = new Map<boolean, number>();
  let there = 0;
  for (const count of counts) {
    await add(curve, there, count);
    there = count;
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await onDatabase(curve.product.databaseUrl, (client) => client.query('ANALYZE'));
      const samples = await takeSamples(curve);
      const costs = samples.map(({ postgresMicros, nodeMicros }) => postgresMicros + nodeMicros);
      const cost = spreadOf(costs);
      first.set(isAnalyzed, first.get(isAnalyzed) ?? cost.middle);
      const base = first.get(isAnalyzed) ?? Number.NaN;
      const [postgres, node] = (['postgresMicros', 'nodeMicros'] as const).map((field) =>
        Math.round(spreadOf(samples.map((one) => one[field])).middle),
      );
      rows.push({
        name: `${count.toLocaleString('en')} ${what}, ${isAnalyzed ? 'with' : 'without'} statistics: a hold’s cost at first to now`,
        ratio: base / cost.middle,
        spread: [base / cost.high, base / cost.low],
        aim: FLAT,
        detail: `${Math.round(cost.middle)} µs of processor: PostgreSQL ${postgres}, Node ${node}`,
        failures: samples.reduce((sum, { failures }) => sum + failures, 0),
      });
    }
    curve.onProgress(`${count.toLocaleString('en')} ${what}`);
  }
  return rows;
}

async function takeSamples({ product, hot, samples, seconds, postmaster }: Curve): Promise<Sample[]> {
  const step: Step = {
    name: 'curve',
    loads: [
      {
        pid: product.program.child.pid ?? 0,
        load: {
          url: `${product.program.publicUrl}/api/v1/events/${hot.slug}/reservations`,
          headers: { authorization: `Bearer ${product.publicKey}` },
          bodies: oneOf(hot),
          connections: CONNECTIONS,
        },
      },
    ],
  };
  await sample(step, seconds, postmaster);
  const taken: Sample[] = [];
  for (let number = 0; number < samples; number++) taken.push(await sample(step, seconds, postmaster));
  return taken;
}

/** Carts of one ticket each, of buyers at addresses of their own. They outlast the bench. */
async function addHolds({ product, hot }: Curve, from: number, to: number): Promise<void> {
  await onDatabase(product.databaseUrl, (client) =>
    client.query(
      `WITH carts AS (
         INSERT INTO reservations (id, event_id, token, client_address, is_shared, is_exempt, quantity, first_held_at, expires_at,
                                   quote_reference, quote)
         SELECT new_id(), $1::uuid, gen_random_uuid(), '11.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256, false, false, 1,
                now(), now() + interval '2 hours', 'curve_' || n, '{"total": 0, "items": []}'
           FROM generate_series($3::integer + 1, $4::integer) AS n
         RETURNING id, expires_at
       ), held AS (
         INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at) SELECT id, $2::uuid, 1, expires_at FROM carts
       )
       UPDATE ticket_types SET held = held + $4::integer - $3::integer WHERE id = $2::uuid`,
      [hot.eventId, hot.skus[0], from, to],
    ),
  );
}

/** Of the same host, on sale, with a ticket type each. */
async function addEvents({ product, hot }: Curve, from: number, to: number): Promise<void> {
  await onDatabase(product.databaseUrl, (client) =>
    client.query(
      `WITH made AS (
         INSERT INTO events (id, host_id, category_id, slug, name, status, starts_at, closes_at, timezone, country, state, lga)
         SELECT new_id(), host_id, category_id, 'curve-' || n, 'Curve', 'LIVE', starts_at, closes_at, timezone, country, state, lga
           FROM events, generate_series($2::integer + 1, $3::integer) AS n WHERE id = $1::uuid
         RETURNING id
       )
       INSERT INTO ticket_types (id, event_id, name, price_minor, capacity) SELECT new_id(), id, 'Curve', 1000000, 1000 FROM made`,
      [hot.eventId, from, to],
    ),
  );
}
