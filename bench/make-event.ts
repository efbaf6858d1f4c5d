import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';

export type BenchEvent = { eventId: string; slug: string; skus: string[] };

/** A live event of the first host there is, with as many ticket types as asked for. */
export async function makeEvent(
  databaseUrl: string,
  input: { slug: string; ticketTypes: number; capacity: number; priceMinor?: number },
): Promise<BenchEvent> {
  const eventId = randomUUIDv7();
  const skus = Array.from({ length: input.ticketTypes }, () => randomUUIDv7());
  await onDatabase(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO events (id, host_id, category_id, slug, name, status, starts_at, closes_at, timezone, country, state, lga)
       SELECT $1, (SELECT id FROM hosts ORDER BY created_at, id LIMIT 1), (SELECT id FROM categories LIMIT 1), $2, $2, 'LIVE',
              now() + interval '30 days', now() + interval '31 days', 'Africa/Lagos', 'NIGERIA', 'Lagos', 'Ikeja'`,
      [eventId, input.slug],
    );
    await client.query(
      `INSERT INTO ticket_types (id, event_id, name, price_minor, capacity)
       SELECT id, $2, 'Bench', $4, $3 FROM unnest($1::uuid[]) AS id`,
      [skus, eventId, input.capacity, input.priceMinor ?? 1_000_000],
    );
  });
  return { eventId, slug: input.slug, skus };
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
