import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { startSmtp, type TestSmtp } from '../../test/harness/smtp.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { until } from '../../test/harness/until.ts';
import { openMailRoad, type Stall } from './mail-road.fixture.ts';
import type { OutgoingMail } from './compose-mail.ts';
import { createMailer, MailRefused } from './mailer.ts';
import type { SmtpLimits } from './smtp-connections.ts';

expectNothingUnhandled();

// Each test makes the one limit short that is to strike.
const FAR_MS = 60_000;
const FAR: SmtpLimits = {
  connectMs: FAR_MS,
  greetingMs: FAR_MS,
  silenceMs: FAR_MS,
  sendMs: FAR_MS,
  idleMs: FAR_MS,
};
const SHORT_MS = 500;
// Long enough for the mail to reach a certain point before the limit strikes.
const UNTIL_STALLED_MS = 4_000;

async function openPost(t: TestContext, short: Partial<SmtpLimits>) {
  const limits = { ...FAR, ...short };
  const smtp = await startSmtp();
  const road = await openMailRoad(t, smtp.url);
  const mailer = createMailer({
    smtpUrl: road.url,
    from: 'Tessera <tickets@tickets.example>',
    mailboxDir: '/nowhere',
    limits,
  });
  t.after(async () => {
    mailer.close();
    await smtp.stop();
  });
  return { smtp, road, mailer, limits };
}

const makeMail = (): OutgoingMail => ({
  to: { name: 'Ada Obi', address: 'ada@example.com' },
  messageId: `${randomUUID()}@tickets.example`,
  subject: 'Your ticket',
  html: '<p>Here it is.</p>',
  text: 'Here it is.',
  attachments: [],
});

const idsOf = (mails: { messageId: string }[]): string[] => mails.map(({ messageId }) => `<${messageId}>`);

const idsOfReceived = (smtp: TestSmtp): (string | undefined)[] =>
  smtp.received.map(({ mail }) => mail.messageId);

const CASES: (Stall & { limits: Partial<SmtpLimits>; error: RegExp })[] = [
  { at: 'greeting', how: 'silence', limits: { greetingMs: SHORT_MS }, error: /\(ETIMEDOUT at CONN\)/ },
  { at: 'greeting', how: 'drip', limits: { greetingMs: SHORT_MS }, error: /\(ETIMEDOUT at CONN\)/ },
  { at: 'data', how: 'silence', limits: { silenceMs: SHORT_MS }, error: /\(ETIMEDOUT at CONN\)/ },
  { at: 'data', how: 'silence', limits: { sendMs: SHORT_MS }, error: /within 500 ms/ },
  { at: 'data', how: 'drip', limits: { sendMs: SHORT_MS }, error: /within 500 ms/ },
];

for (const { at, how, limits, error } of CASES) {
  const [limit] = Object.keys(limits);
  test(`${how} at ${at} is given up by ${limit}, lets go of the connection, and the next try sends one mail`, async (t) => {
    const { smtp, road, mailer, limits: now } = await openPost(t, limits);
    const mail = makeMail();
    road.stall = () => ({ at, how });
    await assert.rejects(mailer.send(mail), (thrown: Error) => {
      assert.ok(!(thrown instanceof MailRefused), 'it may be tried again');
      assert.match(thrown.message, error);
      return true;
    });
    await until('the connection to be let go', () => road.open() === 0);
    road.stall = () => null;
    Object.assign(now, { greetingMs: FAR_MS, silenceMs: FAR_MS, sendMs: FAR_MS });
    await mailer.send(mail);
    assert.deepEqual(idsOfReceived(smtp), idsOf([mail]));
  });
}

test('a server that has the mail and never says so gets it again, under the same Message-ID, and no third time', async (t) => {
  const { smtp, road, mailer, limits } = await openPost(t, { sendMs: UNTIL_STALLED_MS });
  const mail = makeMail();
  road.stall = () => ({ at: 'message', how: 'drip' });
  await assert.rejects(mailer.send(mail), /did not take the mail within 4000 ms/);
  await until('the connection to be let go', () => road.open() === 0);
  road.stall = () => null;
  limits.sendMs = FAR_MS;
  await mailer.send(mail);
  assert.deepEqual(idsOfReceived(smtp), idsOf([mail, mail]));
});

test('a mail that is given up takes none of the others with it', async (t) => {
  const { smtp, road, mailer, limits } = await openPost(t, { sendMs: UNTIL_STALLED_MS });
  const [dripped, other] = [makeMail(), makeMail()];
  road.stall = (connection) => ({ at: 'data', how: connection === 1 ? 'drip' : 'silence' });
  const first = assert.rejects(mailer.send(dripped), /did not take the mail/);
  await until('the first to drip', () => road.stopped() === 1);
  limits.sendMs = FAR_MS;
  const second = mailer.send(other);
  await until('the second to be under way', () => road.stopped() === 2);
  await first;
  road.stall = () => null;
  road.letGo();
  await second;
  assert.deepEqual(idsOfReceived(smtp), idsOf([other]));
});

test('mails go over one connection as long as one at a time is under way', async (t) => {
  const { smtp, road, mailer } = await openPost(t, {});
  const mails = [makeMail(), makeMail(), makeMail()];
  for (const mail of mails) await mailer.send(mail);
  assert.deepEqual(idsOfReceived(smtp), idsOf(mails));
  assert.equal(road.open(), 1);
});

test('a server that never answers QUIT holds up no mail', async (t) => {
  const { smtp, road, mailer } = await openPost(t, { idleMs: 1 });
  const mails = [makeMail(), makeMail()];
  road.stall = () => ({ at: 'quit', how: 'silence' });
  for (const [index, mail] of mails.entries()) {
    await mailer.send(mail);
    await until('the good-bye', () => road.stopped() === index + 1);
  }
  assert.deepEqual(idsOfReceived(smtp), idsOf(mails));
  assert.equal(road.open(), 2);
});

test('a closed mailer opens no connection', async (t) => {
  const { road, mailer } = await openPost(t, {});
  mailer.close();
  await assert.rejects(mailer.send(makeMail()), /closed/);
  assert.equal(road.open(), 0);
});

const HEAD = 'Subject: one\r\n\r\n';
const LINES = '.\r\n..\r\n.css {\r\n}\r\nno. dot\r\n\r\n.\r\nend\r\n';
const MESSAGES = {
  'with dots at the beginnings of lines': { sent: HEAD + LINES, arrives: HEAD + LINES },
  'that begins with a dot': { sent: `.${HEAD}${LINES}`, arrives: `.${HEAD}${LINES}` },
  'without a dot': { sent: `${HEAD}Here it is.\r\n`, arrives: `${HEAD}Here it is.\r\n` },
  'with half line ends': {
    sent: `${HEAD}one\n.\ntwo\r.\rend\r\n`,
    arrives: `${HEAD}one\r\n.\r\ntwo\r\n.\r\nend\r\n`,
  },
};

for (const [name, { sent, arrives }] of Object.entries(MESSAGES)) {
  test(`a message ${name} arrives as it is, and the next one after it`, async (t) => {
    const { smtp, mailer } = await openPost(t, {});
    for (const message of [sent, `${HEAD}the next\r\n`])
      await mailer.sendComposed(Buffer.from(message), { address: 'ada@example.com' });
    assert.deepEqual(
      smtp.received.map(({ raw }) => raw),
      [arrives, `${HEAD}the next\r\n`],
    );
  });
}
