import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy } from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../../test/harness/smtp.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../test/harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { untilWaiting } from '../../../test/harness/waiting-for-locks.ts';
import { tellFailingReceiversJob } from './tell-failing-receivers.ts';

const DASHBOARD_URL = 'http://dashboard.example:9999/the-dashboard';

suite('a receiver that fails for hours', () => {
  let smtp: TestSmtp;
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let manager: SignedIn;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({ environment: { SMTP_URL: smtp.url, DASHBOARD_URL } });
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  const query = (sql: string, values: unknown[]) => on.app.database.query(sql, values);
  const failing = async (name: string) => {
    const event = await makeEvent(on, host, { name, ticketTypes: [{ priceMinor: 0 }] });
    await switchOnReceiver(on, event.eventId);
    await sell(event);
    return event;
  };
  const sell = async ({ slug, skus }: { slug: string; skus: string[] }): Promise<string> => {
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await giveUpDeliveries(on, reference);
    return reference;
  };
  const arrive = (reference: string) =>
    query(`UPDATE webhook_deliveries SET status = 'delivered', failure = NULL WHERE reference = $1`, [
      reference,
    ]);
  /** As if all that happened at the event's receiver had happened so much earlier. */
  const pass = (minutes: number, { eventId }: { eventId: string }) =>
    query(
      `WITH s AS (
         UPDATE webhook_subscriptions SET failure_told_at = failure_told_at - $1 * interval '1 minute' WHERE event_id = $2 RETURNING id)
       UPDATE webhook_deliveries SET ended_at = ended_at - $1 * interval '1 minute' WHERE subscription_id IN (SELECT id FROM s)`,
      [minutes, eventId],
    );
  /** Two processes that both hold the job, one of them for longer than its lease. */
  const look = async (): Promise<ReceivedMail[]> => {
    const context = { jobId: '', attempt: 1, signal: new AbortController().signal };
    const job = tellFailingReceiversJob(on.app.database);
    await Promise.all([job.run({}, context), job.run({}, context)]);
    await job.run({}, context);
    await until('all is sent', async () => {
      const { rows } = await query(`SELECT 1 FROM jobs WHERE kind = 'send_person_mail'`, []);
      return rows.length === 0;
    });
    // Buyers get their tickets by mail too, and the host has an owner from the start.
    const told = smtp.received.filter(({ mail }) => mail.subject?.startsWith('Webhooks of '));
    assert.ok(!told.some(({ envelope }) => envelope.to.includes(manager.email)), 'owners are told');
    return told.filter(({ envelope }) => envelope.to.includes(owner.email));
  };
  const begin = async () => {
    host = await makeHost(on);
    owner = await signInAs(on, host);
    manager = await signInAs(on, host, { role: 'manager' });
    smtp.received.length = 0;
  };

  test('its owners are told once, with what and where; and again when it worked in between', async () => {
    await begin();
    const event = await failing('A show. At night');
    await sell(event);
    await pass(179, event);
    assert.equal((await look()).length, 0, 'not before three hours are over');
    await pass(2, event);
    const [told, ...more] = await look();
    assert.deepEqual(more, []);
    assert.equal(told?.mail.subject, 'Webhooks of A show. At night are failing');
    const text = told?.mail.text ?? '';
    assert.match(text.replaceAll('\u200C', ''), /Receiver: 127\.0\.0\.1\n[^]*Failed deliveries: 2/);
    assert.ok(text.includes(`${DASHBOARD_URL}/hosts/${host.hostId}/events/${event.eventId}/integrations`));
    await sell(event);
    await pass(24 * 60, event);
    assert.equal((await look()).length, 1, 'a day later it is the same trouble');
    await arrive(await sell(event));
    await pass(24 * 60, event);
    assert.equal((await look()).length, 1, 'what works is told to nobody');
    await sell(event);
    assert.equal((await look()).length, 1);
    await pass(181, event);
    assert.equal((await look()).length, 2, 'another time of trouble');
  });

  test('no more than three a day for a host, and none of a receiver that is off', async () => {
    await begin();
    const events = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Off']) events.push(await failing(name));
    for (const event of events) await pass(200, event);
    await query('UPDATE webhook_subscriptions SET is_enabled = false WHERE event_id = $1', [
      events[4]?.eventId,
    ]);
    assert.equal((await look()).length, 3);
    for (const event of events) await pass(24 * 60, event);
    const mails = await look();
    assert.equal(mails.length, 4);
    assert.deepEqual(
      new Set(mails.map(({ mail }) => mail.subject)),
      new Set(['One', 'Two', 'Three', 'Four'].map((name) => `Webhooks of ${name} are failing`)),
    );
  });

  test('two that look at the same time tell of no more than three together', async () => {
    await begin();
    const events: Awaited<ReturnType<typeof failing>>[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) events.push(await failing(name));
    for (const event of events) await pass(200, event);
    const ids = (some: typeof events): string[] => some.map(({ eventId }) => eventId);
    const { database } = on.app;
    const context = { jobId: '', attempt: 1, signal: new AbortController().signal };
    const run = () => tellFailingReceiversJob(database).run({}, context);
    const looking: Promise<unknown>[] = [];
    await database.transaction(async (mails) => {
      await mails.query('LOCK TABLE jobs IN EXCLUSIVE MODE');
      // The first finds two of them, and waits to write its mails; the second finds the others.
      await database.transaction(async (changed) => {
        await changed.query('SELECT 1 FROM webhook_subscriptions WHERE event_id = ANY ($1) FOR UPDATE', [
          ids(events.slice(0, 2)),
        ]);
        looking.push(run());
        await untilWaiting(changed, { text: 'INSERT INTO jobs' });
      });
      looking.push(run());
      await Promise.race([looking[1], untilWaiting(mails, { count: 2, text: 'INSERT INTO jobs' })]);
    });
    await Promise.all(looking);
    assert.equal((await look()).length, 3);
  });
});
