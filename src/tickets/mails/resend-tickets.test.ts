import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { OPERATOR } from '../../audit/actor.ts';
import { Refusal } from '../../refusal.ts';
import { ADA, openWorld, type TicketWorld } from '../ticket-world.fixture.ts';
import { resendTickets } from './resend-tickets.ts';
import type { AskedBy } from './send-tickets.ts';

const BIMBO = { ...ADA, email: 'bimbo@example.com' };

const resend = (world: TicketWorld, orderId: string, askedBy: AskedBy = 'buyer'): Promise<void> =>
  world.database.transaction((tx) => resendTickets(tx, { orderId, askedBy, actor: OPERATOR }));

const isRefusal =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code;

test('a resending is a mail to each of the recipients, and a job that knows it', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent();
  const orderId = await world.order({ event, lines: [{ quantity: 2 }], recipients: [BIMBO, BIMBO] });
  await resend(world, orderId);
  const { rows: mails } = await world.database.query<{ recipient: string; occasion: string }>(
    'SELECT recipient, occasion FROM mails ORDER BY recipient',
  );
  const { rows: jobs } = await world.database.query<{ payload: object }>(
    `SELECT payload FROM jobs WHERE kind = 'send_mail' AND payload ? 'resendKey'`,
  );
  const resendKey = mails[0]?.occasion;
  assert.deepEqual(mails, [
    { recipient: ADA.email, occasion: resendKey },
    { recipient: BIMBO.email, occasion: resendKey },
  ]);
  assert.deepEqual(jobs, [{ payload: { mail: 'tickets', orderId, resendKey, isForBuyerOnly: false } }]);
});

test('of twenty who ask at once five are served; the others hear when to come back', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent();
  const orderId = await world.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  const other = await world.order({ event });
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => resend(world, orderId)));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
  for (const answer of answers.filter(({ status }) => status === 'rejected')) {
    assert(answer.status === 'rejected' && answer.reason instanceof Refusal, 'no other answer');
    const { code, retryAfterSeconds } = answer.reason;
    assert.equal(code, 'rate_limited');
    assert.ok(retryAfterSeconds !== null && retryAfterSeconds > 3_500 && retryAfterSeconds <= 3_600);
  }
  await resend(world, other);
  await world.database.query(`UPDATE mails SET created_at = created_at - interval '1 hour'`);
  await resend(world, orderId);
});

test('requests with a reference, of the buyer and of the operator are counted apart', async (t) => {
  const world = await openWorld(t);
  const orderId = await world.order({ event: await world.makeEvent() });
  const served = async (askedBy: AskedBy): Promise<number> => {
    const answers = await Promise.allSettled(
      Array.from({ length: 7 }, () => resend(world, orderId, askedBy)),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.ok(refused.every(({ reason }) => isRefusal('rate_limited')(reason)));
    return answers.length - refused.length;
  };
  assert.deepEqual(
    [await served('anybody'), await served('buyer'), await served('operator'), await served('anybody')],
    [2, 5, 5, 0],
  );
});

test('an order without tickets, or none at all, has nothing to send again', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 1_000 }] });
  const unpaid = await world.order({ event, lines: [{ priceMinor: 1_000 }] });
  await assert.rejects(resend(world, unpaid), isRefusal('not_found'));
  await assert.rejects(resend(world, randomUUID()), isRefusal('not_found'));
});
