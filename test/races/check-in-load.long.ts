import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { SYSTEM } from '../../src/audit/actor.ts';
import { makeDevice } from '../../src/check-in/devices.ts';
import { makeDoor } from '../../src/check-in/doors.ts';
import { listScans } from '../../src/check-in/list-scans.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { openCheckIn } from '../harness/open-check-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { ENVIRONMENT } from './races.fixture.ts';

const DEVICES = 20;
const TICKETS = 1_250;
const SCANS = 10_000;
// A phone with a network sends what somebody scans; one that comes back to it, what has gathered.
const PER_REQUEST = 25;
// So many of each phone's requests tell what it did without a network.
const OFFLINE_EVERY = 5;

type Sent = { id: string; ticketId: string; isOffline: boolean };
type Result = { id: string; outcome: string; conflict: string | null };

suite('ten thousand scans from twenty phones, of tickets that many phones read at once', () => {
  let on: TestApp;
  let apps: TestApp[];
  let host: TestHost;
  let eventId: string;
  let tokens: string[];
  let tickets: { id: string; code: string }[];
  before(async () => {
    on = await startTestApp({ environment: ENVIRONMENT });
    apps = [on, await startTestApp({ on, environment: ENVIRONMENT })];
    host = await makeHost(on);
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 10_000, priceMinor: 0 }] });
    eventId = event.eventId;
    tickets = await sellAll(event.skus[0] ?? '');
    tokens = await pairAll();
  });
  after(async () => {
    await apps[1]?.close();
    assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
  });

  /** By hand, so that nobody prints and mails them. */
  async function sellAll(ticketTypeId: string): Promise<typeof tickets> {
    const { rows } = await on.app.database.query<{ id: string; serial: string }>(
      `WITH one AS (
         INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                             first_name, last_name, created_at, confirmed_at)
         VALUES (new_id(), 'TSR-0000-0000-0000-0000', $1, $2, 'complimentary', 'confirmed', 'q',
                 json_build_object('items', json_build_array(json_build_object('sku', $3::uuid, 'name', 'A', 'quantity', ${TICKETS},
                                   'price', 0, 'fee', 0, 'discount', 0)), 'total', 0),
                 0, 'NGN', 'ada@example.com', 'Ada', 'Obi', now(), now()) RETURNING id)
       INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
       SELECT new_id(), one.id, $1, $3, nr, gen_random_uuid(), 'ada@example.com', 'Ada', 'Obi', now()
         FROM one, generate_series(1, ${TICKETS}) AS nr RETURNING id, serial`,
      [eventId, host.hostId, ticketTypeId],
    );
    return rows.map(({ id, serial }) => ({
      id,
      code: signTicketCode(on.secretKeys.current, { eventId, serial }),
    }));
  }

  async function pairAll(): Promise<string[]> {
    const by = { hostId: host.hostId, eventId, actor: SYSTEM };
    const { database } = on.app;
    await openCheckIn(database, eventId);
    const { doorId } = await database.transaction((tx) =>
      makeDoor(tx, { ...by, name: 'North', ticketTypeIds: null }),
    );
    const paired: string[] = [];
    for (let nr = 0; nr < DEVICES; nr++) {
      const { link } = await database.transaction((tx) =>
        makeDevice(tx, { ...by, doorId, name: `Phone ${nr}`, maySearch: false }),
      );
      const answer = await post(on, '/scan/pair', { link });
      paired.push((answer as { token: string }).token);
    }
    return paired;
  }

  /** A phone whose request was not answered sends it again, with the same ids. */
  async function post(through: TestApp, path: string, body: object, token = ''): Promise<unknown> {
    for (;;) {
      const answer = await fetch(`${through.publicUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      const said: unknown = await answer.json();
      if (answer.status === 200) return said;
      assert.equal(answer.status, 503, JSON.stringify(said));
    }
  }

  /** A phone's night. Every ticket is read by several phones at about the same time, and every tenth request is sent twice. */
  async function standAtDoor(phone: number, sent: Sent[], results: Map<string, Result>): Promise<void> {
    const requests = SCANS / DEVICES / PER_REQUEST;
    for (let nr = 0; nr < requests; nr++) {
      const isOffline = nr % OFFLINE_EVERY === OFFLINE_EVERY - 1 && phone % 2 === 0;
      const scans = Array.from({ length: PER_REQUEST }, (_, index) => {
        // All phones go through the tickets in the same order, each from another place near by.
        const ticket = tickets[(nr * PER_REQUEST * 3 + index + (phone % 4) * 5) % TICKETS];
        assert(ticket);
        sent.push({ id: randomUUID(), ticketId: ticket.id, isOffline });
        const { id } = sent.at(-1) as Sent;
        const at = new Date(Date.now() - (isOffline ? index * 1_000 : 0)).toISOString();
        return {
          id,
          kind: 'entry',
          how: 'code',
          code: ticket.code,
          at,
          verdict: isOffline ? 'admitted' : null,
        };
      });
      const body = { sentAt: new Date().toISOString(), waiting: 0, scans };
      const through = apps[(phone + nr) % 2] as TestApp;
      const again = nr % 10 === 0 ? [post(through, '/scan/scans', body, tokens[phone])] : [];
      const [answer] = (await Promise.all([post(through, '/scan/scans', body, tokens[phone]), ...again])) as {
        results: Result[];
      }[];
      for (const result of answer?.results ?? []) results.set(result.id, result);
    }
  }

  test('nobody is let in twice but by phones without a network, and each of those is in the list of conflicts', async () => {
    const sent: Sent[] = [];
    const results = new Map<string, Result>();
    await Promise.all(tokens.map((_, phone) => standAtDoor(phone, sent, results)));
    assert.equal(sent.length, SCANS);
    assert.equal(results.size, SCANS);
    const ofTicket = Map.groupBy(sent, ({ ticketId }) => ticketId);
    let expectedConflicts = 0;
    let contended = 0;
    for (const scans of ofTicket.values()) {
      const asked = scans.filter(({ isOffline }) => !isOffline);
      const admitted = asked.filter(({ id }) => results.get(id)?.outcome === 'admitted');
      const offline = scans.length - asked.length;
      // Of those who asked, one was let in: or none, where a phone without a network had sent its own before.
      assert.ok(admitted.length <= 1, `${admitted.length} were told that it is good`);
      assert.ok(admitted.length + offline >= 1);
      expectedConflicts += admitted.length + offline - 1;
      if (asked.length > 1) contended += 1;
    }
    assert.ok(contended > TICKETS / 2, `${contended} tickets were read at several phones`);
    assert.ok(expectedConflicts > 100, `${expectedConflicts} doubles`);
    assert.equal(await countConflicts(), expectedConflicts);
    // The sale was made by hand: what is promised of scans is looked at.
    const broken = await checkInvariants(on.app.database);
    assert.deepEqual(
      broken.filter(({ promise }) => /used since|let in while inside|taken back/.test(promise)),
      [],
    );
    const { rows } = await on.app.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM scans',
    );
    assert.deepEqual(rows, [{ count: SCANS }]);
  });

  async function countConflicts(): Promise<number> {
    let count = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listScans>> = await listScans(on.app.database, {
        hostId: host.hostId,
        eventId,
        filters: { doorId: null, deviceId: null, outcomes: null, onlyConflicts: true },
        limit: 1_000,
        cursor,
      });
      assert.ok(page.scans.every(({ conflict, other }) => conflict === 'double' && other !== null));
      count += page.scans.length;
      cursor = page.nextCursor;
    } while (cursor !== null);
    return count;
  }

  test('the unsafe way, to look whether the ticket is used and then to write, lets some in twice', async () => {
    const [ticket] = tickets.slice(-1);
    assert(ticket);
    const { database } = on.app;
    await database.query('DELETE FROM scans WHERE ticket_id = $1', [ticket.id]);
    await database.query('SELECT fold_scans($1)', [ticket.id]);
    const allHaveRead = Promise.withResolvers<void>();
    let reads = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { rows } = await database.query('SELECT FROM tickets WHERE id = $1 AND used_at IS NULL', [
          ticket.id,
        ]);
        if (++reads === 5) allHaveRead.resolve();
        await allHaveRead.promise;
        if (rows.length === 1)
          await database.query('UPDATE tickets SET used_at = now() WHERE id = $1', [ticket.id]);
        return rows.length === 1;
      }),
    );
    assert.ok(outcomes.filter(Boolean).length > 1);
  });
});
