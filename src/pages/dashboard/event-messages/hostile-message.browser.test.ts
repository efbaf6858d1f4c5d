import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { happeningsAt } from '../../../../test/harness/happenings-at.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { sendMessage } from '../../../messages/send-message.ts';
import { openMessageDesk, type Desk, type Event } from './messages.fixture.ts';

const ALL_TEXTS = HOSTILE_TEXTS.join('\n\n');

suite('a message in which a host writes what no host should', () => {
  let desk: Desk;
  let browser: Browser;
  let folder: string;
  let event: Event;
  before(async () => {
    [desk, browser, folder] = await Promise.all([
      openMessageDesk(),
      launchBrowser(),
      mkdtemp(path.join(tmpdir(), 'tessera-messages-')),
    ]);
    event = await desk.newEvent([{ priceMinor: 0 }], HOSTILE_TEXTS[0]);
    await desk.order(event, 'ada@example.com');
    await desk.untilTicketsSent();
  });
  after(async () => {
    await browser.close();
    await desk.close();
    await rm(folder, { recursive: true });
  });

  /** All that happens where a page of ours is opened as a file: links are all that it may have, and none is followed. */
  async function happeningsIn(html: string): Promise<string[]> {
    const file = path.join(folder, `${randomUUIDv7()}.html`);
    await writeFile(file, html);
    return happeningsAt(browser, pathToFileURL(file).href, {
      requests: /^file:.*\.html$/,
      elements:
        'a[href^="http"], a[href^="mailto:ask@lagosnights.example"], base[target="_blank"]:not([href])',
    });
  }

  test('its mail opens nothing, asks for nothing and runs nothing, nor does what the dashboard shows of it', async () => {
    for (const [index, subject] of HOSTILE_TEXTS.entries()) {
      await desk.on.app.database.query(`UPDATE messages SET created_at = created_at - interval '25 hours'`);
      const { status, body } = await desk.send(event, { subject, text: ALL_TEXTS });
      if (/[\r\n\u2028\u2029]/.test(subject)) {
        assert.deepEqual([status, body.field], [400, 'subject'], subject);
        continue;
      }
      assert.equal(status, 201, JSON.stringify(body));
      await desk.untilSent(event, body.messageId);
      const received = desk.smtp.received.at(-1);
      assert(received);
      assert.equal(received.mail.subject, subject, `text ${index}`);
      assert.deepEqual(await happeningsIn(received.mail.html ?? ''), [], subject);
      assert.ok(received.mail.text?.includes(HOSTILE_TEXTS[1]), 'as it was written');
      for (const part of ['html', 'text']) {
        const response = await fetch(
          `${desk.on.publicUrl}/dashboard${desk.at(event, `/${body.messageId}/shown?part=${part}`)}`,
          { headers: { cookie: desk.owner.cookie } },
        );
        assert.match(response.headers.get('content-security-policy') ?? '', /^sandbox .*default-src 'none'/);
        assert.deepEqual(await happeningsIn(await response.text()), [], `${subject}, ${part}`);
      }
    }
  });

  test('control: as markup these texts do run and ask', async () => {
    const happened: string[] = [];
    for (const text of HOSTILE_TEXTS)
      happened.push(...(await happeningsIn(`<p title="${text}">${text}</p>`)));
    for (const what of [/^a script ran$/, /^a request: http:\/\/evil\.example\//])
      assert.ok(
        happened.some((happening) => what.test(happening)),
        `${String(what)} in ${happened.join('\n')}`,
      );
  });

  test('a subject adds no header and no recipient, even one that no form lets through', async () => {
    await desk.on.app.database.query(`UPDATE messages SET created_at = created_at - interval '25 hours'`);
    const earlier = desk.smtp.received.length;
    await desk.on.app.database.transaction((tx) =>
      sendMessage(tx, {
        hostId: desk.host.hostId,
        eventId: event.eventId,
        actor: OPERATOR,
        messageId: randomUUIDv7(),
        subject: 'x\r\nBcc: eve@evil.example\r\nContent-Type: text/html\r\n\r\n<script>ran=1</script>',
        text: 'At seven.',
        choice: { audience: 'holders', attendance: 'all', ticketTypeIds: [] },
        mailsPerDay: 0,
      }),
    );
    const received = await until('the mail', () => desk.smtp.received[earlier]);
    assert.deepEqual(received.envelope.to, ['ada@example.com']);
    assert.deepEqual(
      [received.mail.to?.length, received.mail.cc, received.mail.bcc],
      [1, undefined, undefined],
    );
    assert.ok(!received.mail.headers.some(({ key }) => key === 'bcc'));
    assert.match(received.mail.subject ?? '', /^x Bcc: eve@evil\.example/);
  });
});
