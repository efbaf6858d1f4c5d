import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { onOrderPage, sellOrder } from '../../src/pages/dashboard/order/order-page.fixture.ts';
import { createPlan } from '../../src/halls/create-plan.ts';
import { addMember } from '../../src/hosts/members/add-member.ts';
import {
  BACK_MINOR,
  costOf,
  FRONT_MINOR,
  onSeats,
  sellSeats,
} from '../../src/orders/exchange/exchange.fixture.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../harness/smtp.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

const MORE_MINOR = costOf(FRONT_MINOR) - costOf(BACK_MINOR);

/** Members who want more than their role is for. */
suite('an insider', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  const allSent = () =>
    until('all mails to be sent', async () => {
      const { rows } = await on.app.database.query(
        `SELECT FROM jobs WHERE kind IN ('send_mail', 'send_holder_mail', 'send_person_mail')`,
      );
      return rows.length === 0;
    });
  const mailsTo = (address: string): ReceivedMail[] =>
    smtp.received.filter(({ envelope }) => envelope.to.includes(address));

  suite('a member sends a buyer’s tickets to another address', () => {
    const reroute = async (as: SignedIn, reference: string, email: string) => {
      const page = onOrderPage(on, host);
      const { buyer, seenBuyer: seen } = await page.view(owner, reference);
      const { firstName, lastName } = buyer;
      return page.send(as, reference, '/buyer', { firstName, lastName, seen, email }, 'PATCH');
    };

    for (const role of ['finance', 'manager'] as const) {
      test(`needs a fresh second step, as ${role}; so does passing a ticket on`, async () => {
        const { reference, ticketIds } = await sellOrder(on, host);
        const bare = await signInAs(on, host, { role });
        const stale = await signInAs(on, host, { role, hasFactor: true });
        await on.app.database.query(
          `UPDATE sessions SET passed_factor_at = now() - interval '11 minutes' WHERE person_id = $1`,
          [stale.personId],
        );
        const passOn = async (as: SignedIn) => {
          const page = onOrderPage(on, host);
          const { tickets } = await page.view(owner, reference);
          const { seen } = tickets[0] ?? assert.fail('there is no ticket');
          const to = { email: 'thief@mail.example', firstName: 'Theo', lastName: 'Thief', seen };
          return page.send(as, reference, `/tickets/${ticketIds[0]}/pass-on`, to);
        };
        for (const call of [reroute, passOn]) {
          const asked = async (as: SignedIn) =>
            (await call(as, reference, 'thief@mail.example')).body.error_code;
          assert.equal(await asked(bare), 'factor_required');
          assert.equal(await asked(stale), 'second_step_required');
        }
        assert.equal(mailsTo('thief@mail.example').length, 0);
      });
    }

    test('is told on: the buyer hears of it at the old address, each time, and no code is in it', async () => {
      const email = 'robbed@mail.example';
      const { reference, orderId } = await sellOrder(on, host, { body: { email } });
      await allSent();
      const finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
      const earlier = mailsTo(email).length;
      assert.equal((await reroute(finance, reference, 'mine@mail.example')).status, 200);
      await allSent();
      const [notice, ...others] = mailsTo(email).slice(earlier);
      assert.ok(notice);
      assert.equal(others.length, 0);
      assert.match(notice.mail.text ?? '', new RegExp(reference));
      assert.match(notice.mail.text ?? '', /another (e-mail )?address/);
      assert.doesNotMatch(notice.mail.text ?? '', /mine@mail\.example|\/receipt|\/order\//);
      assert.equal(notice.mail.attachments.length, 0);
      const { rows } = await on.app.database.query<{ token: string; short: string }>(
        `SELECT o.receipt_token::text AS token, t.short_code::text AS short FROM orders AS o JOIN tickets AS t ON t.order_id = o.id WHERE o.id = $1`,
        [orderId],
      );
      for (const { token } of rows) assert.ok(!notice.raw.includes(token));

      // Back, and away again: who has the tickets once more hears also that they have gone once more.
      for (const address of [email, 'other@mail.example'])
        assert.equal((await reroute(finance, reference, address)).status, 200);
      await allSent();
      const notices = smtp.received
        .filter(({ mail }) => mail.subject === notice.mail.subject)
        .flatMap(({ envelope }) => envelope.to);
      assert.deepEqual(notices.toSorted(), ['mine@mail.example', email, email]);
    });
  });

  test('a member who may give no seat away waives no difference either', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const [toSeatId = ''] = sale.frontSeats;
    const wanted = { ticketId, toSeatId, seenDifferenceMinor: MORE_MINOR };
    const seats = onSeats(on, host);
    const finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
    const refused = await seats.exchange(finance, sale, wanted);
    assert.deepEqual([refused.status, refused.body.error_code], [403, 'not_allowed']);
    assert.match(refused.body.message, /can’t waive the difference/i);
    assert.equal(await seats.seatOf(ticketId), sale.backSeats[0]);
    // They may do what costs nothing more, or is paid for.
    const same = await seats.exchange(finance, sale, { ticketId, toSeatId: sale.backSeats[4] ?? '' });
    assert.equal(same.status, 200, JSON.stringify(same.body));
    const asked = await seats.exchange(finance, sale, { ...wanted, asksDifference: true });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
  });

  test('a member of one event changes no hall of the host, and sees what the event needs', async () => {
    const { eventId } = await makeEvent(on, host);
    const chosen = await signInAs(on, host, { role: 'manager', hasFactor: true, eventIds: [eventId] });
    const { planId } = await on.app.database.transaction((tx) =>
      createPlan(tx, {
        hostId: host.hostId,
        actor: OPERATOR,
        name: 'Great hall',
        from: 'template',
        id: 'church',
      }),
    );
    const at = `/hosts/${host.hostId}/seating-plans/${planId}`;
    for (const [path, body] of [
      [`${at}/rename`, { name: 'Mine' }],
      [`${at}/archive`, { isArchived: true }],
      [`${at}/duplicate`, { name: 'Another' }],
      [
        `/hosts/${host.hostId}/events/${eventId}/seats/start-plan`,
        { name: 'New', from: 'template', id: 'church' },
      ],
    ] as const) {
      const refused = await askDashboard(on, path, { as: chosen, method: 'POST', body });
      assert.deepEqual([refused.status, refused.body.error_code], [403, 'not_allowed'], path);
    }
    const { rows } = await on.app.database.query<{ name: string }>(
      'SELECT name FROM seating_plans WHERE id = $1',
      [planId],
    );
    assert.equal(rows[0]?.name, 'Great hall');
  });

  test('another role in one host leaves the sessions for the others alone, and counts at the next request', async () => {
    const member = await signInAs(on, host, { role: 'manager' });
    const elsewhere = await makeHost(on);
    const { personId } = member;
    await on.app.database.transaction((tx) =>
      addMember(tx, { hostId: elsewhere.hostId, actor: OPERATOR, personId, role: 'door' }),
    );
    const statusOf = async (path: string) => (await askDashboard(on, path, { as: member })).status;
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM members WHERE person_id = $1 AND host_id = $2',
      [personId, host.hostId],
    );
    const ofMember = `/hosts/${host.hostId}/team/members/${rows[0]?.id}`;
    assert.equal(await statusOf(`/hosts/${host.hostId}/team`), 200);
    const body = { role: 'door', eventIds: null, version: 1 };
    assert.equal((await askDashboard(on, ofMember, { as: owner, method: 'PATCH', body })).status, 200);
    assert.equal(await statusOf(`/hosts/${elsewhere.hostId}`), 200);
    assert.equal(await statusOf(`/hosts/${host.hostId}/team`), 403);
    assert.equal(await statusOf(`/hosts/${host.hostId}`), 200);

    assert.equal((await askDashboard(on, ofMember, { as: owner, method: 'DELETE' })).status, 200);
    assert.equal(await statusOf(`/hosts/${host.hostId}`), 404);
    assert.equal(await statusOf(`/hosts/${elsewhere.hostId}`), 200);

    // Members who leave by themselves keep their session, too, and its cookie.
    const left = await askDashboard(on, `/hosts/${elsewhere.hostId}/team/leave`, {
      as: member,
      method: 'POST',
    });
    assert.deepEqual([left.status, left.headers.get('set-cookie')], [200, null]);
    assert.deepEqual([await statusOf(`/hosts/${elsewhere.hostId}`), await statusOf('/me')], [404, 200]);
  });
});

