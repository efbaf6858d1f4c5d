import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { buy, hold, order, pay, untilStatus } from '../../test/harness/buy.ts';
import { ask } from '../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { signInAs } from '../../test/harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { takeForHost } from '../orders/take-for-host.ts';
import { changeVisibility } from './publish-event.ts';
import { duplicateEvent } from './duplicate-event.ts';
import { resumeSale, stopSale } from './stop-sale.ts';

let on: TestApp;
let host: TestHost;
let smtp: TestSmtp;
before(async () => {
  smtp = await startSmtp();
  on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  host = await makeHost(on);
});
after(async () => {
  await on.close();
  await smtp.stop();
});

const stop = (slug: string) =>
  on.app.database.transaction((tx) => stopSale(tx, { slug, actor: OPERATOR, reason: 'stolen pictures' }));
const resume = (slug: string) =>
  on.app.database.transaction((tx) => resumeSale(tx, { slug, actor: OPERATOR }));
const statusOf = async (slug: string): Promise<string> =>
  (await ask(on, `/events/${slug}/tickets`, { key: host })).body.data[0].status;

test('a stopped sale: nothing is held or ordered, by anybody; what was bought stays, a payment under way settles; another event sells', async () => {
  const { slug, eventId, skus } = await makeEvent(on, host);
  const other = await makeEvent(on, host);
  const items = [{ sku: skus[0], quantity: 1 }];
  const unpaid = await buy(on, host, { slug, items });
  const held = await hold(on, host, { slug, items });
  assert.deepEqual((await stop(slug)).isNew, true);
  assert.deepEqual((await stop(slug)).isNew, false);
  await until('every process to hear of it', async () => (await statusOf(slug)) === 'COMING_SOON');

  await assert.rejects(hold(on, host, { slug, items }), /not_on_sale|sale/);
  const refused = await order(on, host, held);
  assert.deepEqual([refused.status, refused.body.error_code], [400, 'tickets_unavailable']);
  const lines = [{ ticketTypeId: skus[0] ?? '', quantity: 1 }];
  await assert.rejects(
    on.app.database.transaction((tx) =>
      takeForHost(tx, { hostId: host.hostId, eventId, lines, seatIds: [] }),
    ),
    /The operator of this service has stopped the sale/,
  );
  await assert.rejects(
    on.app.database.transaction((tx) =>
      changeVisibility(tx, {
        hostId: host.hostId,
        eventId,
        actor: OPERATOR,
        changes: { isComingSoon: false },
      }),
    ),
    /has stopped the sale of this event: contact them/,
  );
  await assert.rejects(
    on.app.database.query('UPDATE events SET is_coming_soon = false WHERE id = $1', [eventId]),
    /events_stopped_is_paused/,
    'an older program beside this one is refused by the table',
  );
  await pay(unpaid.checkoutUrl);
  await untilStatus(on, unpaid.reference, 'confirmed');
  await buy(on, host, { slug: other.slug, items: [{ sku: other.skus[0], quantity: 1 }] });

  assert.partialDeepStrictEqual(await resume(slug), { isNew: true, isPaused: false });
  assert.partialDeepStrictEqual(await resume(slug), { isNew: false });
  await until('the sale to go on', async () => (await statusOf(slug)) === 'AVAILABLE');
  assert.equal((await order(on, host, held)).status, 201, 'the cart was kept');
  const { rows } = await on.app.database.query<{ action: string; after: unknown }>(
    `SELECT action, after FROM audit_log WHERE subject_id = $1 AND action LIKE 'event.%_sale' ORDER BY id`,
    [eventId],
  );
  assert.deepEqual(rows, [
    { action: 'event.stop_sale', after: { reason: 'stolen pictures' } },
    { action: 'event.resume_sale', after: null },
  ]);
});

test('a sale that its host had paused is paused after the stop; a stopped event can’t be copied; a draft has nothing to stop', async () => {
  const { slug, eventId } = await makeEvent(on, host);
  const about = { hostId: host.hostId, eventId, actor: OPERATOR };
  const copyId = randomUUIDv7();
  await on.app.database.transaction((tx) =>
    changeVisibility(tx, { ...about, changes: { isComingSoon: true } }),
  );
  await stop(slug);
  const copy = () =>
    on.app.database.transaction((tx) =>
      duplicateEvent(tx, { ...about, copyId, name: 'The copy', startsAt: '2091-06-01T20:00' }),
    );
  await assert.rejects(copy(), /has stopped the sale of this event: contact them before you copy it/);
  assert.partialDeepStrictEqual(await resume(slug), { isNew: true, isPaused: true });
  await copy();
  const { rows } = await on.app.database.query<{ slug: string; stopped_at: Date | null }>(
    'SELECT slug, stopped_at FROM events WHERE id = $1',
    [copyId],
  );
  assert.equal(rows[0]?.stopped_at, null);
  await assert.rejects(stop(rows[0]?.slug ?? ''), /a draft, over or cancelled: it sells nothing/);
  await assert.rejects(stop('no-such-event'), { code: 'not_found' });
});

test('every owner is mailed of a stop, with its reason, and of its end, once each; other members are not', async () => {
  const { slug } = await makeEvent(on, host, { name: 'A night at http://evil.example' });
  const owner = await signInAs(on, host);
  const manager = await signInAs(on, host, { role: 'manager' });
  const mailsTo = (address: string) => smtp.received.filter(({ envelope }) => envelope.to.includes(address));
  for (const change of [stop, stop, resume, resume]) await change(slug);
  await until('all is sent', async () => {
    const { rowCount } = await on.app.database.query(`SELECT FROM jobs WHERE kind = 'send_person_mail'`);
    return rowCount === 0;
  });
  // Two workers may send them in either order.
  const [resumed, stopped, ...more] = mailsTo(owner.email)
    .map(({ mail }) => mail)
    .toSorted((one, other) => ((one.subject ?? '') < (other.subject ?? '') ? -1 : 1));
  assert.deepEqual(more, []);
  assert.match(stopped?.subject ?? '', /^The sale of A night at .* was stopped$/);
  assert.match(stopped?.text ?? '', /Why: stolen pictures/);
  assert.match(stopped?.text ?? '', new RegExp(`/hosts/${host.hostId}/events/`));
  assert.match(resumed?.subject ?? '', /^The sale of A night at .* can go on$/);
  assert.doesNotMatch(`${stopped?.text} ${stopped?.subject}`, /http:\/\/evil\.example/, 'a name is no link');
  assert.deepEqual(mailsTo(manager.email), []);
});
