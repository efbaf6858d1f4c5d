import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTransport } from 'nodemailer';
import { composeMail, type OutgoingMail } from './compose-mail.ts';

const LONG = 'Ẹ̀kọ́ = “school”, with a line that is far longer than a mail may have; '.repeat(12);

const MAIL: OutgoingMail = {
  to: { name: 'Adéọlá "Ada" Obi', address: 'ada@example.com' },
  replyTo: { name: 'The host', address: 'host@example.com' },
  messageId: 'one@tickets.example',
  subject: 'Your ticket for Ọṣun Night, a name that takes more than one line of a head; it is long',
  html: `<p>Here it is.</p>\r\n<p>${LONG}</p> \r\n.\r\n\t\r\n${LONG}`,
  text: `Here it is. \r\n\r\n${LONG}\r\n.\r\nFrom us`,
  attachments: [
    { filename: 'tickets.pdf', content: Buffer.alloc(10_000, 0xe9), contentType: 'application/pdf' },
    { filename: 'événement.ics', content: `BEGIN\r\n${LONG}`, contentType: 'text/calendar; charset=utf-8' },
    { filename: 'code.png', content: Buffer.alloc(57, 1), contentType: 'image/png', cid: 'code@tessera' },
  ],
};

const TEXT_ALONE: OutgoingMail = { ...MAIL, html: '<p>Short.</p>', text: 'Short.', attachments: [] };

/** Boundaries and the time are another for each mail. */
const comparable = (message: Buffer): string =>
  message
    .toString('latin1')
    .replace(/--_NmP-[0-9a-f]+/g, 'boundary')
    .replace(/^Date: .*$/m, 'Date');

/** As the library writes it by itself. */
async function composePlainly(from: string, { messageId, ...mail }: OutgoingMail): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from,
    ...mail,
    messageId: `<${messageId}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return message as Buffer;
}

for (const [name, mail] of Object.entries({ 'with files and pictures': MAIL, 'of text alone': TEXT_ALONE })) {
  test(`a mail ${name} is written byte by byte as the library writes it`, async () => {
    const from = 'Tessera <tickets@tickets.example>';
    const [ours, plain] = [composeMail(from, mail), await composePlainly(from, mail)];
    assert.equal(comparable(ours), comparable(plain));
  });
}

test('lines end as a mail’s do, whatever they ended with before', () => {
  const unix = {
    ...MAIL,
    html: MAIL.html.replaceAll('\r\n', '\n'),
    text: MAIL.text.replaceAll('\r\n', '\n'),
  };
  const [one, other] = [composeMail('a@b.example', unix), composeMail('a@b.example', MAIL)];
  assert.equal(comparable(one), comparable(other));
});
