import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { OPERATOR } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import { ADA, openWorld, type TestEvent, type TicketWorld } from '../tickets/ticket-world.fixture.ts';
import { countRecipients, type TicketPosition } from './find-recipients.ts';
import { gatherRecipientsJob } from './gather-recipients.ts';
import { findMessage } from './list-messages.ts';
import type { Choice } from './message-fields.ts';
import { sendMessage } from './send-message.ts';
import { resumeMessage, stopMessage } from './stop-message.ts';

// More than one call looks through, twice over.
const ORDERS = 11_000;
// Every eleventh address has two orders, far apart and spelled in two ways.
const ADDRESSES = 10_000;
const EVERYBODY: Choice = { audience: 'holders', attendance: 'all', ticketTypeIds: [] };

/** Orders like a first one, by many: what a sale of days would leave. */
async function sellMany(world: TicketWorld, event: TestEvent): Promise<void> {
  const orderId = await world.order({ event, buyer: { ...ADA, email: 'first@example.com' } });
  // Without the program's limit of time.
  const own = new pg.Client({ connectionString: world.url });
  await own.connect();
  await own.query(
    `WITH made AS (
       INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, created_at, confirmed_at, language)
       SELECT new_id(), 'TSR-' || regexp_replace(upper(lpad(to_hex(n), 16, '0')), '(.{4})(.{4})(.{4})(.{4})', '\\1-\\2-\\3-\\4'), event_id,
              host_id, source, status, quote_reference, quote, total_minor, currency,
              CASE WHEN n > $3 THEN 'Person-' ELSE 'person-' END || (n - 1) % $3 || '@example.com', first_name, last_name, created_at,
              confirmed_at, language
         FROM orders, generate_series(1, $2::integer) AS n WHERE id = $1
       RETURNING id, event_id, email, first_name, last_name)
     INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at, how)
     SELECT new_id(), made.id, made.event_id, $4, 1, gen_random_uuid(), made.email, made.first_name, made.last_name,
            now() - interval '1 hour', 'bought' FROM made`,
    [orderId, ORDERS, ADDRESSES, event.skus[0]],
  );
  await own.query('ANALYZE tickets, orders');
  await own.end();
}

async function countAll(database: Database, world: TicketWorld, event: TestEvent, choice: Choice) {
  const counted = { people: 0, calls: 0 };
  let after: TicketPosition | null = null;
  do {
    const part: Awaited<ReturnType<typeof countRecipients>> = await countRecipients(database, {
      hostId: world.host.hostId,
      eventId: event.eventId,
      choice,
      after,
    });
    counted.people += part.people;
    counted.calls += 1;
    after = part.next;
  } while (after !== null);
  return counted;
}

test('a message to many is counted and addressed part by part: each address once, stopped and killed on the way', async (t) => {
  const world = await openWorld(t);
  const { database } = world;
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0, capacity: 100_000 }] });
  await sellMany(world, event);
  for (const audience of ['holders', 'buyers'] as const) {
    const { people, calls } = await countAll(database, world, event, { ...EVERYBODY, audience });
    assert.equal(people, ADDRESSES + 1);
    assert.equal(calls, 3);
  }

  // Each is a buyer of their own.
  await database.query('UPDATE orders SET is_by_server = false WHERE is_by_server');
  const messageId = randomUUIDv7();
  const which = { hostId: world.host.hostId, eventId: event.eventId, messageId };
  const message = { ...which, actor: OPERATOR, subject: 'Doors', text: 'At seven.', choice: EVERYBODY };
  await database.transaction((tx) => sendMessage(tx, { ...message, mailsPerDay: 0 }));
  const standing = async () => {
    const { state, people, stoppedFor } = await findMessage(database, which);
    return { state, people, stoppedFor };
  };
  assert.deepEqual(await standing(), { state: 'gathering', people: 5_000, stoppedFor: null });
  // A later buyer is not among the recipients.
  await world.order({ event, buyer: { ...ADA, email: 'late@example.com' } });

  const job = gatherRecipientsJob({ database, hostMailsPerDay: 0 });
  const work = (run: number, signal = new AbortController().signal) =>
    job.run({ messageId, run }, { jobId: messageId, attempt: 1, signal });
  await assert.rejects(work(1, AbortSignal.abort()), 'a process that stops does no more of it');
  await database.transaction((tx) => stopMessage(tx, { ...which, actor: OPERATOR }));
  await work(1);
  assert.deepEqual(await standing(), { state: 'stopped', people: 5_000, stoppedFor: 'member' });
  await database.transaction((tx) => resumeMessage(tx, { ...which, actor: OPERATOR }));
  // The job of the run that was stopped does nothing any more.
  await work(1);
  assert.equal((await standing()).people, 5_000);

  // One address of the rest was entered by the host, which may write to none today.
  await database.query(`UPDATE tickets SET passed_on_at = now() WHERE email = 'person-7500@example.com'`);
  await work(2);
  assert.deepEqual(await standing(), { state: 'stopped', people: 5_000, stoppedFor: 'mails_a_day' });
  await database.query(`UPDATE tickets SET passed_on_at = NULL WHERE email = 'person-7500@example.com'`);
  await database.transaction((tx) => resumeMessage(tx, { ...which, actor: OPERATOR }));
  await work(3);
  assert.deepEqual(await standing(), { state: 'sending', people: ADDRESSES + 1, stoppedFor: null });
  const { rows } = await database.query<{ mails: number; people: number; late: number; jobs: number }>(
    `SELECT count(*) AS mails, count(DISTINCT lower(recipient)) AS people, count(*) FILTER (WHERE recipient LIKE 'late%') AS late,
            (SELECT count(*) FROM jobs WHERE kind = 'send_message' AND unique_key = $1 || ' 3') AS jobs
       FROM mails WHERE kind = 'message' AND occasion = $1`,
    [messageId],
  );
  assert.deepEqual(rows[0], { mails: ADDRESSES + 1, people: ADDRESSES + 1, late: 0, jobs: 1 });
});
