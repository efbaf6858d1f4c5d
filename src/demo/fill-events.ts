import { randomUUIDv7 } from 'node:crypto';
import type { Database, Transaction } from '../db/database.ts';

const BATCH = 500;
const TICKET_TYPES = [
  { name: 'Early Bird', priceMinor: 500_000, capacity: 200 },
  { name: 'Regular', priceMinor: 1_000_000, capacity: 1_000 },
  { name: 'VIP', priceMinor: 5_000_000, capacity: 50 },
];

const MOODS = [
  'Midnight',
  'Golden',
  'Rooftop',
  'Riverside',
  'Secret',
  'Electric',
  'Open Air',
  'Sunday',
  'Harmattan',
  'Velvet',
];
const GENRES = [
  'Afrobeats',
  'Highlife',
  'Jùjú',
  'Amapiano',
  'Jazz',
  'Fújì',
  'Gospel',
  'Comedy',
  'Theatre',
  'Poetry',
  'Hiplife',
];
const FORMS = [
  'Session',
  'Festival',
  'Night',
  'Showcase',
  'Brunch',
  'Carnival',
  'Concert',
  'Weekender',
  'Salon',
  'Parade',
];
const PLACES = [
  ['Lagos', 'Eti-Osa'],
  ['Lagos', 'Ikeja'],
  ['Oyo', 'Ibadan North'],
  ['Rivers', 'Port Harcourt'],
  ['Enugu', 'Enugu North'],
  ['Cross River', 'Calabar'],
] as const;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Adds many plain events to the first host, a batch a transaction, for load tests. */
export async function fillEvents(
  database: Database,
  options: { count: number; onProgress: (done: number) => void },
): Promise<void> {
  const { rows: hosts } = await database.query<{ id: string; country: string }>(
    'SELECT id, country FROM hosts ORDER BY created_at, id LIMIT 1',
  );
  const { rows: categories } = await database.query<{ id: string }>(
    'SELECT id FROM categories ORDER BY slug',
  );
  const [host] = hosts;
  if (!host || categories.length === 0) throw new Error('There is no host to fill: start once with DEMO=on.');
  for (let done = 0; done < options.count; done += BATCH) {
    const size = Math.min(BATCH, options.count - done);
    await database.transaction((tx) => addBatch(tx, { host, categories, first: done, size }));
    options.onProgress(done + size);
  }
}

async function addBatch(
  tx: Transaction,
  input: { host: { id: string; country: string }; categories: { id: string }[]; first: number; size: number },
): Promise<void> {
  const events = Array.from({ length: input.size }, (_, offset) => {
    const number = input.first + offset;
    const id = randomUUIDv7();
    // Coprime strides, so that neighbours in the list differ in every word.
    const [mood, genre, form] = [pick(MOODS, number), pick(GENRES, number * 3), pick(FORMS, number * 7)];
    const name = `${mood} ${genre} ${form} ${number + 1}`;
    const [state, lga] = pick(PLACES, number * 5);
    return { id, slug: `load-${id}`, name, state, lga, category: pick(input.categories, number).id };
  });
  await tx.query(
    `INSERT INTO events (id, host_id, category_id, slug, name, description, preview_description, status,
                         starts_at, closes_at, timezone, country, state, lga)
     SELECT id, $1, category_id, slug, name,
            'An evening of ' || lower(name) || ' in ' || lga || '. Doors open an hour before; food and drinks inside.',
            'An evening in ' || lga || '.', 'LIVE',
            now() + interval '30 days', now() + interval '30 days 6 hours', 'Africa/Lagos', $2, state, lga
       FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[])
         AS event (id, category_id, slug, name, state, lga)`,
    [
      input.host.id,
      input.host.country,
      events.map((event) => event.id),
      events.map((event) => event.category),
      events.map((event) => event.slug),
      events.map((event) => event.name),
      events.map((event) => event.state),
      events.map((event) => event.lga),
    ],
  );
  for (const [position, { name, priceMinor, capacity }] of TICKET_TYPES.entries()) {
    await tx.query(
      `INSERT INTO ticket_types (id, event_id, name, price_minor, capacity, position)
       SELECT id, event_id, $3, $4, $5, $6 FROM unnest($1::uuid[], $2::uuid[]) AS ticket_type (id, event_id)`,
      [
        events.map(() => randomUUIDv7()),
        events.map((event) => event.id),
        name,
        priceMinor,
        capacity,
        position,
      ],
    );
  }
}
