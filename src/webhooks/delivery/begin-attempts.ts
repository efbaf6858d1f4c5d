import { createSecretKey, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { plainArray } from '../../db/array-literal.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { readPrivateKey } from '../../hosts/keys/private-key.ts';
import { errorMessage } from '../../log/error-message.ts';
import type { Country } from '../../money/countries.ts';
import { purchaseBody, testBody, type Person, type Purchase } from './make-body.ts';
import { signBody } from './sign-body.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

export type EventType = 'TICKET_PURCHASED' | 'WEBHOOK_TEST';

/** A delivery whose next attempt is ours to make. */
export type BegunAttempt = {
  deliveryId: string;
  subscriptionId: string;
  eventType: EventType;
  /** 1 for the first. */
  attempt: number;
  /** Since the first attempt of this delivery began, by the database's clock. */
  elapsedMs: number;
  /** The attempt before this one was cut short with its process. */
  isTakenOver: boolean;
  /** The message; or the reason why it could not be made. */
  message: { body: Buffer; signature: string } | { error: string };
};

type DueRow = {
  id: string;
  subscription_id: string;
  host_id: string;
  event_type: EventType;
  reference: string;
  attempts: number;
  is_taken_over: boolean;
  elapsed_ms: number;
  at_ms: number;
  body: string | null;
  signature: string | null;
  event_id: string;
  country: Country;
  total_minor: string | null;
  paid_at: Date | null;
  items: Purchase['items'];
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  recipients: Partial<Person>[] | null;
  metadata: string;
};

const KILLED = 'The process of this attempt was killed, or lost the database.';

/**
 * Takes due deliveries of these subscriptions, at most `slots` of each, and makes their bodies and signatures: on record,
 * all in one transaction, before anything is sent. From then on every attempt sends the same.
 */
export async function beginAttempts(
  pool: pg.Pool,
  options: {
    wanted: { subscriptionId: string; slots: number }[];
    secretKeys: SecretKeys;
    leasedBy: string;
    leaseMs: number;
    /** Our own deliveries whose leases may have run out: we must not take these over from ourselves. */
    held: string[];
  },
): Promise<BegunAttempt[]> {
  return inTransaction(pool, async (client) => {
    const rows = await lockDue(client, options);
    const begun = await withMessages(client, rows, options.secretKeys);
    if (rows.length > 0) await writeDown(client, rows, begun, options);
    return begun;
  });
}

async function lockDue(
  client: pg.PoolClient,
  {
    wanted,
    leasedBy,
    held,
  }: { wanted: { subscriptionId: string; slots: number }[]; leasedBy: string; held: string[] },
): Promise<DueRow[]> {
  // Nothing here can fail because of what a row says: one that can't be made into a body must not delay the others. LIMIT 1
  // forces the planner to this order of joins; it might choose another if the tables are empty when it plans.
  const { rows } = await client.query<DueRow>({
    name: 'webhooks-lock-due',
    text: `
      SELECT d.id, d.subscription_id, e.host_id, d.event_type, d.reference, d.attempts,
             d.leased_by IS NOT NULL AS is_taken_over,
             coalesce(extract(epoch FROM now() - d.first_attempt_at) * 1000, 0)::float8 AS elapsed_ms,
             extract(epoch FROM now())::float8 * 1000 AS at_ms,
             b.body, b.signature, e.id AS event_id, e.country, o.total_minor::text, p.paid_at, o.quote -> 'items' AS items,
             o.email, o.first_name, o.last_name, o.phone, o.recipients, o.metadata
        FROM unnest($1::uuid[], $2::integer[]) AS wanted (subscription_id, slots)
       CROSS JOIN LATERAL (SELECT * FROM webhook_subscriptions WHERE id = wanted.subscription_id LIMIT 1) AS s
       CROSS JOIN LATERAL (SELECT * FROM events WHERE id = s.event_id LIMIT 1) AS e
       CROSS JOIN LATERAL (
              SELECT * FROM webhook_deliveries AS due
               WHERE due.subscription_id = wanted.subscription_id AND due.status = 'pending' AND due.next_attempt_at <= now()
                 AND (due.leased_until IS NULL
                      OR due.leased_until <= now() AND NOT (due.leased_by = $3 AND due.id = ANY ($4::uuid[])))
               ORDER BY due.next_attempt_at, due.id
               LIMIT wanted.slots
               FOR UPDATE SKIP LOCKED) AS d
        LEFT JOIN LATERAL (SELECT * FROM webhook_bodies WHERE delivery_id = d.id LIMIT 1) AS b ON true
        LEFT JOIN LATERAL (SELECT * FROM orders WHERE id = d.order_id AND b.delivery_id IS NULL LIMIT 1) AS o ON true
        LEFT JOIN LATERAL (SELECT * FROM payments WHERE order_id = o.id AND use = 'order' LIMIT 1) AS p ON true`,
    values: [
      plainArray(wanted.map(({ subscriptionId }) => subscriptionId)),
      plainArray(wanted.map(({ slots }) => slots)),
      leasedBy,
      plainArray(held),
    ],
  });
  return rows;
}

async function withMessages(
  client: pg.PoolClient,
  rows: DueRow[],
  secretKeys: SecretKeys,
): Promise<BegunAttempt[]> {
  const tx: Transaction = { isTransaction: true, query: (text, values) => client.query(text, values) };
  const hostIds = new Set(rows.filter(({ signature }) => signature === null).map(({ host_id }) => host_id));
  // A key that can't be read fails its own host's deliveries, not those of others.
  const keys = new Map<string, KeyObject | Error>();
  for (const hostId of hostIds) {
    const key = readPrivateKey(tx, secretKeys, hostId).then((text) => createSecretKey(text, 'utf8'));
    keys.set(hostId, await key.catch((error: Error) => error));
  }
  return rows.map((row) => ({
    deliveryId: row.id,
    subscriptionId: row.subscription_id,
    eventType: row.event_type,
    attempt: row.attempts + 1,
    elapsedMs: row.elapsed_ms,
    isTakenOver: row.is_taken_over,
    message: toMessage(row, keys.get(row.host_id)),
  }));
}

function toMessage(row: DueRow, key: KeyObject | Error | undefined): BegunAttempt['message'] {
  if (row.body !== null && row.signature !== null)
    return { body: Buffer.from(row.body), signature: row.signature };
  try {
    if (!key || key instanceof Error) throw key ?? new Error('the private key was not read');
    const body = Buffer.from(row.body ?? makeBody(row));
    return { body, signature: signBody(key, body) };
  } catch (error) {
    return { error: `Not sent: the body could not be made (${errorMessage(error)}).`.slice(0, 500) };
  }
}

function makeBody(row: DueRow): string {
  if (row.event_type === 'WEBHOOK_TEST') return testBody(row.reference, new Date(row.at_ms));
  const purchase: Purchase = {
    eventId: row.event_id,
    country: row.country,
    reference: row.reference,
    totalMinor: Number(row.total_minor),
    paidAt: row.paid_at,
    items: row.items,
    buyer: { email: row.email, firstName: row.first_name, lastName: row.last_name, phone: row.phone },
    recipients: row.recipients,
    metadata: row.metadata,
  };
  return purchaseBody(purchase, new Date(row.at_ms));
}

async function writeDown(
  client: pg.PoolClient,
  rows: DueRow[],
  begun: BegunAttempt[],
  options: { leasedBy: string; leaseMs: number },
): Promise<void> {
  const isNew = new Set(rows.filter(({ signature }) => signature === null).map(({ id }) => id));
  const made = begun.flatMap(({ deliveryId, message }) =>
    isNew.has(deliveryId) && 'body' in message ? [{ deliveryId, ...message }] : [],
  );
  let start = 1;
  const starts = made.map(({ body }) => (start += body.length) - body.length);
  // Nobody has recorded the lost attempt: it is recorded as lost, unless its process still records how it went.
  const lost = begun.filter(({ isTakenOver }) => isTakenOver);
  await client.query({
    name: 'webhooks-begin',
    text: `
      WITH made AS (
        INSERT INTO webhook_bodies (delivery_id, body, signature)
        SELECT made.id, convert_from(substring($5::bytea FROM made.start FOR made.length), 'UTF8'), made.signature
          FROM unnest($4::uuid[], $6::integer[], $7::integer[], $8::text[]) AS made (id, start, length, signature)
        ON CONFLICT (delivery_id) DO UPDATE SET signature = excluded.signature
      ), lost AS (
        INSERT INTO webhook_attempts (delivery_id, attempt, started_at, error)
        SELECT lost.id, lost.attempt, greatest(d.first_attempt_at, d.next_attempt_at), '${KILLED}'
          FROM unnest($9::uuid[], $10::integer[]) AS lost (id, attempt)
         CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries WHERE id = lost.id LIMIT 1) AS d
        ON CONFLICT (delivery_id, attempt) DO NOTHING
      )
      UPDATE webhook_deliveries SET
             attempts = attempts + 1, leased_by = $2, leased_until = now() + $3 * interval '1 millisecond',
             first_attempt_at = coalesce(first_attempt_at, now())
       WHERE id = ANY ($1::uuid[])`,
    values: [
      plainArray(begun.map(({ deliveryId }) => deliveryId)),
      options.leasedBy,
      options.leaseMs,
      plainArray(made.map(({ deliveryId }) => deliveryId)),
      // All bodies in one buffer: an array of texts would have to be escaped character by character.
      Buffer.concat(made.map(({ body }) => body)),
      plainArray(starts),
      plainArray(made.map(({ body }) => body.length)),
      plainArray(made.map(({ signature }) => signature)),
      plainArray(lost.map(({ deliveryId }) => deliveryId)),
      plainArray(lost.map(({ attempt }) => attempt - 1)),
    ],
  });
}
