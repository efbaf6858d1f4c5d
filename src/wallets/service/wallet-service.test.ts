import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../audit/actor.ts';
import { eraseBuyer } from '../../buyer-data/erase-buyer.ts';
import { PASS_TYPE } from '../apple/make-credentials.fixture.ts';
import { forgetPassesJob } from '../forget-passes.ts';
import { readPass } from '../apple/read-pass.fixture.ts';
import { openWallets, phonePath } from './wallet-world.fixture.ts';

type World = Awaited<ReturnType<typeof openWallets>>;

async function onPhone({ makeEvent, order, numberOf, call }: World, device = 'phone-1', pushToken = 'push1') {
  const event = await makeEvent();
  const orderId = await order({ event });
  const number = await numberOf(orderId);
  const put = () => call('POST', phonePath(device, number), { tokenOf: number, body: { pushToken } });
  assert.equal((await put()).status, 201);
  return { event, orderId, number, put };
}

const newest = async ({ call }: World, number: string) => {
  const response = await call('GET', `passes/${PASS_TYPE}/${number}`, { tokenOf: number });
  assert.equal(response.status, 200);
  return readPass(Buffer.from(await response.arrayBuffer()));
};

test('a phone registers once, is told of a change, asks which pass it was, and gets it', async (t) => {
  const world = await openWallets(t);
  const { call, database, tellWallets, apns } = world;
  const { event, number, put } = await onPhone(world);
  assert.equal((await put()).status, 200);
  const first = (await (await call('GET', phonePath('phone-1'))).json()) as {
    serialNumbers: string[];
    lastUpdated: string;
  };
  assert.deepEqual(first.serialNumbers, [number]);
  const since = `${phonePath('phone-1')}?passesUpdatedSince=${first.lastUpdated}`;
  assert.equal((await call('GET', since)).status, 204);

  await database.query(
    `UPDATE events SET name = 'Moved', starts_at = starts_at + interval '1 hour', closes_at = closes_at + interval '1 hour', version = version + 1 WHERE id = $1`,
    [event.eventId],
  );
  assert.equal(await tellWallets(), 1);
  assert.deepEqual(apns.pushed, [{ pushToken: 'push1', topic: PASS_TYPE, body: '{}' }]);
  const changed = (await (await call('GET', since)).json()) as { serialNumbers: string[] };
  assert.deepEqual(changed.serialNumbers, [number]);
  assert.equal((await newest(world, number)).fields.get('event')?.value, 'Moved');

  assert.equal((await call('DELETE', phonePath('phone-1', number), { tokenOf: number })).status, 200);
  assert.equal((await call('GET', phonePath('phone-1'))).status, 204);
});

