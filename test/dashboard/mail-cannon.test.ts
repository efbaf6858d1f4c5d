import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { after, before, suite, test } from 'node:test';
import {
  BACK_MINOR,
  costOf,
  FRONT_MINOR,
  onSeats,
  sellSeats,
  type SeatedSale,
} from '../../src/orders/exchange/exchange.fixture.ts';
import { enqueueOwnerNotice } from '../../src/people/mails/enqueue-owner-notice.ts';
import { PERSON_MAIL_LIMITS } from '../../src/people/mails/person-mail-limits.ts';
import { countMailsToSend } from '../../src/tickets/mails/count-mails.ts';
import { MAIL_BUDGETS } from '../../src/tickets/mails/mail-budgets.ts';
import { planMails, type MailKind } from '../../src/tickets/mails/plan-mails.ts';
import { BUYER, hold, order, pay } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../harness/smtp.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { NO_FILTERS } from './good-sales-requests.fixture.ts';
import { UNLIMITED } from '../faults/payments-shop.fixture.ts';

/** All that hands a mail to the mail server, and where it says what limits its kinds. */
const SENDERS: Record<string, string> = {
  'src/tickets/mails/send-planned-mail.ts': 'mail-budgets.ts',
  'src/people/mails/send-person-mail-job.ts': 'person-mail-limits.ts',
  'src/messages/test-message.ts': 'to the member alone, by a lane of attempts',
  'src/automatic-mails/mail-left-carts.ts':
    'by a lane of attempts, once for an address and event, and against the host’s day',
  'src/waiting-room/send-room-mail-job.ts':
    'by network and room (take_waiting_mail), and by a lane of attempts for each recipient',
  'src/waiting-list/send-list-mail-job.ts':
    'links by lanes of attempts for each recipient and network (join-list.ts); an offer to those alone who have confirmed theirs',
  'src/bin/doctor/look-at-mail.ts': 'to the address that the operator names at the terminal',
  'src/metrics/outcome-metrics.ts': 'counts what the others send',
};

const PER_DAY = 5;
const STRANGERS = 8;

