import assert from 'node:assert/strict';
import { buy, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../../test/harness/switch-on-receiver.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import type { BuyerFound } from './data.ts';

// The sandbox stands for a gateway, whose own records no host can erase.
const NOT_OURS = new Set(['sandbox_payments', 'sandbox_refunds']);

export type Person = { word: string; email: string; firstName: string; lastName: string };
export type BuyerDesk = Awaited<ReturnType<typeof openBuyerDesk>>;

let count = 0;
/** Nobody else has this name and address. */
export function makePerson(): Person {
  count += 1;
  const word = `canary${process.pid}x${count}`;
  return { word, email: `Ada.${word}@test.example`, firstName: `Ada${word}`, lastName: `Obi${word}` };
}

/** The product with a host, its owner, and what a test does with the data of its buyers. */
export async function openBuyerDesk() {
  const on = await startTestApp();
  const host = await makeHost(on);
  const owner = await signInAs(on, host, { hasFactor: true });

  const call = (verb: string, body: object, as = owner, of = host) =>
    askDashboard(on, `/hosts/${of.hostId}/buyer-data/${verb}`, { as, method: 'POST', body });
  const find = async (email: string): Promise<BuyerFound> => {
    const { status, body } = await call('find', { email });
    assert.equal(status, 200, JSON.stringify(body));
    return body as BuyerFound;
  };
  /** An event that is over, with a receiver; what was bought of it is paid for. */
  async function buyAndPay(person: Person, { isOver = true, quantity = 2, of = host } = {}) {
    const { slug, skus, eventId } = await makeEvent(on, of, { ticketTypes: [{ priceMinor: 500_000 }] });
    await switchOnReceiver(on, eventId);
    const { word, ...buyer } = person;
    const { reference, checkoutUrl } = await buy(
      on,
      of,
      { slug, items: [{ sku: skus[0], quantity }] },
      {
        body: { ...buyer, phone: '+2348012345678', metadata: { who: word } },
        headers: { 'idempotency-key': `key-of-${word}` },
      },
    );
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    await giveUpDeliveries(on, reference);
    const { id: orderId } = await storedOrder(on, reference);
    await untilMailed(orderId);
    if (isOver) await endEvent(eventId);
    return { reference, orderId, eventId };
  }
  const endEvent = (eventId: string) =>
    on.app.database.query(
      `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
      [eventId],
    );
  const untilMailed = (orderId: string) =>
    until('the mail to be sent', async () => {
      const { rows } = await on.app.database.query<{ count: number }>(
        'SELECT count(*) AS count FROM mails WHERE order_id = $1 AND sent_at IS NOT NULL',
        [orderId],
      );
      return (rows[0]?.count ?? 0) > 0;
    });

  /** Every place of the database in which the word stands, as `table: row`. */
  async function whereIs(word: string): Promise<string[]> {
    const { rows } = await on.app.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of rows.filter((table) => !NOT_OURS.has(table.name))) {
      const { rows: lines } = await on.app.database.query<{ line: string }>(
        `SELECT t::text AS line FROM "${name}" AS t WHERE position($1 IN lower(t::text)) > 0`,
        [word.toLowerCase()],
      );
      found.push(...lines.map(({ line }) => `${name}: ${line}`));
    }
    return found;
  }

  /** Something is asked, and answered: by ticket, 0 for the order. */
  const answer = (orderId: string, answers: Record<number, string>) =>
    on.app.database.query(
      `WITH asked AS (
         INSERT INTO questions (id, event_id, position, per, kind, label, is_required)
         SELECT new_id(), event_id, 1, 'ticket', 'line', 'Which diet?', false FROM orders WHERE id = $1 RETURNING id)
       INSERT INTO answers (order_id, ticket_position, question_id, answer)
       SELECT $1, key::integer, asked.id, value FROM asked, jsonb_each_text($2)`,
      [orderId, JSON.stringify(answers)],
    );

  /** Leaves traces of a buyer in all other places: texts of people, gateways and receivers. */
  async function leaveTraces(orderId: string, { word, email }: Person): Promise<void> {
    const { database } = on.app;
    await answer(orderId, { 0: word });
    await database.query(
      `INSERT INTO newsletter_consents (order_id, host_id, sentence, agreed_at) VALUES ($1, $2, 'Write to ' || $3, now())`,
      [orderId, host.hostId, word],
    );
    await database.query(`UPDATE orders SET callback_url = $2, client_address = $3 WHERE id = $1`, [
      orderId,
      `https://shop.example/?for=${word}`,
      `10.0.0.1/${word}`.slice(0, 60),
    ]);
    await database.query(
      `UPDATE reservations SET client_address = $2 WHERE id = (SELECT reservation_id FROM orders WHERE id = $1)`,
      [orderId, word],
    );
    await database.query(`UPDATE mails SET last_error = '550 <' || $2 || '> unknown' WHERE order_id = $1`, [
      orderId,
      email,
    ]);
    await database.query(
      `INSERT INTO order_changes (order_id, at, status, cause) VALUES ($1, now(), 'confirmed', 'told ' || $2 || ' by phone')`,
      [orderId, email],
    );
    await database.query(
      `INSERT INTO returns (id, order_id, host_id, event_id, ticket_ids, amount_minor, state, expires_at, confirmed_at, ended_at, reason)
       SELECT gen_random_uuid(), id, host_id, event_id, ARRAY[id], 1, 'declined', now(), now(), now(), 'We told ' || $2 || ' why'
         FROM orders WHERE id = $1`,
      [orderId, email],
    );
    await database.query(
      `INSERT INTO webhook_bodies (delivery_id, body) SELECT id, $2 FROM webhook_deliveries WHERE order_id = $1
           ON CONFLICT (delivery_id) DO UPDATE SET body = excluded.body`,
      [orderId, `{"email":"${email}"}`],
    );
    await database.query(
      `INSERT INTO webhook_attempts (delivery_id, attempt, started_at, answer)
       SELECT id, 90, now(), 'hello ' || $2 FROM webhook_deliveries WHERE order_id = $1`,
      [orderId, email],
    );
    await database.query(
      `INSERT INTO jobs (id, kind, set_aside_at, last_error) VALUES (new_id(), 'send_mail', now(), '550 <' || $1 || '> unknown')`,
      [email],
    );
    await database.query(
      `INSERT INTO exports (host_id, person_id, what, filters, with_bom, separator)
       VALUES ($1, $2, 'guests', jsonb_build_object('search', $3::text), false, 'comma')`,
      [host.hostId, owner.personId, email.toLowerCase()],
    );
  }

  /** Money goes back, the gateway answers, and somebody wrote a word about it. */
  async function refundSome({ reference, orderId }: { reference: string; orderId: string }, note: string) {
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: [],
        amountMinor: 100,
        returnsStock: false,
        requestKey: 'some',
      }),
    );
    await untilStatus(on, reference, 'partially_refunded');
    await until('the buyer to be told', async () => {
      const { rowCount } = await on.app.database.query(
        `SELECT FROM mails WHERE order_id = $1 AND kind = 'refunded' AND sent_at IS NOT NULL`,
        [orderId],
      );
      return rowCount === 1;
    });
    await on.app.database.query('UPDATE refunds SET note = $2 WHERE order_id = $1', [orderId, note]);
  }

  /** Of four tickets the third is for a friend without a name, who so has the buyer's, and the fourth for one with a name. */
  async function shareTickets(orderId: string, person: Person): Promise<void> {
    await on.app.database.query(
      `UPDATE tickets SET email = 'third@test.example', phone = '+2348099999999' WHERE order_id = $1 AND position = 3`,
      [orderId],
    );
    await on.app.database.query(
      `UPDATE tickets SET email = 'fourth@test.example', first_name = 'Fourth', last_name = 'Friend', phone = NULL WHERE order_id = $1 AND position = 4`,
      [orderId],
    );
    await on.app.database.query(`UPDATE orders SET recipients = jsonb_build_array($2::jsonb) WHERE id = $1`, [
      orderId,
      { firstName: person.firstName, lastName: person.lastName },
    ]);
    await on.app.database.query(
      `INSERT INTO mails (id, order_id, kind, recipient) VALUES (new_id(), $1, 'refunded', 'third@test.example')`,
      [orderId],
    );
  }

  /** Leaves traces at another host: a search, a list of guests that it sent, and one that was refused. */
  async function leaveTracesElsewhere(
    person: Person,
    { of, as, eventId }: { of: TestHost; as: SignedIn; eventId: string },
  ): Promise<void> {
    await on.app.database.query(
      `INSERT INTO exports (host_id, person_id, what, filters, with_bom, separator)
       VALUES ($1, $2, 'guests', jsonb_build_object('search', $3::text), false, 'comma')`,
      [of.hostId, as.personId, person.email.toLowerCase()],
    );
    for (const state of ['waiting', 'refused'])
      await on.app.database.query(
        `INSERT INTO guest_lists (id, host_id, event_id, guests, tickets, sends_mail, state, gifts, reason, ended_at)
         VALUES (new_id(), $1, $2, 1, 1, true, $3::text, CASE WHEN $3 = 'waiting' THEN jsonb_build_array($4::text) END,
                 CASE WHEN $3 = 'refused' THEN $4 END, CASE WHEN $3 = 'refused' THEN now() END)`,
        [of.hostId, eventId, state, person.email],
      );
  }

  return {
    on,
    host,
    owner,
    call,
    find,
    buyAndPay,
    endEvent,
    whereIs,
    answer,
    leaveTraces,
    leaveTracesElsewhere,
    shareTickets,
    refundSome,
    close: () => on.close(),
  };
}
