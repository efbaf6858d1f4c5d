import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMosaic } from '../../demo/draw-mosaic.ts';
import { jobRows, startRunner, waitUntil } from '../../jobs/test-runner.fixture.ts';
import { storeImage } from '../../media/store-image.ts';
import { ADA } from '../ticket-world.fixture.ts';
import { openMailRoad } from '../../mail/mail-road.fixture.ts';
import { planMails } from './plan-mails.ts';
import { SMTP_LIMITS } from '../../mail/smtp-connections.ts';
import {
  calendarOf,
  BIMBO,
  CHECKOUT_URL,
  CHIDI,
  openDesk,
  textOfPdf,
  to,
  type Desk,
} from './send-mail-job.fixture.ts';

test('the buyer gets all tickets and everyone else gets their own, once each', async (t) => {
  const desk = await openDesk(t);
  const poster = await drawMosaic({ seed: 'p', widthPx: 48, heightPx: 64 });
  const event = await desk.makeEvent({
    name: 'Lagos Night',
    street: '12 Hidden Street',
    directions: 'Second gate',
    hideLocation: true,
    hostMessage: 'Dress warmly.',
    posterFile: await storeImage(desk.mediaDir, poster, 'png'),
    posterAspectRatio: 0.75,
  });
  const orderId = await desk.order({
    event,
    lines: [{ quantity: 4 }],
    recipients: [ADA, BIMBO, { ...BIMBO, email: 'BIMBO@example.com' }, CHIDI],
  });
  const { order, tickets, receiptToken } = await desk.load(orderId);
  await desk.send({ mail: 'tickets', orderId });
  assert.equal(desk.smtp.received.length, 3);

  const buyers = to(desk.smtp, ADA.email);
  assert.equal(buyers.envelope.from, 'tickets@tickets.example');
  assert.deepEqual(buyers.mail.to, [{ name: 'Ada Obi', address: ADA.email }]);
  assert.equal(buyers.mail.subject, 'Your tickets for Lagos Night');
  const receiptUrl = `${CHECKOUT_URL}/orders/${receiptToken}`;
  for (const part of [receiptUrl, '12 Hidden Street', 'Second gate', 'Dress warmly.', 'Lagos Night']) {
    assert.ok(buyers.mail.html?.includes(part), `${part} in the HTML`);
    assert.ok(buyers.mail.text?.includes(part), `${part} in the text`);
  }
  const pages = await textOfPdf(buyers);
  assert.equal(pages.length, 4);
  assert.ok(pages.every((page) => page.includes(order.reference) && !page.includes(receiptToken)));
  const calendar = calendarOf(buyers);
  assert.match(calendar, /SUMMARY:Lagos Night/);
  assert.ok(calendar.includes(`URL:${CHECKOUT_URL}/orders/${order.reference}`));
  assert.ok(!calendar.includes(receiptToken), 'a calendar is shared, and opens nothing');
  const cids = [...(buyers.mail.html ?? '').matchAll(/cid:([^"]+)/g)].map(([, cid]) => `<${cid}>`);
  assert.equal(cids.length, 5, 'the poster and four codes');
  for (const cid of cids)
    assert.ok(
      buyers.mail.attachments.some(({ contentId }) => contentId === cid),
      cid,
    );

  const bimbos = to(desk.smtp, BIMBO.email);
  assert.equal((await textOfPdf(bimbos)).length, 2);
  assert.match(bimbos.mail.html ?? '', /Ada Obi got tickets for you/);
  const chidis = to(desk.smtp, CHIDI.email);
  assert.ok(calendarOf(chidis).includes(`in your e-mail: order ${order.reference}`));
  assert.ok(!calendarOf(chidis).includes(CHECKOUT_URL), 'the page that mails the link mails it to the buyer');
  const [page] = await textOfPdf(chidis);
  assert.match(page ?? '', /Chidi Eze[\s\S]*TICKET 4 OF 4/);
  for (const secret of [receiptToken, tickets[0]?.code ?? '', ADA.email]) {
    for (const place of [chidis.mail.html, chidis.mail.text, page, bimbos.mail.html]) {
      assert.ok(!place?.includes(secret), `a guest is not told ${secret}`);
    }
  }

  await desk.send({ mail: 'tickets', orderId });
  assert.equal(desk.smtp.received.length, 3, 'the same job again sends nothing');
  for (const mail of await desk.mails()) assert.ok(mail.sent_at);
});

test('a way to a place is “Getting there”, and for an online event, which has no door, “How to join”', async (t) => {
  const desk = await openDesk(t);
  for (const [event, title] of [
    [await desk.makeEvent(), 'Getting there'],
    [await desk.makeEvent({ state: '', lga: '', hideLocation: true }), 'How to join'],
  ] as const) {
    await desk.database.query(
      `UPDATE events SET is_online = state = '', directions = 'Ring twice.' WHERE id = $1`,
      [event.eventId],
    );
    const orderId = await desk.order({ event });
    desk.smtp.received.length = 0;
    await desk.send({ mail: 'tickets', orderId });
    const [sent] = desk.smtp.received;
    assert.match(sent?.mail.html || '', new RegExp(`${title}[^]*Ring twice`));
    assert.equal(/at the door/.test(sent?.mail.text ?? ''), title === 'Getting there');
  }
});

test('asked for by the buyer alone, the tickets go to nobody else', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  await desk.send({ mail: 'tickets', orderId, resendKey: 'again', isForBuyerOnly: true });
  assert.deepEqual(
    desk.smtp.received.map(({ envelope }) => envelope.to),
    [[ADA.email]],
  );
});

test('a mail that replaces another one says whose codes are good', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  const said = /the codes in earlier e-mails for this order no longer work/;
  await desk.send({ mail: 'tickets', orderId });
  for (const { mail } of desk.smtp.received) assert.doesNotMatch(`${mail.html}${mail.text}`, said);
  desk.smtp.received.length = 0;
  await desk.send({ mail: 'tickets', orderId, resendKey: 'corrected', isReplacement: true });
  assert.equal(desk.smtp.received.length, 2);
  for (const { mail } of desk.smtp.received) {
    assert.match(mail.html || '', said);
    assert.match(mail.text ?? '', said);
  }
});

test('a mail planned for an address that was corrected meanwhile is not sent there', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 1 }], recipients: [ADA] });
  const { database } = desk;
  await planMails(database, { orderId, kind: 'tickets', occasion: '' }, [ADA.email]);
  await database.query('UPDATE orders SET email = $2 WHERE id = $1', [orderId, CHIDI.email]);
  await database.query('UPDATE tickets SET email = $2 WHERE order_id = $1', [orderId, CHIDI.email]);
  await desk.send({ mail: 'tickets', orderId });
  assert.deepEqual(
    desk.smtp.received.map(({ envelope }) => envelope.to),
    [[CHIDI.email]],
  );
});

