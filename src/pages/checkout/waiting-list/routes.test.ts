import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { hold, order, pay } from '../../../../test/harness/buy.ts';
import { ask } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { verifyInPython, withoutPython } from '../../../../test/harness/verify-in-python.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { runCommand, saidBy } from '../../../../test/program/run-command.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { openList, skipEntry } from '../../../waiting-list/change-list.ts';
import { postHold } from '../embed/embed.fixture.ts';

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

type Sale = { eventId: string; slug: string; sku: string; cart: { token: string; quoteReference: string } };

/** An event with a list, of which somebody holds all tickets. */
async function soldOut(capacity = 1, drawsAt: Date | null = null): Promise<Sale> {
  const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity }] });
  await on.app.database.transaction((tx) =>
    openList(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      secretKeys: on.secretKeys,
      settings: { offerMinutes: 60, drawsAt },
    }),
  );
  const [sku = ''] = skus;
  return { eventId, slug, sku, cart: await hold(on, host, { slug, items: [{ sku, quantity: capacity }] }) };
}

const giveBack = ({ slug, cart }: Sale) =>
  ask(on, `/events/${slug}/reservations`, {
    method: 'DELETE',
    key: host,
    headers: { 'x-device-id': cart.token },
  });

const pageOf = ({ slug, sku }: Sale): string => `${on.publicUrl}/checkout/${slug}/waiting-list?ticket=${sku}`;

