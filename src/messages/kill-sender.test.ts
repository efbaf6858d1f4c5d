import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { startSmtp } from '../../test/harness/smtp.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { ADA, openWorld } from '../tickets/ticket-world.fixture.ts';
import { sendMessage } from './send-message.ts';

const PEOPLE = 460;

function startSender(t: TestContext, { url, smtpUrl }: { url: string; smtpUrl: string }): ChildProcess {
  const child = fork(new URL('killed-sender.fixture.ts', import.meta.url), [url, smtpUrl]);
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test('killed with SIGKILL in the middle of a mail, again and again, a message reaches every address once', async (t) => {
  // At which of its mails each process is killed, before the server has taken it. The third is killed in its second run.
  const STOPS = [3, 120, 201, 60];
  let offers = 0;
  let stuck = false;
  const smtp = await startSmtp({
    hold() {
      offers += 1;
      if (offers !== STOPS[0]) return undefined;
      stuck = true;
      return new Promise<void>(() => {});
    },
  });
  t.after(() => smtp.stop());
  const world = await openWorld(t);
  const { database, url } = world;
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
  // So many mails are for a host that is no longer new.
  await database.query(`UPDATE hosts SET confirmed_at = now() - interval '60 days'`);
  const people = Array.from({ length: PEOPLE }, (_, n) => `person-${n}@example.com`);
  for (const email of people) await world.order({ event, buyer: { ...ADA, email } });
  // Only messages are sent here: the tickets' jobs would be waited for.
  await database.query(`DELETE FROM jobs WHERE kind = 'send_mail'`);
  const messageId = randomUUIDv7();
  await database.transaction((tx) =>
    sendMessage(tx, {
      hostId: world.host.hostId,
      eventId: event.eventId,
      actor: OPERATOR,
      messageId,
      subject: 'Doors',
      text: 'At seven.',
      choice: { audience: 'holders', attendance: 'all', ticketTypeIds: [] },
      mailsPerDay: 2_000,
    }),
  );
  let kills = 0;
  while (STOPS.length > 0) {
    const child = startSender(t, { url, smtpUrl: smtp.url });
    await until('a mail to be on its way', () => stuck);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    kills += 1;
    stuck = false;
    offers = 0;
    STOPS.shift();
    // As it would be some seconds later.
    await database.query('UPDATE jobs SET leased_until = now() WHERE leased_until IS NOT NULL');
  }
  startSender(t, { url, smtpUrl: smtp.url });
  await until('the message to be sent', async () => {
    const { rows: found } = await database.query<{ sent: number }>('SELECT sent FROM messages');
    return found[0]?.sent === PEOPLE;
  });
  assert.equal(kills, 4);
  assert.deepEqual(smtp.received.map(({ envelope }) => envelope.to.join()).toSorted(), people.toSorted());
  const ids = new Set(smtp.received.map(({ mail }) => mail.messageId));
  assert.equal(ids.size, PEOPLE);
});