test('a free order is followed by its mail without anybody asking for it', async (t) => {
  const desk = await openDesk(t);
  await desk.order({ event: await desk.makeEvent() });
  await startRunner(t, { url: desk.url, kinds: [desk.job] });
  await waitUntil('the job is done', async () => (await jobRows(desk.database)).length === 0);
  assert.equal(to(desk.smtp, ADA.email).mail.messageId, `<${(await desk.mails())[0]?.message_id}>`);
});

test('a mail whose sending was not recorded is sent again under the same Message-ID', async (t) => {
  const desk = await openDesk(t);
  const orderId = await desk.order({ event: await desk.makeEvent() });
  await desk.send({ mail: 'tickets', orderId });
  // As if the process had been killed between the server's answer and the commit.
  await desk.database.query('UPDATE mails SET sent_at = NULL, message_id = NULL');
  await desk.send({ mail: 'tickets', orderId });
  const [first, second] = desk.smtp.received;
  assert.ok(first?.mail.messageId);
  assert.equal(second?.mail.messageId, first.mail.messageId);
});

test('while the mail server is down the job fails and says why; when it is up the mail goes', async (t) => {
  const desk = await openDesk(t);
  const orderId = await desk.order({ event: await desk.makeEvent() });
  await desk.smtp.stop();
  await assert.rejects(desk.send({ mail: 'tickets', orderId }), /1 not sent: The mail server failed/);
  const [waiting] = await desk.mails();
  assert.match(waiting?.last_error ?? '', /^The mail server failed \(E/);
  assert.equal(waiting?.refused_at, null);
  await desk.smtp.start();
  await desk.send({ mail: 'tickets', orderId });
  assert.ok(to(desk.smtp, ADA.email));
  assert.ok((await desk.mails())[0]?.sent_at);
});

test('a server that hangs in the middle of a mail costs a try: it goes out later, and those who had theirs are left in peace', async (t) => {
  let isHanging = true;
  const desk: Desk = await openDesk(t, {
    // Long enough for the one that does not hang.
    limits: { ...SMTP_LIMITS, sendMs: 5_000 },
    async through(smtpUrl) {
      const road = await openMailRoad(t, smtpUrl);
      road.stall = () => (isHanging && desk.smtp.received.length === 1 ? { at: 'data', how: 'drip' } : null);
      return road.url;
    },
  });
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  const why = 'The mail server did not take the mail within 5000 ms.';
  await assert.rejects(desk.send({ mail: 'tickets', orderId }), { message: `1 not sent: ${why}` });
  const waiting = (await desk.mails()).filter((mail) => mail.sent_at === null);
  assert.partialDeepStrictEqual(waiting, [{ last_error: why, refused_at: null }]);
  assert.equal(waiting.length, 1);
  isHanging = false;
  await desk.send({ mail: 'tickets', orderId });
  for (const { email } of [ADA, BIMBO]) assert.ok(to(desk.smtp, email));
  for (const mail of await desk.mails()) assert.ok(mail.sent_at);
});

test('a server that goes away with our connections in the pool costs no mail', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  await desk.send({ mail: 'tickets', orderId: await desk.order({ event }) });
  await desk.smtp.stop();
  await desk.smtp.start();
  await desk.send({ mail: 'tickets', orderId: await desk.order({ event, buyer: CHIDI }) });
  assert.ok(to(desk.smtp, CHIDI.email));
});

