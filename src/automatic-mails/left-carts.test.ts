import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { hold, order, type HeldCart } from '../../test/harness/buy.ts';
import { askDashboard } from '../../test/harness/sign-in.ts';
import { until } from '../../test/harness/until.ts';
import {
  openMessageDesk,
  type Desk,
  type Event,
} from '../pages/dashboard/event-messages/messages.fixture.ts';
import { zoneOf } from './automatic-mails.fixture.ts';

const SUBJECT = 'Your cart for Lagos Night';

suite('a cart that its buyer leaves behind', () => {
  let desk: Desk;
  before(async () => {
    desk = await openMessageDesk();
  });
  after(() => desk.close());

  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await desk.on.app.database.query<Row>(sql, values)).rows;

  /** It is noon there, and it begins next week. */
  async function newEvent(isOn = true): Promise<Event> {
    const event = await desk.newEvent([{ name: 'Regular', priceMinor: 0, capacity: 3 }]);
    await query('UPDATE events SET timezone = $2 WHERE id = $1', [
      event.eventId,
      await zoneOf(desk.on.app.database, 12),
    ]);
    const { status } = await askDashboard(desk.on, desk.at(event, '/automatic/cart'), {
      as: desk.owner,
      method: 'PATCH',
      body: { isOn, hours: '2', note: 'Come early.' },
    });
    assert.equal(status, 200);
    return event;
  }
  const holdFor = (event: Event, quantity = 2): Promise<HeldCart> =>
    hold(desk.on, desk.host, { slug: event.slug, items: [{ sku: event.skus[0], quantity }] });
  async function tick({ slug, token }: HeldCart, email: string | null): Promise<void> {
    const { status } = await fetch(`${desk.on.publicUrl}/checkout/${slug}/cart-mail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': token },
      body: JSON.stringify({ email, language: 'en' }),
    });
    assert.equal(status, 200);
  }
  const lapse = ({ token }: HeldCart, hours = 3) =>
    query(
      `WITH lapsed AS (UPDATE reservations SET expires_at = now() - make_interval(hours => $2) WHERE token = $1 RETURNING id, expires_at)
       UPDATE holds SET expires_at = lapsed.expires_at FROM lapsed WHERE reservation_id = lapsed.id`,
      [token, hours],
    );
  /** Looks for carts that are due, and waits until nothing about one is left to do. */
  async function work(): Promise<void> {
    await query(
      `WITH due AS (UPDATE jobs SET run_at = now() WHERE kind = 'plan_cart_mails' RETURNING kind) SELECT pg_notify('jobs_due', kind) FROM due`,
    );
    await until('nothing more is due', async () => {
      const due = await query(
        `SELECT FROM jobs WHERE kind IN ('plan_cart_mails', 'send_cart_mail') AND run_at <= now()`,
      );
      return due.length === 0;
    });
  }
  const kept = ({ eventId }: Event) =>
    query<{ email: string | null }>('SELECT email FROM left_carts WHERE event_id = $1', [eventId]);
  const mailsTo = (email: string) =>
    desk.smtp.received.filter(
      ({ envelope, mail }) => envelope.to.includes(email) && mail.subject === SUBJECT,
    );

  test('one mail with the way back to the same cart, and the address is forgotten; a second tick is in vain', async () => {
    const event = await newEvent();
    const cart = await holdFor(event);
    await tick(cart, 'ada@example.com');
    await lapse(cart, 1);
    await work();
    assert.deepEqual(mailsTo('ada@example.com'), [], 'it is not due yet');
    await lapse(cart);
    await work();
    const [received, ...more] = mailsTo('ada@example.com');
    assert.ok(received && more.length === 0);
    const { text = '', html = '', headers } = received.mail;
    assert.match(text, new RegExp(`/checkout/${event.slug}\\?lang=en#cart=${event.skus[0]}\\.2`));
    assert.ok(text.includes('2 × Regular') && text.includes('Come early.') && html.includes('Come early.'));
    assert.ok(headers.some(({ key }) => key === 'list-unsubscribe-post'));
    assert.deepEqual(await kept(event), [{ email: null }]);

    const second = await holdFor(event);
    await tick(second, 'ADA@example.com');
    await lapse(second);
    await work();
    assert.equal(mailsTo('ada@example.com').length + mailsTo('ADA@example.com').length, 1);
  });

  test('nothing where it was taken back, given up, bought, sold out, or the host has switched it off', async () => {
    const taken = await newEvent();
    const cart = await holdFor(taken);
    await tick(cart, 'taken@example.com');
    await tick(cart, null);
    assert.deepEqual(await kept(taken), []);

    const off = await newEvent(false);
    await tick(await holdFor(off), 'off@example.com');
    assert.deepEqual(await kept(off), []);

    const bought = await newEvent();
    const left = await holdFor(bought, 1);
    await tick(left, 'bought@example.com');
    await lapse(left);
    const other = await holdFor(bought, 1);
    assert.equal(
      (await order(desk.on, desk.host, other, { body: { email: 'Bought@example.com' } })).status,
      201,
    );

    const soldOut = await newEvent();
    const late = await holdFor(soldOut, 3);
    await tick(late, 'late@example.com');
    await lapse(late);
    const last = await holdFor(soldOut, 3);
    assert.equal((await order(desk.on, desk.host, last, { body: { email: 'x@example.com' } })).status, 201);

    const givenUp = await newEvent();
    const released = await holdFor(givenUp);
    await tick(released, 'up@example.com');
    await fetch(`${desk.on.publicUrl}/checkout/${released.slug}/reservations`, {
      method: 'DELETE',
      headers: { 'x-device-id': released.token },
    });
    await query(
      `UPDATE reservations SET ended_at = now() - interval '4 hours', expires_at = now() - interval '3 hours' WHERE token = $1`,
      [released.token],
    );
    await work();
    for (const name of ['taken', 'off', 'bought', 'late', 'up'])
      assert.deepEqual(mailsTo(`${name}@example.com`), [], name);
    for (const event of [taken, off, bought, soldOut, givenUp])
      assert.deepEqual(await kept(event), [], 'the address is forgotten');
  });

  test('a stranger’s token notes nothing', async () => {
    const event = await newEvent();
    const cart = await holdFor(event);
    await tick({ ...cart, token: '11111111-1111-4111-8111-111111111111' }, 'stranger@example.com');
    assert.deepEqual(await kept(event), []);
  });
});
