import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { BUYER, quantityLeft, storedOrder, untilStatus, type Ordered } from '../../../../test/harness/buy.ts';
import { until } from '../../../../test/harness/until.ts';
import { CHI, newDay, openShop, PAID_MINOR, wall } from './event-cancel.fixture.ts';

suite('postponing an event', () => {
  let shop: Awaited<ReturnType<typeof openShop>>;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  test('an event is moved five times a day, and not a sixth time until a day has passed', async () => {
    const event = await shop.newEvent();
    for (let move = 1; move <= 5; move += 1) {
      const { status, body } = await shop.post(event, '/postpone', newDay(30 + move, move));
      assert.equal(status, 200, JSON.stringify(body));
    }
    const sixth = await shop.post(event, '/postpone', newDay(50, 6));
    assert.deepEqual([sixth.status, sixth.body.error_code], [429, 'rate_limited']);
    assert.match(sixth.body.message, /at most 5 times a day/);
    const seconds = Number(sixth.headers.get('retry-after'));
    assert.ok(seconds > 80_000 && seconds <= 86_400, String(seconds));
    await shop.on.app.database.query(
      `UPDATE event_postponements SET created_at = created_at - interval '1 day' WHERE event_id = $1`,
      [event.eventId],
    );
    assert.equal((await shop.post(event, '/postpone', newDay(50, 6))).status, 200);
  });

  test('postponed: holders are told, tickets stay good, and who can’t come gives them back until the offer ends', async () => {
    const event = await shop.newEvent([{ capacity: 10 }, { priceMinor: 0 }]);
    const first = await shop.paid(event, {}, 2);
    await shop.giveSecondToChi(first);
    const second = await shop.paid(event, { email: 'second@example.com' });
    await shop.on.app.database.query(`UPDATE orders SET language = 'fr' WHERE reference = $1`, [
      second.reference,
    ]);
    for (const [body, field] of [
      [{ ...newDay(30), closesAt: wall(29) }, 'closesAt'],
      [{ ...newDay(-1), closesAt: wall(3) }, 'startsAt'],
      [{ ...newDay(30), refundUntil: wall(31) }, 'refundUntil'],
      [{ ...newDay(30), refundUntil: wall(-1) }, 'refundUntil'],
    ] as const) {
      const path = 'refundUntil' in body ? '/postpone/with-offer' : '/postpone';
      const refused = await shop.post(event, path, body);
      assert.deepEqual([refused.status, refused.body.field], [400, field], JSON.stringify(refused.body));
    }
    const moved = await shop.post(event, '/postpone/with-offer', { ...newDay(30), refundUntil: wall(20) });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.equal((await shop.post(event, '/postpone', newDay(40))).body.error_code, 'changed_meanwhile');
    assert.equal(
      (await shop.post(event, '/postpone', newDay(40, 2), shop.manager)).status,
      200,
      'and once more',
    );
    const bought = await shop.paid(event, { email: 'after@example.com' });
    const told = await until('everybody to be told twice', async () => {
      const mails = await shop.mailsOf(first.reference, 'event_postponed');
      return mails.length === 4 && mails;
    });
    assert.deepEqual(
      told.map(({ recipient }) => recipient),
      [BUYER.email, BUYER.email, CHI.email, CHI.email],
    );
    assert.ok(told.some(({ text }) => /SEQUENCE:[12]\b/.test(text)));
    assert.match((await shop.mailsOf(second.reference, 'event_postponed'))[0]?.text ?? '', /^Nouvelle date/);
    assert.deepEqual(await shop.mailsOf(bought.reference, 'event_postponed'), []);
    const { postponements, event: shown } = await shop.viewOf(event);
    assert.deepEqual([postponements.length, postponements[1]?.toldOrders], [2, 2]);
    assert.equal(shown.startsAt, postponements[0]?.newStartsAt);

    const receipt = async ({ reference }: Ordered, rest = '', init: RequestInit = {}) => {
      const { receipt_token: token } = await storedOrder(shop.on, reference);
      const response = await fetch(`${shop.on.publicUrl}/checkout/orders/${token}${rest}`, {
        redirect: 'manual',
        ...init,
      });
      return {
        status: response.status,
        to: response.headers.get('location') ?? '',
        text: await response.text(),
      };
    };
    const giveBack = (made: Ordered) =>
      receipt(made, '/give-back', { method: 'POST', body: new URLSearchParams() });
    assert.match((await receipt(first)).text, /Return the tickets/);
    assert.match((await receipt(second)).text, /Rendre le billet/);
    assert.doesNotMatch((await receipt(bought)).text, /Return the tickets/);
    assert.match((await giveBack(bought)).to, /notice=too_late$/, 'bought for the new day');
    assert.match((await receipt(first, '/calendar.ics')).text, /SEQUENCE:2/);

    const left = await quantityLeft(shop.on, shop.host, event.slug);
    for (const answer of await Promise.all([giveBack(first), giveBack(first), giveBack(first)])) {
      assert.equal(answer.status, 303);
      assert.match(answer.to, /notice=given_back$/);
    }
    await untilStatus(shop.on, first.reference, 'refunded');
    assert.deepEqual(shop.refundedTo(first.reference), [2 * PAID_MINOR]);
    assert.deepEqual(
      (await quantityLeft(shop.on, shop.host, event.slug))[0],
      (left[0] ?? 0) + 2,
      'for sale again',
    );
    assert.ok((await shop.historyOfActor(first.reference)).includes('buyer'));

    await shop.on.app.database.query(
      `UPDATE tickets SET used_at = now() WHERE order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [second.reference],
    );
    assert.match((await giveBack(second)).to, /notice=used$/);
    await shop.on.app.database.query('UPDATE tickets SET used_at = NULL');
    await shop.on.app.database.query(
      `UPDATE event_postponements SET created_at = created_at - interval '1 day', refund_until = now() - interval '1 second'
        WHERE event_id = $1 AND refund_until IS NOT NULL`,
      [event.eventId],
    );
    await shop.on.app.database.query(
      `UPDATE orders SET confirmed_at = confirmed_at - interval '2 days' WHERE reference = $1`,
      [second.reference],
    );
    assert.match((await giveBack(second)).to, /notice=too_late$/);
    assert.doesNotMatch((await receipt(second)).text, /Rendre le billet/);
    assert.equal((await storedOrder(shop.on, second.reference)).status, 'confirmed');
    const nobody = await fetch(
      `${shop.on.publicUrl}/checkout/orders/00000000-0000-4000-8000-000000000000/give-back`,
      {
        method: 'POST',
        body: new URLSearchParams(),
      },
    );
    assert.equal(nobody.status, 404);
    await shop.assertNothingWrong();
  });
});