async function open(link: string, init: RequestInit = {}) {
  const response = await fetch(link, init);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const join = (sale: Sale, fields: Record<string, string>) =>
  open(pageOf(sale), { method: 'POST', body: new URLSearchParams(fields) });

/** The links in the mails to the address, the newest first, once there are so many. */
async function links(email: string, count: number): Promise<string[]> {
  const mails = () => smtp.received.filter(({ envelope }) => envelope.to.includes(email));
  await until('the mails to have come', () => mails().length >= count);
  return mails()
    .map(({ mail }) => /(\/checkout\/\S+\/waiting-list\/entries\/\S+)/.exec(mail.text ?? '')?.[1] ?? '')
    .map((path) => on.publicUrl + path)
    .toReversed();
}

const withoutNonces = (page: string): string => page.replaceAll(/nonce="[^"]*"/g, '');

const press = (link: string, deed: string) => open(`${link}&deed=${deed}`, { method: 'POST' });

test('from the sold-out page to the ticket: joined, confirmed, offered, taken and paid', async () => {
  const sale = await soldOut();
  const email = `${randomUUID()}@example.com`;
  const refused = await ask(on, `/events/${sale.slug}/reservations`, {
    method: 'POST',
    key: host,
    headers: { 'x-device-id': randomUUID() },
    body: { items: [{ sku: sale.sku, quantity: 1 }] },
  });
  assert.deepEqual([refused.status, refused.headers.get('error-reason')], [400, 'sold_out']);
  const [, linked = '', rel = ''] = /^<([^>]*)>; rel="(.*)"$/.exec(refused.headers.get('link') ?? '') ?? [];
  assert.deepEqual(
    [on.publicUrl + linked.slice(new URL(linked).origin.length), rel],
    [pageOf(sale), 'waiting-list'],
  );

  assert.match((await open(pageOf(sale))).page, /Join the waiting list/);
  assert.equal((await join(sale, { email: 'nobody', quantity: '1' })).status, 400);
  const asked = await join(sale, { email, quantity: '1' });
  assert.match(asked.page, /Check your inbox/);
  const [link = ''] = await links(email, 1);
  // Mail programs open links by themselves.
  assert.match((await open(link)).page, /Confirm your place/);
  assert.match((await press(link, 'confirm')).page, /Your place: 1/);
  const again = await join(sale, { email, quantity: '1' });
  assert.ok(withoutNonces(again.page) === withoutNonces(asked.page), 'the answer tells nothing');

  await giveBack(sale);
  await links(email, 3);
  const { page } = await open(link);
  assert.match(page, /Tickets are held for you/);
  const offer = new URLSearchParams(
    /href="[^"]*\?([^"]*offer=[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&'),
  );
  const items = [{ sku: sale.sku, quantity: 1 }];
  const [promoCode, token] = [offer.get('offer') ?? '', randomUUID()];
  assert.deepEqual([offer.get('ticket'), offer.get('count')], [sale.sku, '1']);
  const passer = await postHold(on, sale.slug, { items }, randomUUID());
  assert.equal(passer.status, 400);
  const cart = await hold(on, host, { slug: sale.slug, items, token, promoCode });
  assert.match((await open(link)).page, /in your cart/);
  const { body } = await order(on, host, cart);
  await pay(body.data.checkoutUrl);
  await until('it is bought', async () => {
    const { rows } = await on.app.database.query(`SELECT 1 FROM ticket_types WHERE id = $1 AND sold = 1`, [
      sale.sku,
    ]);
    return rows.length === 1;
  });
});

test('an offer that is not wanted goes to the next, and a link of another event opens nothing', async () => {
  const [sale, other] = [await soldOut(), await soldOut()];
  const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const found: string[] = [];
  for (const email of emails) {
    await join(sale, { email, quantity: '1' });
    const [link = ''] = await links(email, 1);
    await press(link, 'confirm');
    found.push(link);
  }
  const [first = '', second = ''] = found;
  assert.equal((await open(first.replace(sale.slug, other.slug))).status, 404);
  assert.equal((await press(first.replace(sale.slug, other.slug), 'leave')).status, 404);
  await giveBack(sale);
  await links(emails[0] ?? '', 2);
  assert.match((await press(first, 'leave')).page, /You left the list/);
  await links(emails[1] ?? '', 2);
  assert.match((await open(second)).page, /Tickets are held for you/);
});

test('a draw can be checked by anybody, and so can what a member has removed', async (t) => {
  const sale = await soldOut(1, new Date(Date.now() + 3_600_000));
  const found: string[] = [];
  for (let at = 0; at < 3; at++) {
    const email = `${randomUUID()}@example.com`;
    await join(sale, { email, quantity: '1' });
    const [link = ''] = await links(email, 1);
    assert.match((await press(link, 'confirm')).page, /Your place is drawn on/);
    found.push(link);
  }
  const path = (name: string): string => pageOf(sale).replace('waiting-list?', `waiting-list/${name}?`);
  assert.equal((await open(path('draw'))).status, 409);
  const [, promised = ''] = /<code class="mono">(\w{64})</.exec((await open(pageOf(sale))).page) ?? [];
  await on.app.database.query(
    `UPDATE waiting_lists SET draws_at = now() - interval '1 second' WHERE event_id = $1`,
    [sale.eventId],
  );
  await until('the draw', async () => (await open(path('draw'))).status === 200);
  const drawn = (await open(path('draw'))).page;
  const entries = drawn.trimEnd().split('\n').slice(3);
  // As anybody does it, with nothing in the environment.
  const verified = await runCommand({}, ['waiting-room', 'verify', path('draw'), '--hash', promised]);
  assert.match(
    saidBy(verified),
    /matches its seed: 3 entries, each in its place by rank\.\n {2}The seed matches/,
  );
  if (withoutPython === false) {
    assert.equal(verifyInPython(drawn, promised), '');
    const turned = [...drawn.split('\n').slice(0, 3), ...entries.toReversed(), ''].join('\n');
    assert.match(verifyInPython(turned, promised), /not in the order/);
  } else t.diagnostic(withoutPython);
  const entryId = entries[1] ?? '';
  await on.app.database.transaction((tx) =>
    skipEntry(tx, { hostId: host.hostId, eventId: sale.eventId, actor: OPERATOR, entryId }),
  );
  assert.match((await open(path('skips'))).page, new RegExp(`Z ${entryId}\n$`));
  assert.equal((await open(path('draw'))).page.includes(entryId), true);
});