test('a change of seat has the new seat and the new code on the pass that the phone has', async (t) => {
  const world = await openWallets(t);
  const { makeEvent, order, load, numberOf, call, database, tellWallets, apns } = world;
  const event = await makeEvent();
  const orderId = await order({ event });
  const number = await numberOf(orderId);
  const put = await call('POST', phonePath('phone-1', number), { tokenOf: number, body: { pushToken: 'p' } });
  assert.equal(put.status, 201);
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO seats (id, event_id, ticket_type_id, section, row_label, seat_label, x, y)
     VALUES (new_id(), $1, $2, 'Stalls', 'B', '7', 0, 0) RETURNING id`,
    [event.eventId, event.skus[0]],
  );
  await database.query('UPDATE tickets SET seat_id = $2, serial = gen_random_uuid() WHERE order_id = $1', [
    orderId,
    rows[0]?.id,
  ]);
  await tellWallets();
  assert.equal(apns.pushed.length, 1);
  const { text, fields } = await newest(world, number);
  assert.equal(text.barcodes?.[0]?.message, (await load(orderId)).tickets[0]?.code);
  assert.equal(fields.get('seat')?.value, 'Stalls, row B, seat 7');
});

test('a refund and a passing on make the pass void, and the phone is told', async (t) => {
  const world = await openWallets(t);
  const { database, tellWallets, apns } = world;
  const refunded = await onPhone(world, 'phone-1', 'push1');
  const passedOn = await onPhone(world, 'phone-2', 'push2');
  await database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1', [refunded.orderId]);
  await database.query(
    `UPDATE tickets SET serial = gen_random_uuid(), passed_on_at = now(), first_name = 'Bola', email = 'bola@example.com' WHERE order_id = $1`,
    [passedOn.orderId],
  );
  assert.equal(await tellWallets(), 2);
  assert.deepEqual(apns.pushed.map(({ pushToken }) => pushToken).sort(), ['push1', 'push2']);
  for (const { number } of [refunded, passedOn]) {
    const { text, files } = await newest(world, number);
    assert.equal(text.voided, true);
    assert.equal(text.barcodes, undefined);
    assert.doesNotMatch(String(files.get('pass.json')), /Bola/);
  }
});

test('the token of another pass opens nothing, and neither does the token of a link', async (t) => {
  const world = await openWallets(t);
  const { call, database, linkOf, url } = world;
  const [mine, other] = [await onPhone(world, 'phone-1'), await onPhone(world, 'phone-2')];
  const attempts: [string, string][] = [
    ['POST', phonePath('phone-3', other.number)],
    ['DELETE', phonePath('phone-2', other.number)],
    ['GET', `passes/${PASS_TYPE}/${other.number}`],
    ['GET', `passes/pass.test.other/${mine.number}`],
  ];
  for (const [method, path] of attempts) {
    const body = method === 'POST' ? { body: { pushToken: 'p' } } : {};
    assert.equal((await call(method, path, { tokenOf: mine.number, ...body })).status, 401, path);
    assert.equal((await call(method, path, body)).status, 401, path);
  }
  assert.equal((await database.query('SELECT 1 FROM wallet_passes')).rowCount, 2);
  const key = new URL(linkOf(mine.number, 'x')).pathname.split('/')[4] ?? '';
  const asPhone = await fetch(`${url}/wallet/apple/v1/passes/${PASS_TYPE}/${mine.number}`, {
    headers: { authorization: `ApplePass ${key}` },
  });
  assert.equal(asPhone.status, 401);
});

test('a pass is on twenty phones and no more', async (t) => {
  const world = await openWallets(t);
  const { call } = world;
  const { number } = await onPhone(world, 'phone-0');
  const put = (device: string) =>
    call('POST', phonePath(device, number), {
      tokenOf: number,
      body: { pushToken: device.replace('-', '') },
    });
  for (let index = 1; index < 20; index++) assert.equal((await put(`phone-${index}`)).status, 201);
  assert.equal((await put('phone-20')).status, 409);
  assert.equal((await put('phone-19')).status, 200);
});

test('of many phones that register one pass at one moment, twenty are taken', async (t) => {
  const world = await openWallets(t);
  const { call, database } = world;
  const { number } = await onPhone(world, 'phone-0');
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      call('POST', phonePath(`at-once-${n}`, number), { tokenOf: number, body: { pushToken: `p${n}` } }),
    ),
  );
  assert.equal((await database.query('SELECT FROM wallet_passes')).rowCount, 20);
});

test('a phone whose token Apple refuses keeps no other from hearing of the change', async (t) => {
  const world = await openWallets(t);
  const { apns, database, tellWallets } = world;
  const { event, number } = await onPhone(world, 'phone-0', 'odd');
  await database.query(
    `INSERT INTO wallet_passes (pass, wallet, device, push_token, ticket_id, event_id)
     SELECT pass, wallet, 'phone-' || n, 'good' || n, ticket_id, event_id FROM wallet_passes, generate_series(1, 150) AS n WHERE pass = $1`,
    [number],
  );
  apns.answers.set('odd', { status: 400, reason: 'BadPath' });
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  await assert.rejects(tellWallets(), /status 400: BadPath/);
  const told = new Set(apns.pushed.map(({ pushToken }) => pushToken));
  assert.equal([...told].filter((token) => token.startsWith('good')).length, 150);
});

test('a push token that could lead elsewhere at Apple is none', async (t) => {
  const world = await openWallets(t);
  const { number } = await onPhone(world);
  for (const pushToken of ['..', 'a/b', 'a.b', ''])
    assert.equal(
      (await world.call('POST', phonePath('phone-2', number), { tokenOf: number, body: { pushToken } }))
        .status,
      400,
      pushToken,
    );
});

test('another name of a ticket type, and a translation, are told as well', async (t) => {
  const world = await openWallets(t);
  const { database, tellWallets, apns, makeEvent, order, numberOf, call } = world;
  const event = await makeEvent();
  const number = await numberOf(await order({ event, language: 'fr' }));
  await call('POST', phonePath('phone-1', number), { tokenOf: number, body: { pushToken: 'push1' } });
  const changes = [
    `UPDATE ticket_types SET name = 'Balcony' WHERE event_id = $1`,
    `INSERT INTO event_translations (event_id, language, name) VALUES ($1, 'fr', 'La nuit')`,
    `UPDATE event_translations SET name = 'Une nuit' WHERE event_id = $1`,
    `DELETE FROM event_translations WHERE event_id = $1`,
  ];
  for (const [index, change] of changes.entries()) {
    await database.query(change, [event.eventId]);
    assert.equal(await tellWallets(), 1, change);
    assert.equal(apns.pushed.length, index + 1);
    const shown = (await newest(world, number)).fields;
    if (index === 0) assert.equal(shown.get('ticket')?.value, 'Balcony');
    if (index === 2) assert.equal(shown.get('event')?.value, 'Une nuit');
  }
  await database.query('UPDATE ticket_types SET sold = sold WHERE event_id = $1', [event.eventId]);
  assert.equal(await tellWallets(), 0, 'a sale tells nobody');
});

test('the log that phones send is bounded, in size and in number', async (t) => {
  const { call } = await openWallets(t);
  const log = (logs: unknown) => call('POST', 'log', { body: { logs } });
  assert.equal((await log(['x'.repeat(5_000)])).status, 413);
  assert.equal((await log('text')).status, 400);
  const statuses = new Set<number>();
  for (let index = 0; index < 12; index++) statuses.add((await log(['trouble'])).status);
  assert.deepEqual([...statuses], [200, 429]);
});

test('phones that Apple knows no more are forgotten, and the others told', async (t) => {
  const world = await openWallets(t);
  const { call, database, apns, tellWallets } = world;
  const { number, event } = await onPhone(world, 'phone-1', 'gone');
  for (const pushToken of ['bad', 'good'])
    await call('POST', phonePath(pushToken, number), { tokenOf: number, body: { pushToken } });
  apns.answers.set('gone', { status: 410, reason: 'Unregistered' });
  apns.answers.set('bad', { status: 400, reason: 'BadDeviceToken' });
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  await tellWallets();
  const { rows } = await database.query<{ pushToken: string }>(
    'SELECT push_token AS "pushToken" FROM wallet_passes',
  );
  assert.deepEqual(rows, [{ pushToken: 'good' }]);
});

test('the job says so where Apple refuses us, and is tried again', async (t) => {
  const world = await openWallets(t);
  const { database, apns, tellWallets } = world;
  const { event } = await onPhone(world);
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  apns.answers.set('push1', { status: 403, reason: 'BadCertificateEnvironment' });
  await assert.rejects(tellWallets(), /status 403: BadCertificateEnvironment/);
  apns.answers.clear();
  assert.equal(await tellWallets(), 1);
  assert.equal(apns.pushed.length, 2);
});

test('changes of tickets and events without a pass write no job', async (t) => {
  const { makeEvent, order, database, tellWallets } = await openWallets(t);
  const event = await makeEvent();
  const orderId = await order({ event });
  await database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1', [orderId]);
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  assert.equal(await tellWallets(), 0);
});

test('Google hears nothing before somebody opens the link, and then of every change', async (t) => {
  const world = await openWallets(t);
  const { makeEvent, order, numberOf, linkOf, google, database, tellWallets } = world;
  const event = await makeEvent();
  const orderId = await order({ event });
  const number = await numberOf(orderId);
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  assert.equal(await tellWallets(), 0);
  const opened = await fetch(linkOf(number, 'google-wallet'), { redirect: 'manual' });
  assert.match(opened.headers.get('location') ?? '', /^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/);
  assert.equal(google.told.length, 0);

  await database.query(`UPDATE events SET name = 'Moved', version = version + 1 WHERE id = $1`, [
    event.eventId,
  ]);
  await tellWallets();
  const [ofEvent, ofTicket] = google.told;
  assert.equal(ofEvent?.path, `eventTicketClass/3388000000012345678.${event.eventId}-en`);
  assert.deepEqual(ofEvent?.body['eventName'], { defaultValue: { language: 'en', value: 'Moved' } });
  assert.equal(ofTicket?.path, `eventTicketObject/3388000000012345678.${number}`);
  assert.equal(ofTicket?.body['state'], 'ACTIVE');

  google.told.length = 0;
  await database.query(
    `UPDATE tickets SET serial = gen_random_uuid(), passed_on_at = now(), first_name = 'Bola', email = 'bola@example.com' WHERE order_id = $1`,
    [orderId],
  );
  await tellWallets();
  assert.equal(google.told.length, 1);
  assert.equal(google.told[0]?.path, `eventTicketObject/3388000000012345678.${number}`);
  assert.equal(google.told[0]?.body['state'], 'INACTIVE');
  assert.doesNotMatch(JSON.stringify(google.told), /Bola|QR_CODE/);
  assert.equal((await database.query('SELECT 1 FROM wallet_passes')).rowCount, 0);
});

test('Google’s refusals are told and tried again', async (t) => {
  const world = await openWallets(t);
  const { makeEvent, order, numberOf, linkOf, google, database, tellWallets } = world;
  const event = await makeEvent();
  const number = await numberOf(await order({ event }));
  await fetch(linkOf(number, 'google-wallet'), { redirect: 'manual' });
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  google.tokenStatus = 403;
  await assert.rejects(tellWallets(), /no access token: status 403/);
  google.tokenStatus = 200;
  google.status = 503;
  await assert.rejects(tellWallets(), /Google Wallet answered with status 503/);
  google.status = 200;
  assert.equal(await tellWallets(), 1);
});

test('a pass that was not saved is written to Google at its change, so the old link finds the new code there', async (t) => {
  const world = await openWallets(t);
  const { makeEvent, order, numberOf, passOf, linkOf, google, database, tellWallets } = world;
  const event = await makeEvent();
  const orderId = await order({ event });
  const number = await numberOf(orderId);
  await fetch(linkOf(number, 'google-wallet'), { redirect: 'manual' });
  const [ofEvent, ofTicket] = [`3388000000012345678.${event.eventId}-en`, `3388000000012345678.${number}`];
  google.unknown.add(`eventTicketClass/${ofEvent}`).add(`eventTicketObject/${ofTicket}`);
  await database.query('UPDATE tickets SET serial = gen_random_uuid() WHERE order_id = $1', [orderId]);
  await tellWallets();
  const written = google.told.filter(({ method }) => method === 'POST');
  assert.deepEqual(
    written.map(({ path, body }) => [path, body['id']]),
    [
      ['eventTicketClass', ofEvent],
      ['eventTicketObject', ofTicket],
    ],
  );
  const [, object] = written;
  assert(object);
  const { value } = object.body['barcode'] as { value: string };
  assert.equal(value, (await passOf(number)).ticket?.code);
  assert.equal((await database.query('SELECT 1 FROM wallet_passes')).rowCount, 1, 'it goes on being told');
});

test('a pass that Google refuses keeps none behind it from being told, and is tried again', async (t) => {
  const world = await openWallets(t);
  const { makeEvent, order, numberOf, linkOf, google, database, tellWallets } = world;
  const event = await makeEvent();
  const orderId = await order({ event, lines: [{ quantity: 2 }] });
  const numbers = await Promise.all([1, 2].map((position) => numberOf(orderId, position)));
  for (const number of numbers) await fetch(linkOf(number, 'google-wallet'), { redirect: 'manual' });
  const [first = '', second = ''] = numbers.toSorted();
  google.refused.add(`eventTicketObject/3388000000012345678.${first}`);
  await database.query('UPDATE events SET version = version + 1 WHERE id = $1', [event.eventId]);
  await assert.rejects(tellWallets(), /Google Wallet answered with status 400/);
  const toldOf = (number: string) => google.told.some(({ path }) => path.endsWith(number));
  assert.deepEqual([toldOf(first), toldOf(second)], [false, true]);
  google.refused.clear();
  await tellWallets();
  assert.ok(toldOf(first));
});

test('the link of a mail opens while the ticket is good', async (t) => {
  const world = await openWallets(t);
  const { makeEvent, order, numberOf, linkOf, database } = world;
  const event = await makeEvent();
  const orderId = await order({ event });
  const number = await numberOf(orderId);
  const open = () => fetch(linkOf(number, 'ticket.pkpass'), { redirect: 'manual' });
  const found = await open();
  assert.equal(found.headers.get('content-type'), 'application/vnd.apple.pkpass');
  assert.equal(readPass(Buffer.from(await found.arrayBuffer())).text.serialNumber, number);
  assert.equal((await fetch(linkOf(number, 'ticket.pkpass').replace(/.\/ticket/, '/ticket'))).status, 404);
  await database.query('UPDATE tickets SET used_at = now() WHERE order_id = $1', [orderId]);
  assert.equal((await open()).status, 404);
});

test('an erased person’s phones are forgotten, and Google is told that the name is gone', async (t) => {
  const world = await openWallets(t);
  const { database, host, linkOf, google, tellWallets } = world;
  const { number } = await onPhone(world);
  await fetch(linkOf(number, 'google-wallet'), { redirect: 'manual' });
  const erase = { hostId: host.hostId, email: 'ada@example.com', actor: OPERATOR, alsoAhead: true };
  await database.transaction((tx) => eraseBuyer(tx, erase));
  const { rows } = await database.query<{ wallet: string }>('SELECT wallet FROM wallet_passes');
  assert.deepEqual(rows, [{ wallet: 'google' }]);
  await tellWallets();
  assert.doesNotMatch(JSON.stringify(google.told), /Ada/);
  assert.match(google.told.at(-1)?.path ?? '', /^eventTicketObject/);
  assert.equal((await database.query('SELECT 1 FROM wallet_passes')).rowCount, 0);
});

test('a month after an event nobody knows which phones had its passes', async (t) => {
  const world = await openWallets(t);
  const { database } = world;
  const [old, recent] = [await onPhone(world, 'phone-1'), await onPhone(world, 'phone-2')];
  await database.query(
    `UPDATE events SET starts_at = now() - interval '32 days', closes_at = now() - interval '31 days' WHERE id = $1`,
    [old.event.eventId],
  );
  const run = { jobId: '', attempt: 1, signal: new AbortController().signal };
  await forgetPassesJob(database).run({}, run);
  const { rows } = await database.query<{ pass: string }>('SELECT pass FROM wallet_passes');
  assert.deepEqual(rows, [{ pass: recent.number }]);
});
