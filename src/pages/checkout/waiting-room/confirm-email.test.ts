import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { order } from '../../../../test/harness/buy.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { readDraw, readDrawnEntries } from '../../../waiting-room/read-draw.ts';
import { verifyDraw } from '../../../waiting-room/verify-draw.ts';
import { askEmbed, postHold, tokenIn } from '../embed/embed.fixture.ts';
import {
  drawNow,
  entryOf,
  lineUp,
  makeRoom,
  postEntry,
  setRoom,
  stateOf,
  untilLetIn,
  type TestRoom,
} from './room.fixture.ts';

let on: TestApp;
let smtp: TestSmtp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  smtp = await startSmtp();
  on = await startTestApp({ environment: { SMTP_URL: smtp.url, RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
});
after(async () => {
  await on.close();
  await smtp.stop();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const emailRoom = () => makeRoom(on, host, { settings: { asksEmail: true } });
const newEmail = () => `${randomUUID()}@example.com`;
/** The links that were mailed to the address, the newest first, once all mails are sent. */
async function links(email: string): Promise<string[]> {
  await until('all mails are sent', async () => {
    const { rows } = await on.app.database.query(`SELECT 1 FROM jobs WHERE kind = 'send_room_mail'`);
    return rows.length === 0;
  });
  return smtp.received
    .filter(({ envelope }) => envelope.to.includes(email))
    .map(({ mail }) => /(\/checkout\/\S+\/room\/confirm\/\S+)/.exec(mail.text ?? '')?.[1] ?? '')
    .map((path) => on.publicUrl + path)
    .toReversed();
}
const open = async (link: string, method = 'GET') => {
  const response = await fetch(link, { method });
  return { status: response.status, headers: response.headers, page: await response.text() };
};
/** Lines up, and confirms by the newest link. */
async function confirmed(slug: string, email = newEmail()) {
  const own = await lineUp(on, slug, { email });
  const [link = ''] = await links(email);
  const { page } = await open(link, 'POST');
  return { ...own, email, link, page };
}

test('an address that was given is in no line until its owner presses the button of the mailed page', async () => {
  const { slug } = await emailRoom();
  const email = newEmail();
  const own = await lineUp(on, slug, { email });
  assert.deepEqual([own.mustConfirm, own.place, own.admission], [true, null, null]);
  const [link = ''] = await links(email);
  // Mail programs open links by themselves, some of them several times.
  for (let times = 0; times < 3; times++) {
    const { status, headers, page } = await open(link);
    assert.equal(status, 200);
    assert.match(page, /<form method="post"><button type="submit"/);
    assert.doesNotMatch(page, new RegExp(email));
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  }
  assert.equal((await entryOf(on, slug, own.token)).mustConfirm, true);
  assert.equal((await stateOf(on, slug)).inLine, 0);
  const { status, page } = await open(link, 'POST');
  assert.equal(status, 200);
  assert.match(page, /You are in line/);
  assert.equal((await entryOf(on, slug, own.token)).mustConfirm, false);
  assert.match((await open(link, 'POST')).page, /You are in line/, 'pressed twice, it is the same');
  await until('one in line', async () => (await stateOf(on, slug)).inLine === 1);
});

test('a thousand invented addresses are in no draw; who confirms after it goes behind', async () => {
  const room = await emailRoom();
  const early = [await confirmed(room.slug), await confirmed(room.slug), await confirmed(room.slug)];
  const outcomes = await Promise.all(
    Array.from({ length: 320 }, () => postEntry(on, room.slug, { email: newEmail() })),
  );
  assert.equal(outcomes.filter(({ status }) => status === 201).length, 297, 'as many as in other rooms');
  const lateEmail = 'late@example.com';
  await setRoom(on, room.eventId, 'early_count = early_count + 100000');
  const late = await lineUp(on, room.slug, { email: lateEmail });
  await setRoom(on, room.eventId, 'early_count = early_count - 100000');
  const [link = ''] = await links(lateEmail);
  await setRoom(on, room.eventId, 'per_minute = 1, most_inside = 1');
  await drawNow(on, room);
  const draw = await readDraw(on.app.database, room.eventId);
  const listed: string[] = [];
  for await (const page of readDrawnEntries(on.app.database, room.eventId)) listed.push(...page);
  assert.deepEqual(new Set(listed), new Set(early.map(({ entry }) => entry)));
  assert.ok(draw);
  assert.deepEqual(verifyDraw({ ...draw, entries: listed }), { isRight: true, count: 3 });
  assert.equal((await entryOf(on, room.slug, late.token)).place, null);
  assert.match((await open(link, 'POST')).page, /behind the draw/);
  const { place, isEarly } = await entryOf(on, room.slug, late.token);
  assert.deepEqual([place, isEarly], [4, false]);
});

test('an address that is in line is answered like a new one; its owner is told, and nobody else', async () => {
  const { slug } = await emailRoom();
  const first = await confirmed(slug);
  const second = await postEntry(on, slug, { email: first.email });
  const fresh = await postEntry(on, slug, { email: newEmail() });
  const shape = ({ status, body }: typeof fresh) => [status, { ...body.data, entry: '', token: '' }];
  assert.deepEqual(shape(second), shape(fresh));
  const [newest = ''] = await links(first.email);
  assert.match((await open(newest, 'POST')).page, /already has a place/);
  assert.equal((await entryOf(on, slug, second.body.data.token)).mustConfirm, true);
  assert.equal((await entryOf(on, slug, first.token)).mustConfirm, false);
});

test('before it is confirmed an address can be corrected: the earlier link then works no more', async () => {
  const { slug } = await emailRoom();
  const [wrong, right] = [newEmail(), newEmail()];
  const entry = randomUUID();
  await postEntry(on, slug, { entry, email: wrong });
  const corrected = await postEntry(on, slug, { entry, email: right });
  const [[old = ''], [link = '']] = [await links(wrong), await links(right)];
  assert.match((await open(old, 'POST')).page, /was replaced/);
  assert.match((await open(link, 'POST')).page, /You are in line/);
  const { token } = corrected.body.data;
  // In line it stays with its address: the place is not passed on.
  const passedOn = newEmail();
  const asked = await postEntry(on, slug, { entry, email: passedOn });
  assert.deepEqual([asked.status, asked.body.data.token, asked.body.data.mustConfirm], [200, token, false]);
  assert.deepEqual(await links(passedOn), []);
});

test('a recipient gets a few links and no more, whoever asks, and the answer is the same', async () => {
  const rooms = [await emailRoom(), await emailRoom()];
  const email = newEmail();
  for (let times = 0; times < 5; times++) {
    for (const { slug } of rooms) assert.equal((await postEntry(on, slug, { email })).status, 201);
  }
  assert.equal((await links(email)).length, 5);
});

test('a link that is too old, of another event or made up confirms nothing', async () => {
  const [room, other] = [await emailRoom(), await emailRoom()];
  const email = newEmail();
  const own = await lineUp(on, room.slug, { email });
  const [link = ''] = await links(email);
  for (const wrong of [
    link.replace(room.slug, other.slug),
    link.replace(/.\?lang/, (end) => (end.startsWith('A') ? 'B?lang' : 'A?lang')),
    link.replace(/confirm\/[^?]+/, `confirm/${own.token}`),
  ]) {
    assert.match((await open(wrong)).page, /no longer works/);
    assert.match((await open(wrong, 'POST')).page, /no longer works/);
  }
  assert.equal((await entryOf(on, room.slug, own.token)).mustConfirm, true);
  await askEmbed(on, `/${room.slug}/room/entries/${own.token}`, { method: 'DELETE' });
  assert.match((await open(link, 'POST')).page, /no longer works/, 'who has left is not put back');
});

test('the pages are in French for who reads French', async () => {
  const { slug } = await emailRoom();
  const email = newEmail();
  await lineUp(on, slug, { email, language: 'fr' });
  const [link = ''] = await links(email);
  assert.match((await open(link)).page, /Confirmer ma place/);
  assert.match((await open(link, 'POST')).page, /Vous êtes dans la file/);
});

test('an order of such a room is for its address, and the buyer can’t move it to another', async () => {
  const room = await makeRoom(on, host, {
    settings: { asksEmail: true },
    event: { ticketTypes: [{ priceMinor: 0 }] },
  });
  const { token: entry, email } = await confirmed(room.slug);
  await drawNow(on, room);
  const admission = await untilLetIn(on, room.slug, entry);
  const cart = randomUUID();
  const items = [{ sku: room.skus[0] ?? '', quantity: 1 }];
  const held = await postHold(on, room.slug, { items, admission }, cart);
  const { quoteReference } = held.body.data;
  const other = await order(on, host, { slug: room.slug, token: cart, quoteReference });
  assert.equal(other.status, 400);
  const bought = await order(on, host, { slug: room.slug, token: cart, quoteReference }, { body: { email } });
  assert.equal(bought.status, 201, JSON.stringify(bought.body));
  assert.ok(tokenIn(bought.body.data.receiptUrl));
  const moved = await askEmbed(on, `/${room.slug}/orders/${bought.body.data.reference}/email`, {
    method: 'POST',
    headers: { 'x-device-id': cart },
    body: { email: 'customer@example.com' },
  });
  assert.deepEqual([moved.status, moved.body.field], [400, 'email']);
  assert.match(moved.body.message, /was confirmed in the waiting room/);
});

test('a network that has had its links for one room of a host has none left for the host’s next one', async () => {
  const own = await makeHost(on);
  const [first, second] = [1, 2].map(() => makeRoom(on, own, { settings: { asksEmail: true } }));
  const [{ slug, eventId }, next] = [await first, await second] as [TestRoom, TestRoom];
  assert.equal((await postEntry(on, slug, { email: newEmail() })).status, 201);
  await on.app.database.query('UPDATE waiting_addresses SET mails = 600 WHERE event_id = $1', [eventId]);
  assert.notEqual((await postEntry(on, next.slug, { email: newEmail() })).status, 201);
  const others = await emailRoom();
  assert.equal((await postEntry(on, others.slug, { email: newEmail() })).status, 201, 'another host’s room');
  await on.app.database.query(
    `UPDATE waiting_addresses SET mails_since = mails_since - interval '1 hour' WHERE event_id = $1`,
    [eventId],
  );
  assert.equal((await postEntry(on, next.slug, { email: newEmail() })).status, 201, 'an hour later');
});