/** A host whose only aim is that we send mail to people who never asked for it. */
suite('a host that mails strangers', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({
      environment: { ...UNLIMITED, SMTP_URL: smtp.url, HOST_MAILS_PER_DAY: String(PER_DAY) },
    });
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;
  const nothingDue = () =>
    until('nothing more is due', async () => {
      const due = await query(
        `SELECT FROM jobs WHERE kind IN ('send_mail', 'send_holder_mail', 'send_event_mail', 'send_waiting_mail', 'send_person_mail',
                                         'join_notices', 'cancel_orders', 'tell_postponement') AND run_at <= now()`,
      );
      return due.length === 0;
    });
  const sentTo = (ending: string): number =>
    smtp.received.flatMap(({ envelope }) => envelope.to).filter((address) => address.endsWith(ending)).length;
  /** The count of the day is that of yesterday, and what waits for the next day is due. */
  async function passADay(hostId: string): Promise<void> {
    await query('DELETE FROM host_mails WHERE host_id = $1', [hostId]);
    await query(
      `WITH due AS (UPDATE jobs SET run_at = now() WHERE kind = 'send_waiting_mail' RETURNING kind)
       SELECT pg_notify('jobs_due', kind) FROM due`,
    );
  }
  /** Orders that a server of the host's makes: each for somebody else. */
  async function orderFor(
    host: TestHost,
    event: Awaited<ReturnType<typeof makeEvent>>,
    { count, ending }: { count: number; ending: string },
  ): Promise<string[]> {
    const references: string[] = [];
    for (let nr = 0; nr < count; nr += 1) {
      const cart = await hold(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });
      const { status, body } = await order(on, host, cart, {
        body: { ...BUYER, email: `someone-${nr}${ending}` },
      });
      assert.equal(status, 201, JSON.stringify(body));
      references.push(body.data.reference);
    }
    return references;
  }
  async function makeServerHost(): Promise<{ host: TestHost; owner: SignedIn }> {
    const host = await makeHost(on);
    await query(`UPDATE public_keys SET server_addresses = '{127.0.0.0/8}' WHERE host_id = $1`, [
      host.hostId,
    ]);
    return { host, owner: await signInAs(on, host, { hasFactor: true }) };
  }

  test('by free orders of its own server: all are confirmed, and their mails keep to the budget of each day', async () => {
    const { host, owner } = await makeServerHost();
    const name = 'Nothing at all';
    const event = await makeEvent(on, host, { name, ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
    const ending = '@strangers.example';
    const references = await orderFor(host, event, { count: STRANGERS, ending });
    await nothingDue();
    assert.equal(sentTo(ending), PER_DAY);
    const [state] = await query<{ confirmed: number; waiting: number }>(
      `SELECT count(DISTINCT o.id)::int AS confirmed, (SELECT count(*)::int FROM jobs WHERE kind = 'send_waiting_mail' AND run_at > now()) AS waiting
         FROM orders AS o JOIN tickets AS t ON t.order_id = o.id WHERE o.event_id = $1 AND o.status = 'confirmed'`,
      [event.eventId],
    );
    assert.deepEqual(state, { confirmed: STRANGERS, waiting: STRANGERS - PER_DAY });
    // The order's page says what it waits for.
    const last = references.at(-1) ?? '';
    const { body: page } = await askDashboard(on, `/hosts/${host.hostId}/orders/${last}`, { as: owner });
    assert.match(page.data.mails[0].lastError, /will be sent tomorrow/);

    // Neither a message, nor sending again, nor news of the event gets round it.
    const sendMessage = () =>
      askDashboard(on, `/hosts/${host.hostId}/events/${event.eventId}/messages`, {
        as: owner,
        method: 'POST',
        body: {
          messageId: randomUUIDv7(),
          subject: 'Buy this',
          text: 'It is cheap.',
          audience: 'holders',
          attendance: 'all',
          ticketTypeIds: [],
        },
      });
    const message = await sendMessage();
    assert.deepEqual(
      [message.status, message.body.error_code],
      [429, 'rate_limited'],
      JSON.stringify(message.body),
    );
    const again = await askDashboard(on, `/hosts/${host.hostId}/orders/${last}/resend`, {
      as: owner,
      method: 'POST',
    });
    assert.equal(again.status, 429);
    const cancelled = await askDashboard(on, `/hosts/${host.hostId}/events/${event.eventId}/cancel/unpaid`, {
      as: owner,
      method: 'POST',
      body: { name, reason: 'Buy this instead.' },
    });
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
    await until('all are told, or wait', async () => {
      const left = await query(
        `SELECT FROM event_cancellations WHERE event_id = $1 AND finished_at IS NULL`,
        [event.eventId],
      );
      return left.length === 0;
    });
    await nothingDue();
    assert.equal(sentTo(ending), PER_DAY);

    // The next days: as many each, until all have gone.
    const days: number[] = [];
    while (days.length < 4 && (await query(`SELECT FROM jobs WHERE kind = 'send_waiting_mail'`)).length > 0) {
      const earlier = sentTo(ending);
      await passADay(host.hostId);
      await nothingDue();
      days.push(sentTo(ending) - earlier);
    }
    assert.ok(
      days.every((count) => count <= PER_DAY),
      days.join(', '),
    );
    assert.equal((await query(`SELECT FROM jobs WHERE kind = 'send_waiting_mail'`)).length, 0);
    // Three tickets that are void by then are sent to nobody; the news goes to all.
    assert.equal(sentTo(ending), PER_DAY + STRANGERS);
  });

  test('and whoever pays, or takes a ticket in the checkout, has it at once all the same', async () => {
    const { host } = await makeServerHost();
    const free = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
    const paid = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100_000, capacity: 1_000 }] });
    await orderFor(host, free, { count: PER_DAY + 1, ending: '@used-up.example' });
    const ending = '@buyers.example';
    for (let nr = 0; nr < 3; nr += 1) {
      const cart = await hold(on, host, { slug: paid.slug, items: [{ sku: paid.skus[0], quantity: 1 }] });
      const { body } = await order(on, host, cart, { body: { email: `buyer-${nr}${ending}` } });
      await pay(body.data.checkoutUrl);
    }
    // Somebody who calls from an address of their own.
    await query('UPDATE public_keys SET server_addresses = NULL WHERE host_id = $1', [host.hostId]);
    await orderFor(host, free, { count: 2, ending: '@walk-in.example' });
    await until('the buyers have their tickets', async () => sentTo(ending) === 3);
    await nothingDue();
    assert.deepEqual([sentTo('@used-up.example'), sentTo('@walk-in.example')], [PER_DAY, 2]);
  });

  test('a buyer’s receipt of such an order is no way round either', async () => {
    const { host } = await makeServerHost();
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
    const ending = '@again.example';
    await orderFor(host, event, { count: PER_DAY, ending });
    await nothingDue();
    assert.equal(sentTo(ending), PER_DAY);
    const rows = await query<{ token: string }>(
      'SELECT receipt_token AS token FROM orders WHERE event_id = $1',
      [event.eventId],
    );
    for (const { token } of rows) {
      const answer = await fetch(`${on.publicUrl}/checkout/orders/${token}/resend`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      await answer.text();
    }
    await nothingDue();
    assert.equal(sentTo(ending), PER_DAY);
    const waiting = await query(
      `SELECT FROM jobs WHERE kind = 'send_waiting_mail' AND payload ->> 'orderId' IN (SELECT id::text FROM orders WHERE event_id = $1)`,
      [event.eventId],
    );
    assert.equal(waiting.length, PER_DAY, 'all were asked for');
  });

  suite('by whatever a member can do, with the mails of the day used up', () => {
    let host: TestHost;
    let member: SignedIn;
    let sale: SeatedSale;
    let seats: ReturnType<typeof onSeats>;
    let ticketTypeId: string;
    let eventId: string;
    let given: string;
    before(async () => {
      host = await makeHost(on);
      member = await signInAs(on, host, { hasFactor: true });
      seats = onSeats(on, host);
      sale = await sellSeats(on, host, { quantity: 2 });
      const event = await makeEvent(on, host, {
        ticketTypes: [{ name: 'Standing', priceMinor: 0, capacity: 1_000 }],
      });
      [ticketTypeId = ''] = event.skus;
      ({ eventId } = event);
      const gift = await giveTo('friend@gifts.example', false);
      assert.equal(gift.status, 201, JSON.stringify(gift.body));
      given = gift.body.reference;
      await nothingDue();
      await query(
        `INSERT INTO host_mails (host_id, day, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)`,
        [host.hostId, PER_DAY],
      );
    });

    const at = (rest: string): string => `/hosts/${host.hostId}${rest}`;
    const post = (rest: string, body: object, method = 'POST') =>
      askDashboard(on, at(rest), { as: member, method, body });
    const person = { firstName: 'Chi', lastName: 'Eze', language: 'en', guestNote: '' };
    const giveTo = (email: string, sendsMail: boolean) =>
      post(`/events/${eventId}/guests/give`, {
        ...person,
        email,
        sendsMail,
        lines: [{ ticketTypeId, quantity: 1 }],
        requestKey: randomUUIDv7(),
      });
    const DOES: Record<string, () => Promise<Answer>> = {
      'sends tickets again': () => post(`/orders/${sale.reference}/resend`, {}),
      'sends tickets of all orders again': () =>
        post('/orders/resendings', { ...NO_FILTERS, event: eventId, resendingId: randomUUIDv7() }),
      'corrects a buyer’s address': async () => {
        const { buyer, seenBuyer: seen } = await seats.view(member, sale.reference);
        const { firstName, lastName } = buyer;
        const body = { firstName, lastName, email: 'right@gifts.example', seen };
        return post(`/orders/${sale.reference}/buyer`, body, 'PATCH');
      },
      'passes a ticket on': async () => {
        const { tickets } = await seats.view(member, sale.reference);
        const { ticketId = '', seen = '' } = tickets[0] ?? {};
        const { firstName, lastName } = person;
        const to = { firstName, lastName, email: 'new@gifts.example', seen };
        return post(`/orders/${sale.reference}/tickets/${ticketId}/pass-on`, to);
      },
      'changes a seat': () =>
        seats.exchange(member, sale, {
          ticketId: sale.ticketIds[0] ?? '',
          toSeatId: sale.backSeats[4] ?? '',
        }),
      'asks for what a seat costs more': () =>
        seats.exchange(member, sale, {
          ticketId: sale.ticketIds[0] ?? '',
          toSeatId: sale.frontSeats[0] ?? '',
          asksDifference: true,
          seenDifferenceMinor: costOf(FRONT_MINOR) - costOf(BACK_MINOR),
        }),
      'gives a ticket away': () => giveTo('other@gifts.example', true),
      'gives tickets to a list': () =>
        post(`/events/${eventId}/guests/list`, {
          text: 'first name,last name,e-mail,ticket type\nChi,Eze,list@gifts.example,Standing',
          sendsMail: true,
          guestNote: '',
        }),
      'sells at the counter': () =>
        post(`/events/${eventId}/guests/sell`, {
          ...person,
          email: 'counter@gifts.example',
          note: '',
          seatIds: [],
          lines: [{ ticketTypeId, quantity: 1, priceMinor: 100 }],
          paidBy: 'cash',
          requestKey: randomUUIDv7(),
        }),
      'writes to those who were given tickets': () =>
        post(`/events/${eventId}/messages`, {
          messageId: randomUUIDv7(),
          subject: 'Hello',
          text: 'Hello.',
          audience: 'holders',
          attendance: 'all',
          ticketTypeIds: [],
        }),
    };

    for (const [what, ask] of Object.entries(DOES)) {
      test(`a person who ${what} is refused, and no mail goes`, async () => {
        const earlier = smtp.received.length;
        const { status, body } = await ask();
        assert.deepEqual([status, body.error_code], [429, 'rate_limited'], JSON.stringify(body));
        assert.match(body.message, /0 are left today/);
        await nothingDue();
        assert.equal(smtp.received.length, earlier);
      });
    }

    test('several orders at once are refused one by one', async () => {
      const { body } = await post('/orders/resend', { references: [sale.reference, given] });
      assert.deepEqual([body.sent, body.refused.length], [0, 2]);
    });

    for (const [kind, budget] of Object.entries(MAIL_BUDGETS) as [MailKind, string][]) {
      test(`a mail of the kind “${kind}” ${budget === 'when sent' ? 'waits for the next day' : 'is not held back when it is sent'}`, async () => {
        const { database } = on.app;
        const [gift] = await query<{ id: string }>('SELECT id FROM orders WHERE reference = $1', [given]);
        const [bought] = await query<{ id: string }>('SELECT id FROM orders WHERE reference = $1', [
          sale.reference,
        ]);
        for (const [orderId = '', isHeldBack] of [
          [gift?.id, budget === 'when sent'],
          [bought?.id, false],
        ] as const) {
          const mail = { orderId, kind, occasion: `test of ${kind}` };
          await planMails(database, mail, ['somebody@gifts.example']);
          const waitSeconds = await countMailsToSend(database, { mail, perDay: PER_DAY });
          assert.equal(waitSeconds !== null, isHeldBack, kind);
        }
      });
    }
  });

  test('every kind of mail is in one of the tables, and nothing else sends any', async () => {
    const [constraint] = await query<{ text: string }>(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'mails_kind_check'`,
    );
    const kinds = [...(constraint?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
    assert.deepEqual(new Set(kinds), new Set(Object.keys(MAIL_BUDGETS)));
    const limits: Record<string, string> = PERSON_MAIL_LIMITS;
    const senders: string[] = [];
    const atOnce = new Set<string>();
    for await (const file of glob('src/**/*.ts')) {
      if (/\.(test|fixture)\.ts$/.test(file)) continue;
      const text = await readFile(file, 'utf8');
      // Of a mail with a link, the jobs that have it sent: each has a limit of its own.
      if (file === 'src/mail/send-link-mail.ts') continue;
      if (/\bmailer\s*\.(send|sendComposed)\(|\bawait sendLinkMail\(/.test(text)) senders.push(file);
      for (const [, kind = ''] of text.matchAll(/enqueuePersonMail\(\w+, \{ mail: '(\w+)'/g))
        atOnce.add(kind);
    }
    assert.deepEqual(new Set(senders), new Set(Object.keys(SENDERS)));
    assert.ok(atOnce.size > 3);
    for (const kind of atOnce) assert.notEqual(limits[kind], 'joined', `${kind} goes by enqueueJoinedMail`);
  });

  test('by notices to owners: the first goes at once, and what follows is one mail', async () => {
    const host = await makeHost(on);
    const owner = await signInAs(on, host, { hasFactor: true });
    const told = await signInAs(on, host, { hasFactor: true });
    const other = await signInAs(on, host, { role: 'manager' });
    const mails = () => smtp.received.filter(({ envelope }) => envelope.to.includes(told.email));
    const rows = await query<{ id: string }>('SELECT id FROM members WHERE person_id = $1', [other.personId]);
    let version = 1;
    for (let nr = 0; nr < 10; nr += 1) {
      for (const role of ['owner', 'manager']) {
        const body = { role, eventIds: null, version };
        const { status } = await askDashboard(on, `/hosts/${host.hostId}/team/members/${rows[0]?.id}`, {
          as: owner,
          method: 'PATCH',
          body,
        });
        assert.equal(status, 200);
        version += 1;
      }
    }
    await nothingDue();
    assert.equal(mails().length, 2, 'one for each sort of change');
    await query(
      `WITH due AS (UPDATE jobs SET run_at = now() WHERE kind = 'join_notices' RETURNING kind) SELECT pg_notify('jobs_due', kind) FROM due`,
    );
    await nothingDue();
    assert.equal(mails().length, 4);
    for (const { mail } of mails().slice(2)) assert.match(mail.text ?? '', /9 times/);
    // Nothing has happened since: it is forgotten, and the next one goes at once again.
    await query(
      `WITH due AS (UPDATE jobs SET run_at = now() WHERE kind = 'join_notices' RETURNING kind) SELECT pg_notify('jobs_due', kind) FROM due`,
    );
    await nothingDue();
    assert.equal((await query('SELECT FROM joined_notices')).length, 0);
    assert.equal(mails().length, 4);
  });

  test('notices of one owner do not hold back those of another: each is told at once, with who it was', async () => {
    const host = await makeHost(on);
    const owner = await signInAs(on, host, { hasFactor: true });
    const thief = await signInAs(on, host, { hasFactor: true });
    const told = await signInAs(on, host, { hasFactor: true });
    const mails = () => smtp.received.filter(({ envelope }) => envelope.to.includes(told.email));
    for (const { personId, email } of [owner, thief, owner]) {
      const actor = { kind: 'member', personId, email, role: 'owner', address: '192.0.2.1' } as const;
      await on.app.database.transaction((tx) =>
        enqueueOwnerNotice(tx, { hostId: host.hostId, what: 'private_key_rotated', actor }),
      );
    }
    await nothingDue();
    assert.equal(mails().length, 2);
    for (const { email } of [owner, thief])
      assert.ok(mails().some(({ mail }) => mail.text?.replaceAll('\u200C', '').includes(email)));
  });
});
