import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmtp } from '../../test/harness/smtp.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { until } from '../../test/harness/until.ts';
import { createMailer } from '../mail/mailer.ts';
import { writeMetrics } from './instruments.ts';
import { createMailGauge } from './mail-gauge.ts';

expectNothingUnhandled();

test('a mail server that is away is told, and that it is back, without a mail', async (t) => {
  const smtp = await startSmtp();
  t.after(() => smtp.stop());
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'tickets@tickets.example', mailboxDir: '/nowhere' });
  t.after(() => mailer.close());
  const { gauge, ask } = createMailGauge({ mailer, sendsMails: true }, { everyMs: 0 });
  const tells = (value: number) =>
    until(`the gauge to tell ${value}`, () => {
      ask();
      return writeMetrics([gauge]).includes(`\ntessera_mail_up ${value}\n`);
    });
  assert.ok(!writeMetrics([gauge]).includes('\ntessera_mail_up '), 'nothing is told before the first answer');
  await tells(1);
  await smtp.stop();
  await tells(0);
  await assert.rejects(mailer.ask(), /^Error: The mail server failed \(E\w+ at CONN\)\.$/);
  await smtp.start();
  await tells(1);
  assert.deepEqual(smtp.offered, []);
});
