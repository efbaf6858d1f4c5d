import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createSecretKeys } from '../../../secrets/secret-keys.ts';
import { readToken, writeToken } from '../../../unsubscribing/unsubscribe-token.ts';
import type { ReceivedMail } from '../../../../test/harness/smtp.ts';
import { openMessageDesk, type Desk, type Event } from '../../dashboard/event-messages/messages.fixture.ts';

suite('ending mails that nobody needs for their tickets', () => {
  let desk: Desk;
  let event: Event;
  before(async () => {
    desk = await openMessageDesk();
    event = await desk.newEvent();
    for (const email of ['ada@example.com', 'chi@example.com']) await desk.order(event, email);
  });
  after(() => desk.close());

  const send = async (subject: string): Promise<string> => {
    // Another day: a host writes three messages a day.
    await desk.on.app.database.query(`UPDATE messages SET created_at = created_at - interval '2 days'`);
    const messageId = await desk.sent(event, { subject });
    await desk.untilSent(event, messageId);
    return messageId;
  };
  const mailTo = (email: string, subject: string): ReceivedMail => {
    const found = desk.smtp.received.find(
      ({ envelope, mail }) => envelope.to.includes(email) && mail.subject === subject,
    );
    assert.ok(found, `${subject} to ${email}`);
    return found;
  };
  const headersOf = ({ mail }: ReceivedMail): Record<string, string> =>
    Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
  /** As a reader at this installation's address gets it. */
  const linkOf = (received: ReceivedMail): string => {
    const [, address = ''] = /^<(.*)>$/.exec(headersOf(received)['list-unsubscribe'] ?? '') ?? [];
    return desk.on.publicUrl + new URL(address).pathname + new URL(address).search;
  };
  const press = (link: string, body: FormData | URLSearchParams) => fetch(link, { method: 'POST', body });

  test('a mail program ends them by itself, with a form of either kind; to look at the link ends nothing', async () => {
    await send('First');
    for (const [email, form] of [
      ['ada@example.com', new URLSearchParams()],
      ['chi@example.com', new FormData()],
    ] as const) {
      const received = mailTo(email, 'First');
      const headers = headersOf(received);
      assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
      assert.ok(
        received.mail.html?.includes('/unsubscribe/') && received.mail.text?.includes('/unsubscribe/'),
      );
      const link = linkOf(received);
      assert.ok(!link.includes('ada') && !link.includes('example.com'), 'the link does not tell the address');
      const page = await (await fetch(link)).text();
      assert.match(page, /You will get no more messages about events from Lagos Nights/);
      await send(`Looked at by ${email}`);
      mailTo(email, `Looked at by ${email}`);
      form.set('List-Unsubscribe', 'One-Click');
      const done = await press(link, form);
      assert.equal(done.status, 200);
      assert.match(await done.text(), /You are unsubscribed/);
    }
    const last = await send('Ended');
    assert.deepEqual(desk.reached('Ended'), []);
    const { failures } = await desk.viewOf(event, last);
    assert.deepEqual(
      failures.map(({ error }) => error),
      Array(2).fill('They have unsubscribed from these e-mails.'),
    );
    // Tickets come all the same.
    await desk.order(event, 'ada@example.com');
    await desk.untilTicketsSent();
    assert.equal(
      desk.reached('Your ticket for Lagos Night').filter((to) => to === 'ada@example.com').length,
      2,
    );
  });

  test('it is undone by the same page, and remembered without the address', async () => {
    const link = linkOf(mailTo('ada@example.com', 'First'));
    const { rows } = await desk.on.app.database.query<{ row: string }>(
      'SELECT u::text AS row FROM unsubscribed AS u',
    );
    assert.equal(rows.length, 2);
    const undone = await press(link, new URLSearchParams({ 'List-Unsubscribe': 'Undo' }));
    assert.match(await undone.text(), /Unsubscribe from these e-mails\?/);
    await send('Undone');
    assert.deepEqual(desk.reached('Undone'), ['ada@example.com']);
  });

  test('a link that is not ours ends nothing', async () => {
    const link = linkOf(mailTo('ada@example.com', 'First'));
    const [, token = ''] = /unsubscribe\/([\w-]+)/.exec(link) ?? [];
    const bytes = Buffer.from(token, 'base64url');
    const wrong = [0, 16, 17, 40].map((at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed.toString('base64url');
    });
    for (const other of [...wrong, token.slice(0, -2), 'sample', 'x'.repeat(66)]) {
      const answer = await press(link.replace(token, other), new URLSearchParams());
      assert.equal(answer.status, 404, other);
      assert.match(await answer.text(), /This link does not work/);
    }
    await send('Still');
    assert.deepEqual(desk.reached('Still'), ['ada@example.com']);
  });
});

test('a link says host, kind and hash, and is good under every key that is accepted', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const said = {
    hostId: '019a0f4e-0000-7000-8000-0123456789ab',
    kind: 'thanks',
    addressHash: randomBytes(16),
  } as const;
  const token = writeToken(createSecretKeys(older), said);
  assert.deepEqual(readToken(createSecretKeys(newer, [older]), token), said);
  assert.equal(readToken(createSecretKeys(newer), token), null);
});