test('a recipient refused for good is set aside with the reason, and keeps nobody else waiting', async (t) => {
  const desk = await openDesk(t, { refuse: (address) => (address === BIMBO.email ? 550 : null) });
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 3 }], recipients: [ADA, BIMBO, CHIDI] });
  await desk.send({ mail: 'tickets', orderId });
  assert.ok(to(desk.smtp, ADA.email));
  assert.ok(to(desk.smtp, CHIDI.email));
  const refused = (await desk.mails()).find(({ recipient }) => recipient === BIMBO.email);
  assert.ok(refused?.refused_at);
  assert.equal(refused.last_error, 'The mail server failed with 550 (EENVELOPE at RCPT TO).');
  assert.equal(desk.warnings.length, 1);
  assert.doesNotMatch(desk.warnings[0] ?? '', /bimbo/, 'no address in the log');
  await desk.send({ mail: 'tickets', orderId });
  assert.equal(desk.smtp.offered.filter((address) => address === BIMBO.email).length, 1);
});

test('a recipient refused for now is tried again, and those who had theirs are left in peace', async (t) => {
  let code: number | null = 450;
  const desk = await openDesk(t, { refuse: (address) => (address === BIMBO.email ? code : null) });
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  await assert.rejects(desk.send({ mail: 'tickets', orderId }), /^Error: 1 not sent: [^@]*450[^@]*$/);
  code = null;
  await desk.send({ mail: 'tickets', orderId });
  assert.ok(to(desk.smtp, ADA.email));
  assert.ok(to(desk.smtp, BIMBO.email));
});

test('void tickets are in no mail, and an order without others has none', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  await desk.database.query('UPDATE tickets SET voided_at = now() WHERE email = $1', [BIMBO.email]);
  await desk.send({ mail: 'tickets', orderId });
  assert.equal(desk.smtp.received.length, 1);
  assert.equal((await textOfPdf(to(desk.smtp, ADA.email))).length, 1);
  await desk.database.query('UPDATE tickets SET voided_at = now(), used_at = NULL');
  await desk.send({ mail: 'tickets', orderId, resendKey: 'again' });
  assert.equal(desk.smtp.received.length, 1);
});
