import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { buy, storedOrder } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { NO_FILTERS } from '../../../../test/dashboard/good-sales-requests.fixture.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { giveTickets } from '../../../orders/give-tickets.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import type { ShownResending } from './data.ts';

const MAILS_PER_DAY = 6;

suite('tickets are sent again to all orders that match', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  let host: TestHost;
  let owner: SignedIn;
  /** The recipients that the mail server keeps waiting until released. */
  const held = new Map<string, () => void>();
  let isHolding = false;
  const letGo = (): void => {
    isHolding = false;
    for (const go of held.values()) go();
    held.clear();
  };
  before(async () => {
    smtp = await startSmtp({
      refuse: (address) => (address.startsWith('gone') ? 550 : null),
      hold: (address) => (isHolding ? new Promise<void>((resolve) => held.set(address, resolve)) : undefined),
    });
    on = await startTestApp({
      environment: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Tessera <tickets@tickets.example>',
        RATE_LIMIT_PER_ADDRESS: '1000000',
        MESSAGE_MAILS_PER_SECOND: '1000',
        HOST_MAILS_PER_DAY: String(MAILS_PER_DAY),
      },
    });
  });
  after(async () => {
    letGo();
    await on.close();
    await smtp.stop();
  });

  const at = (rest = ''): string => `/hosts/${host.hostId}/orders/resendings${rest}`;
  const start = (filters: object = {}, as = owner): Promise<Answer> =>
    askDashboard(on, at(), {
      as,
      method: 'POST',
      body: { ...NO_FILTERS, resendingId: randomUUID(), ...filters },
    });
  const count = async (filters: Record<string, string> = {}, as = owner): Promise<object> =>
    (await askDashboard(on, at(`/count?${new URLSearchParams(filters).toString()}`), { as })).body;
  const latest = async (as = owner): Promise<ShownResending | null> =>
    (await askDashboard(on, at('/latest'), { as })).body.resending;
  const press = async (rest: 'stop' | 'resume', as = owner): Promise<number> =>
    (await askDashboard(on, at(`/${(await latest())?.resendingId}/${rest}`), { as, method: 'POST' })).status;
  const untilSent = (): Promise<ShownResending> =>
    until('the tickets to be sent again', async () => {
      const resending = await latest();
      return resending?.state === 'sent' && resending;
    });
  const idle = (kind: string): Promise<boolean> =>
    until('nothing to be on its way', async () => {
      const { rows } = await on.app.database.query('SELECT FROM jobs WHERE kind = $1', [kind]);
      return rows.length === 0;
    });
  const newHost = async (): Promise<void> => {
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  };
  const newEvent = (ticketTypes: object[] = [{ priceMinor: 0, capacity: 100 }]) =>
    makeEvent(on, host, { ticketTypes });
  type Event = Awaited<ReturnType<typeof newEvent>>;
  const order = (event: Event, email: string, type = 0) =>
    buy(on, host, { slug: event.slug, items: [{ sku: event.skus[type], quantity: 1 }] }, { body: { email } });
  /** The recipients of mails since the last call. */
  let seen = 0;
  const reached = (): string[] => {
    const addresses = smtp.received.slice(seen).map(({ envelope }) => envelope.to.join());
    seen = smtp.received.length;
    return addresses.toSorted();
  };

  test('each once, those that match and no other; pressed twice, once; who was not reached is said', async () => {
    await newHost();
    const event = await newEvent([
      { priceMinor: 0, capacity: 100 },
      { priceMinor: 0, capacity: 100 },
    ]);
    await order(event, 'one@example.com');
    await order(event, 'two@example.com');
    const { reference } = await order(event, 'gone@example.com');
    await order(event, 'other-type@example.com', 1);
    await order(await newEvent(), 'other-event@example.com');
    const refunded = await order(event, 'refunded@example.com');
    const { id: orderId } = await storedOrder(on, refunded.reference);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        reason: 'Ill.',
        requestKey: randomUUID(),
      }),
    );
    await idle('send_mail');
    reached();
    const filters = { event: event.eventId, type: event.skus[0] ?? '', clock: 'event' };
    assert.deepEqual(await count(filters), { orders: 3, people: 3, typedByHost: 0 });
    assert.deepEqual(await count(), { orders: 5, people: 5, typedByHost: 0 });
    const resendingId = randomUUID();
    const answers = await Promise.all([1, 2].map(() => start({ ...filters, resendingId })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    const { orders, people, sent, refused, unreached } = await untilSent();
    assert.deepEqual({ orders, people, sent, refused }, { orders: 3, people: 3, sent: 2, refused: 1 });
    assert.deepEqual(unreached, [{ reference, recipient: 'gone@example.com' }]);
    assert.deepEqual(reached(), ['one@example.com', 'two@example.com']);
    const { rows } = await on.app.database.query(
      `SELECT action, after FROM audit_log WHERE host_id = $1 AND action LIKE 'orders.%'`,
      [host.hostId],
    );
    assert.deepEqual(rows, [{ action: 'orders.resend', after: { orders: 3, people: 3 } }]);
  });

  test('a search finds the same as the list, and is refused if nothing has a ticket to send', async () => {
    assert.deepEqual(await count({ search: 'two@example.com' }), { orders: 1, people: 1, typedByHost: 0 });
    assert.deepEqual(await count({ search: 'refunded@example.com' }), {
      orders: 0,
      people: 0,
      typedByHost: 0,
    });
    const { status, body } = await start({ search: 'refunded@example.com' });
    assert.deepEqual([status, body.error_code], [400, 'validation_failed']);
    assert.match(body.message, /None of these orders has a ticket/);
  });

  test('a member of chosen events sends those of their own, sees their own, and stops no other', async () => {
    await newHost();
    const [theirs, other] = [await newEvent(), await newEvent()];
    await order(theirs, 'theirs@example.com');
    await order(other, 'not-theirs@example.com');
    const member = await signInAs(on, host, { role: 'manager', eventIds: [theirs.eventId] });
    assert.deepEqual(await count({}, member), { orders: 1, people: 1, typedByHost: 0 });
    assert.equal((await start({ event: other.eventId, clock: 'event' }, member)).status, 400);
    assert.deepEqual(await count({ event: other.eventId }, member), {
      orders: 0,
      people: 0,
      typedByHost: 0,
    });
    await idle('send_mail');
    reached();
    assert.equal((await start()).status, 201);
    await untilSent();
    assert.deepEqual(reached(), ['not-theirs@example.com', 'theirs@example.com']);
    assert.equal(await latest(member), null);
    assert.equal(await press('stop', member), 404);
    assert.equal((await start({}, member)).status, 201);
    await untilSent();
    assert.deepEqual([reached(), (await latest(member))?.orders], [['theirs@example.com'], 1]);
  });

  test('stopped, nobody else gets them; the rest is sent when somebody says so, each once; one at a time', async () => {
    await newHost();
    const event = await newEvent();
    const emails = Array.from({ length: 12 }, (_, n) => `stop-${n}@example.com`);
    for (const email of emails) await order(event, email);
    await idle('send_mail');
    reached();
    isHolding = true;
    assert.equal((await start()).status, 201);
    await until('one to be on its way', () => held.size === 1);
    const second = await start();
    assert.deepEqual([second.status, second.body.error_code], [409, 'wrong_state']);
    assert.equal(await press('stop'), 200);
    assert.equal(await press('stop'), 409);
    letGo();
    await idle('send_resending');
    const stopped = await latest();
    assert.deepEqual([stopped?.state, stopped?.stoppedFor, stopped?.sent], ['stopped', 'member', 1]);
    const [first = ''] = reached();
    assert.equal(await press('resume'), 200);
    await untilSent();
    assert.deepEqual([...reached(), first].toSorted(), emails.toSorted());
    assert.equal(await press('resume'), 409);
  });

  test('the rest of the day’s e-mails to typed addresses is enough for all, or nothing is sent', async () => {
    await newHost();
    const event = await newEvent();
    await order(event, 'bought@example.com');
    const give = (n: number) =>
      on.app.database.transaction((tx) =>
        giveTickets(tx, {
          hostId: host.hostId,
          eventId: event.eventId,
          actor: OPERATOR,
          mailsPerDay: MAILS_PER_DAY,
          sendsMail: true,
          requestKey: randomUUID(),
          gift: {
            email: `guest-${n}@example.com`,
            firstName: 'Chi',
            lastName: 'Eze',
            language: 'en',
            lines: [{ ticketTypeId: event.skus[0] ?? '', quantity: 1 }],
          },
        }),
      );
    for (const n of [1, 2]) await give(n);
    assert.deepEqual(await count(), { orders: 3, people: 3, typedByHost: 2 });
    await idle('send_mail');
    for (const _ of [1, 2]) {
      assert.equal((await start()).status, 201);
      await untilSent();
    }
    reached();
    const { status, body } = await start();
    assert.deepEqual([status, body.error_code], [429, 'rate_limited']);
    assert.match(body.message, /6 e-mails a day.* 0 are left/);
    await idle('send_resending');
    assert.deepEqual(reached(), []);
    // Addresses that buyers gave us don't count.
    assert.equal((await start({ source: 'api' })).status, 201);
    await untilSent();
    assert.deepEqual(reached(), ['bought@example.com']);
  });
});