suite('in production', () => {
  test('managers work with a second factor, as owners and finance do, and are told where to set it up', async (t) => {
    const on = await startTestApp({
      environment: {
        ENVIRONMENT: 'production',
        PUBLIC_URL: 'https://tickets.example',
        DASHBOARD_URL: 'https://hosts.example',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    });
    t.after(() => on.close());
    const host = await makeHost(on);
    const ask = async (
      role: 'owner' | 'manager' | 'finance' | 'door',
      { hasFactor = false, accept = 'application/json' } = {},
    ) => {
      const { cookie } = await signInAs(on, host, { role, hasFactor });
      return on.app.http.inject({
        url: `/dashboard/hosts/${host.hostId}`,
        headers: {
          host: 'hosts.example',
          accept,
          cookie: cookie.replace('tessera-session', '__Host-tessera-session'),
        },
      });
    };
    for (const role of ['owner', 'manager', 'finance'] as const) {
      const refused = await ask(role);
      assert.equal(refused.statusCode, 403, refused.body);
      assert.match(refused.body, /authenticator app or a passkey.*factor_required/);
      assert.equal((await ask(role, { hasFactor: true })).statusCode, 200);
    }
    const led = await ask('manager', { accept: 'text/html' });
    assert.equal(led.statusCode, 303);
    assert.match(String(led.headers.location), /\/me\/security\?next=/);
    assert.equal((await ask('door')).statusCode, 200);
  });
});
