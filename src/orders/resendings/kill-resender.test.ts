import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { startSmtp } from '../../../test/harness/smtp.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { ADA, openWorld } from '../../tickets/ticket-world.fixture.ts';
import { ALL_ORDERS } from '../order-filters.ts';
import { resendAll } from './resend-all.ts';

const PEOPLE = 24;

test('killed with SIGKILL in the middle of a mail, twice, each order’s tickets are sent again once', async (t) => {
  // At which of its mails each process is killed, before the server has taken it.
  const stops = [2, 7];
  let offers = 0;
  let isStuck = false;
  const smtp = await startSmtp({
    hold() {
      offers += 1;
      if (offers !== stops[0]) return undefined;
      isStuck = true;
      return new Promise<void>(() => {});
    },
  });
  t.after(() => smtp.stop());
  const world = await openWorld(t);
  const { database, url, host, secretKeys } = world;
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
  const people = Array.from({ length: PEOPLE }, (_, n) => `person-${n}@example.com`);
  for (const email of people) await world.order({ event, buyer: { ...ADA, email } });
  // Only what is sent again is sent here: the tickets' own jobs would be waited for.
  await database.query(`DELETE FROM jobs WHERE kind = 'send_mail'`);
  await resendAll(database, (work) => database.transaction(work), {
    secretKeys,
    matching: { ...ALL_ORDERS, hostId: host.hostId, typed: '' },
    actor: OPERATOR,
    resendingId: randomUUID(),
    mailsPerDay: 2_000,
  });
  // Its own: what a code is signed with is no matter here.
  const secretKey = randomBytes(32).toString('hex');
  const startSender = () => {
    const child = fork(new URL('killed-resender.fixture.ts', import.meta.url), [url, smtp.url, secretKey]);
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  while (stops.length > 0) {
    const child = startSender();
    await until('a mail to be on its way', () => isStuck);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    isStuck = false;
    offers = 0;
    stops.shift();
    // As it would be some seconds later.
    await database.query('UPDATE jobs SET leased_until = now() WHERE leased_until IS NOT NULL');
  }
  startSender();
  await until('all to be sent', async () => {
    const { rows } = await database.query<{ sent: number }>('SELECT sent FROM resendings');
    return rows[0]?.sent === PEOPLE;
  });
  assert.deepEqual(smtp.received.map(({ envelope }) => envelope.to.join()).toSorted(), people.toSorted());
  assert.equal(new Set(smtp.received.map(({ mail }) => mail.messageId)).size, PEOPLE);
});
