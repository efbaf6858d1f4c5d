import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/harness/hostile-texts.ts';
import { ADA } from '../ticket-world.fixture.ts';
import { BIMBO, openDesk, to } from './send-mail-job.fixture.ts';

const EVIL = '<script>alert(1)</script><a href="https://evil.example">Win</a> "\'&\r\nBcc: eve@example.com';
// As many as fit.
const NOTE = [EVIL, ...HOSTILE_TEXTS].reduce((all, text) => {
  const longer = `${all}\n${text.replaceAll('\0', '')}`;
  return longer.length <= 500 ? longer : all;
}, 'Welcome, Ada!\nSee you.');

test('a note to the guest is in their mail as the host’s words: text, whatever is in it, and nobody else gets it', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  const orderId = await desk.order({
    event,
    lines: [{ quantity: 2 }],
    recipients: [ADA, BIMBO],
    language: 'fr',
  });
  await desk.database.query('UPDATE orders SET guest_note = $2 WHERE id = $1', [orderId, NOTE]);
  // The second ticket was passed on.
  await desk.database.query('UPDATE tickets SET passed_on_at = now() WHERE email = $1', [BIMBO.email]);
  await desk.send({ mail: 'tickets', orderId });
  const { mail, envelope } = to(desk.smtp, ADA.email);
  assert.deepEqual([envelope.to, mail.bcc], [[ADA.email], undefined]);
  const html = mail.html ?? '';
  assert.match(html, /Message de la part de\s: Ẹ̀kọ́ Live/);
  assert.match(html, /Welcome, Ada!<br \/>See you\./);
  assert.match(html, /&lt;script&gt;alert\(1\)/);
  assert.doesNotMatch(html, /<script|<a href="https:\/\/evil\.example/);
  assert.match(
    mail.text ?? '',
    /Message de la part de\s: Ẹ̀kọ́ Live\nWelcome, Ada!\nSee you\.\n<script>alert\(1\)/,
  );
  const other = to(desk.smtp, BIMBO.email).mail;
  assert.doesNotMatch(`${other.html}${other.text}`, /Welcome, Ada/);
});
