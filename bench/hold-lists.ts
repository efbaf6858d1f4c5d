import { clearCarts, oneOf, type HoldBench } from './hold-bench.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Row } from './report.ts';
import { otherWork, rateRow, runRounds, type Step } from './rounds.ts';

const CAPACITY = 10_000_000;
// As many as one entry can want.
const AWAITED = 1_000;

/**
 * Holds of an event with a waiting list, against the same without one: of a ticket type that nobody waits for, and of that one and a sold-out one in
 * turn, which half of the carts don't get.
 */
export async function benchLists(bench: HoldBench): Promise<Row[]> {
  const { databaseUrl } = bench.product;
  const plain = await makeEvent(databaseUrl, { slug: 'bench-plain', ticketTypes: 2, capacity: CAPACITY });
  const listed = await makeEvent(databaseUrl, { slug: 'bench-listed', ticketTypes: 2, capacity: CAPACITY });
  await onDatabase(databaseUrl, async (client) => {
    await client.query('UPDATE ticket_types SET capacity = 1 WHERE id = $1', [plain.skus[1]]);
    await client.query('UPDATE ticket_types SET capacity = $2, awaited = $2 WHERE id = $1', [
      listed.skus[1],
      AWAITED,
    ]);
    // To be drawn next year: until then all is awaited and nothing is offered.
    await client.query(
      `INSERT INTO waiting_lists (event_id, offer_minutes, draws_at, seed_hash, seed_ciphertext)
       VALUES ($1, 60, now() + interval '1 year', sha256(''), '')`,
      [listed.eventId],
    );
    await client.query(
      `INSERT INTO waiting_list_entries (id, event_id, ticket_type_id, quantity, email, email_key, language, state, confirmed_at, rank)
       VALUES (new_id(), $1, $2, $3, 'ada@example.com', 'ada@example.com', 'en', 'waiting', now(), decode(repeat('00', 16), 'hex'))`,
      [listed.eventId, listed.skus[1], AWAITED],
    );
  });
  const step = (name: string, event: BenchEvent, types: number): Step => ({
    name,
    loads: [bench.loadOf(event, { bodies: oneOf(event).slice(0, types), connections: 64 })],
  });
  const steps = [
    step('plain', plain, 1),
    step('listed', listed, 1),
    step('plain both', plain, 2),
    step('listed both', listed, 2),
  ];
  const clear = (): Promise<void> => clearCarts(databaseUrl, [plain, listed]);
  await clear();
  const samples = await runRounds(steps, { ...bench, clear });
  bench.onProgress(otherWork(samples));
  // No aim before it has run on a machine that does nothing else.
  const compare = (name: string, ours: string, other: string): Row[] =>
    rateRow(samples, { name, ours, other, aim: null, forgivesRefusals: true });
  return [
    ...compare('an event with a waiting list to one without, 64 connections', 'listed', 'plain'),
    ...compare(
      'with half of the carts for what people wait for, to sold out, 64 connections',
      'listed both',
      'plain both',
    ),
  ];
}
