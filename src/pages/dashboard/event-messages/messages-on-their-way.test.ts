import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { suspendHost, resumeHost } from '../../../hosts/suspend-host.ts';
import { sendMessage } from '../../../messages/send-message.ts';
import { testMessage } from '../../../messages/test-message.ts';
import { Refusal } from '../../../refusal.ts';
import { openMessageDesk, type Desk } from './messages.fixture.ts';

suite('messages on their way', () => {
  let desk: Desk;
  /** The mail server keeps these people waiting, until they are let go. */
  const held = new Map<string, () => void>();
  const holding = new Set<string>();
  const letGo = (): void => {
    holding.clear();
    for (const go of held.values()) go();
    held.clear();
  };
  before(async () => {
    desk = await openMessageDesk({
      hold: (address) =>
        holding.has(address) ? new Promise<void>((resolve) => held.set(address, resolve)) : undefined,
    });
  });
  after(async () => {
    letGo();
    await desk.close();
  });

  const database = () => desk.on.app.database;

  test('stopped, nobody else gets it; the rest is sent when somebody says so, and nobody gets it twice', async () => {
    const event = await desk.newEvent();
    const { reference } = await desk.order(event, 'stop-0@example.com');
    const emails = Array.from({ length: 40 }, (_, n) => `stop-${n + 1}@example.com`);
    await desk.copyOrder(reference, emails);
    await desk.untilTicketsSent();
    for (const email of emails) holding.add(email);
    holding.add('stop-0@example.com');
    const messageId = await desk.sent(event, { subject: 'Stopped' });
    await until('one to be on its way', () => held.size === 1);
    assert.equal((await desk.post(event, `/${messageId}/stop`, {})).status, 200);
    assert.equal((await desk.post(event, `/${messageId}/stop`, {})).status, 409);
    // While the one on its way still is: the new run must not send it again.
    assert.equal((await desk.post(event, `/${messageId}/resume`, {})).status, 200);
    assert.equal((await desk.post(event, `/${messageId}/resume`, {})).status, 409);
    assert.equal((await desk.post(event, `/${messageId}/stop`, {})).status, 200);
    letGo();
    await until('nothing to be on its way', async () => {
      const { rows } = await database().query(`SELECT FROM jobs WHERE kind = 'send_message'`);
      return rows.length === 0;
    });
    assert.equal(desk.reached('Stopped').length, 1);
    const { message } = await desk.viewOf(event, messageId);
    assert.deepEqual([message.state, message.stoppedFor, message.sent], ['stopped', 'member', 1]);
    assert.match(message.stoppedBy ?? '', /^Member/);
    assert.equal((await desk.post(event, `/${messageId}/resume`, {})).status, 200);
    await desk.untilSent(event, messageId);
    assert.deepEqual(desk.reached('Stopped').toSorted(), [...emails, 'stop-0@example.com'].toSorted());
    assert.equal((await desk.post(event, `/${messageId}/stop`, {})).status, 409);
  });

  test('a suspended host and a member who was removed send nothing more; the rest waits for somebody', async () => {
    const manager = await signInAs(desk.on, desk.host, { role: 'manager' });
    // A member of another host is not one of this host.
    await database().query(
      `INSERT INTO members (id, host_id, person_id, role) VALUES (new_id(), $1, $2, 'manager')`,
      [(await makeHost(desk.on)).hostId, manager.personId],
    );
    for (const [why, act, undo] of [
      [
        'suspended',
        () =>
          database().transaction((tx) => suspendHost(tx, { ...desk.host, actor: OPERATOR, reason: null })),
        () => database().transaction((tx) => resumeHost(tx, { ...desk.host, actor: OPERATOR })),
      ],
      [
        'sender_gone',
        () =>
          database().query('DELETE FROM members WHERE person_id = $1 AND host_id = $2', [
            manager.personId,
            desk.host.hostId,
          ]),
        async () => {},
      ],
    ] as const) {
      const event = await desk.newEvent();
      await desk.order(event, `${why}-1@example.com`);
      await desk.order(event, `${why}-2@example.com`);
      await desk.untilTicketsSent();
      holding.add(`${why}-1@example.com`).add(`${why}-2@example.com`);
      const { status, body } = await desk.send(event, { subject: why }, manager);
      assert.equal(status, 201, JSON.stringify(body));
      await until('one to be on its way', () => held.size === 1);
      await act();
      letGo();
      if (why === 'suspended')
        await assert.rejects(
          database().transaction((tx) =>
            sendMessage(tx, {
              hostId: desk.host.hostId,
              eventId: event.eventId,
              actor: OPERATOR,
              messageId: randomUUIDv7(),
              subject: 'No',
              text: 'No',
              choice: { audience: 'holders', attendance: 'all', ticketTypeIds: [] },
              mailsPerDay: 0,
            }),
          ),
          (error) => error instanceof Refusal && error.code === 'host_suspended',
        );
      await until('it to stop', async () => {
        const { rows } = await database().query<{ why: string }>(
          'SELECT stopped_for AS why FROM messages WHERE id = $1',
          [body.messageId],
        );
        return rows[0]?.why === why;
      });
      assert.equal(desk.reached(why).length, 1);
      await undo();
      assert.equal((await desk.post(event, `/${body.messageId}/resume`, {})).status, 200);
      await desk.untilSent(event, body.messageId);
      assert.equal(new Set(desk.reached(why)).size, 2);
      assert.equal(desk.reached(why).length, 2);
    }
    // A test that was asked for by somebody who is gone when it is sent.
    const { eventId } = await desk.newEvent();
    const { personId, email } = manager;
    const actor = { kind: 'member', personId, email, role: 'manager', address: '' } as const;
    await database().transaction((tx) =>
      testMessage(tx, { ...desk.host, eventId, actor, subject: 'Gone', text: 'Gone', language: 'en' }),
    );
    await until('it to be over', async () => {
      const { rows } = await database().query(`SELECT FROM jobs WHERE kind = 'send_message_test'`);
      return rows.length === 0;
    });
    assert.ok(!desk.smtp.received.some(({ mail }) => mail.subject?.includes('Gone')));
  });

  test('a ticket that is given back while the message is on its way gets none', async () => {
    const event = await desk.newEvent();
    const orders = [
      await desk.order(event, 'late-1@example.com'),
      await desk.order(event, 'late-2@example.com'),
    ];
    await desk.untilTicketsSent();
    holding.add('late-1@example.com').add('late-2@example.com');
    const messageId = await desk.sent(event, { subject: 'Late' });
    const first = await until('one to be on its way', () => [...held.keys()][0]);
    const other = first === 'late-1@example.com' ? 1 : 0;
    await desk.refund(orders[other]?.reference ?? '');
    letGo();
    const { message, failures } = await desk.untilSent(event, messageId);
    assert.deepEqual([message.sent, message.refused], [1, 1]);
    assert.match(failures[0]?.error ?? '', /There is nothing left to send/);
    assert.deepEqual(desk.reached('Late'), [first]);
  });

  test('tickets go first: while any wait to be sent, no message is', async () => {
    const event = await desk.newEvent([{ priceMinor: 0, capacity: 1_000 }]);
    const { reference } = await desk.order(event, 'crowd-0@example.com');
    await desk.untilTicketsSent();
    await desk.copyOrder(
      reference,
      Array.from({ length: 100 }, (_, n) => `crowd-${n + 1}@example.com`),
    );
    // All that send tickets are kept waiting, and more buyers wait behind them.
    const buyers = Array.from({ length: 20 }, (_, n) => `sale-${n}@example.com`);
    for (const buyer of buyers) holding.add(buyer);
    for (const buyer of buyers) await desk.order(event, buyer);
    await until('the first four to be on their way', () => held.size === 4);
    const from = desk.smtp.offered.length;
    const messageId = await desk.sent(event, { subject: 'Crowd' });
    await until('its job to be at it', async () => {
      const { rows } = await database().query(
        `SELECT FROM jobs WHERE kind = 'send_message' AND leased_until IS NOT NULL`,
      );
      return rows.length === 1;
    });
    letGo();
    await desk.untilSent(event, messageId);
    const offered = desk.smtp.offered.slice(from);
    const firstOfMessage = offered.findIndex((address) => address.startsWith('crowd-'));
    const ahead = offered.slice(0, firstOfMessage).filter((address) => address.startsWith('sale-'));
    // Of the sixteen that waited, the last four may be on their way when the message begins.
    assert.ok(ahead.length >= 12, `${ahead.length} tickets were offered before the message`);
    assert.equal(desk.reached('Crowd').length, 121);
    assert.equal(new Set(desk.reached('Crowd')).size, 121);
  });
});
