import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Attachment } from 'postal-mime';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../test/harness/smtp.ts';
import { drawMosaic } from '../demo/draw-mosaic.ts';
import { jobRows, startRunner, waitUntil } from '../jobs/test-runner.fixture.ts';
import { storeImage } from '../media/store-image.ts';
import { createTicketPrinter } from '../tickets/ticket-printer.ts';
import { ADA, openWorld, type TicketWorld } from '../tickets/ticket-world.fixture.ts';
import { openMailRoad } from './mail-road.fixture.ts';
import { createMailer } from './mailer.ts';
import { planMails } from './plan-mails.ts';
import { sendMailJob, type SendMailPayload } from './send-mail-job.ts';
import { SMTP_LIMITS, type SmtpLimits } from './smtp-lanes.ts';

const CHECKOUT_URL = 'https://tickets.example/checkout';
const BIMBO = { email: 'bimbo@example.com', firstName: 'Bímbọ́', lastName: 'Adé', phone: null };
const CHIDI = { email: 'chidi@example.com', firstName: 'Chidi', lastName: 'Eze', phone: null };

type Desk = TicketWorld & {
  smtp: TestSmtp;
  mediaDir: string;
  job: ReturnType<typeof sendMailJob>;
  warnings: string[];
  send(payload: SendMailPayload): Promise<void>;
  mails(): Promise<MailRow[]>;
};

type MailRow = {
  recipient: string;
  occasion: string;
  kind: string;
  sent_at: Date | null;
  message_id: string | null;
  refused_at: Date | null;
  last_error: string | null;
};

async function openDesk(
  t: TestContext,
  options: NonNullable<Parameters<typeof startSmtp>[0]> & {
    /** What is put between the job and the mail server. */
    through?: (smtpUrl: string) => Promise<string>;
    limits?: SmtpLimits;
  } = {},
): Promise<Desk> {
  const world = await openWorld(t);
  const smtp = await startSmtp(options);
  const mediaDir = await mkdtemp(path.join(tmpdir(), 'tessera-media-'));
  const mailer = createMailer({
    smtpUrl: (await options.through?.(smtp.url)) ?? smtp.url,
    ...(options.limits && { limits: options.limits }),
    from: 'Tessera <tickets@tickets.example>',
    mailboxDir: path.join(mediaDir, 'none'),
  });
  t.after(async () => {
    mailer.close();
    await smtp.stop();
    await rm(mediaDir, { recursive: true });
  });
  const printer = createTicketPrinter({ mediaDir });
  t.after(() => printer.close());
  const warnings: string[] = [];
  const job = sendMailJob({
    database: world.database,
    mailer,
    secretKeys: world.secretKeys,
    checkoutUrl: CHECKOUT_URL,
    mediaDir,
    printer,
    logger: {
      info() {},
      warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
      error() {},
    },
  });
  return {
    ...world,
    smtp,
    mediaDir,
    job,
    warnings,
    send: (payload) => job.run(payload, { jobId: '', attempt: 1, signal: new AbortController().signal }),
    async mails() {
      const { rows } = await world.database.query<MailRow>('SELECT * FROM mails ORDER BY recipient, id');
      return rows;
    },
  };
}

const to = (smtp: TestSmtp, address: string): ReceivedMail => {
  const found = smtp.received.filter(({ envelope }) => envelope.to.includes(address));
  assert.equal(found.length, 1, `mails to ${address}`);
  return found[0] as ReceivedMail;
};

function attachment(received: ReceivedMail, type: string): Attachment {
  const found = received.mail.attachments.find(({ mimeType }) => mimeType === type);
  assert(found, type);
  return found;
}

async function textOfPdf(received: ReceivedMail): Promise<string[]> {
  const { content } = attachment(received, 'application/pdf');
  assert(content instanceof ArrayBuffer);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.from(content));
  const texts = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return texts;
}

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
  const calendar = Buffer.from(attachment(buyers, 'text/calendar').content as ArrayBuffer).toString();
  assert.match(calendar, /SUMMARY:Lagos Night/);
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
  const said = /those of an earlier e-mail for this order no longer let anybody in/;
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

test('what was planned for an address that was corrected meanwhile is not sent there', async (t) => {
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
    limits: { ...SMTP_LIMITS, sendMs: 1_000 },
    async through(smtpUrl) {
      const road = await openMailRoad(t, smtpUrl);
      road.stall = () => (isHanging && desk.smtp.received.length === 1 ? { at: 'data', how: 'drip' } : null);
      return road.url;
    },
  });
  const event = await desk.makeEvent();
  const orderId = await desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO] });
  const why = 'The mail server did not take the mail within 1000 ms.';
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

test('what hosts and buyers write adds no header, no recipient and no markup', async (t) => {
  const desk = await openDesk(t);
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>"\'&';
  const event = await desk.makeEvent({
    name: evil,
    street: evil,
    directions: evil,
    hostMessage: evil,
    ticketTypes: [{ name: evil, priceMinor: 0 }],
  });
  const buyer = { ...ADA, firstName: evil, lastName: '"><b>, eve@example.com, <eve@example.com>' };
  const orderId = await desk.order({ event, buyer });
  await desk.send({ mail: 'tickets', orderId });
  assert.equal(desk.smtp.received.length, 1);
  const received = to(desk.smtp, ADA.email);
  assert.deepEqual(received.envelope.to, [ADA.email]);
  assert.equal(received.mail.to?.length, 1);
  assert.equal(received.mail.to[0]?.address, ADA.email);
  assert.equal(received.mail.bcc, undefined);
  assert.ok(!received.mail.headers.some(({ key }) => key === 'bcc'));
  assert.doesNotMatch(received.mail.html ?? '', /<script|<b>/);
  assert.match(received.mail.html ?? '', /&lt;script&gt;/);
});

test('an internationalised domain is mailed by its ASCII form, which any server takes', async (t) => {
  const desk = await openDesk(t);
  // As some keyboards write it: the letter, and its dots behind it.
  const buyer = { ...ADA, email: 'ada@Bu\u0308cher.example' };
  // The same mailbox, spelled the other way.
  const guest = { ...BIMBO, email: 'bimbo@xn--bcher-kva.example' };
  const orderId = await desk.order({
    event: await desk.makeEvent(),
    lines: [{ quantity: 3 }],
    buyer,
    recipients: [buyer, { ...BIMBO, email: 'bimbo@BÜCHER.example' }, guest],
  });
  await desk.send({ mail: 'tickets', orderId });
  // This server shows the ASCII form in letters again, small ones.
  const received = to(desk.smtp, 'ada@bücher.example');
  assert.match(received.raw, /^To: Ada Obi <ada@xn--bcher-kva\.example>\r$/m);
  const guests = desk.smtp.received.filter(({ envelope }) => envelope.to.includes('bimbo@bücher.example'));
  assert.equal(guests.length, 2);
  for (const mail of guests) assert.equal((await textOfPdf(mail)).length, 2, 'both tickets of one mailbox');
  assert.deepEqual(
    (await desk.mails()).map(({ refused_at }) => refused_at),
    [null, null, null],
  );
});

test('no link comes of a name, in the HTML or the text of any mail', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ priceMinor: 1_000 }] });
  // As an order may have it from before such names were refused.
  const buyer = { ...ADA, firstName: 'Visit http://evil.ng/x', lastName: 'or eve@evil.ng' };
  const orderId = await desk.order({
    event,
    lines: [{ priceMinor: 1_000, quantity: 2 }],
    buyer,
    recipients: [buyer, { ...BIMBO, firstName: 'Win at evil.ng' }],
  });
  await desk.pay(orderId, { amountMinor: 2_000, gatewayPaymentId: 'first' });
  await desk.pay(orderId, { amountMinor: 2_000, gatewayPaymentId: 'second' });
  const { rows } = await desk.database.query<{ payment: string; refund: string }>(
    `SELECT p.id AS payment, r.id AS refund FROM payments AS p JOIN refunds AS r ON r.payment_id = p.id
      WHERE p.order_id = $1 AND p.use <> 'order'`,
    [orderId],
  );
  const { payment = '', refund = '' } = rows[0] ?? {};
  await desk.send({ mail: 'tickets', orderId });
  await desk.send({ mail: 'payment_returned', orderId, paymentId: payment });
  await desk.send({ mail: 'refunded', orderId, refundId: refund });
  assert.equal(desk.smtp.received.length, 4);
  for (const { mail } of desk.smtp.received) {
    for (const part of [mail.html ?? '', mail.text ?? '']) {
      assert.match(part, /evil\.\u200cng/);
      assert.doesNotMatch(part, /evil\.ng|http:\/\/evil|eve@evil/);
    }
  }
});

test('an address that is none is refused without being offered to the server', async (t) => {
  const desk = await openDesk(t);
  const orderId = await desk.order({
    event: await desk.makeEvent(),
    buyer: { ...ADA, email: 'a\r\nRCPT TO:<b>' },
  });
  await desk.send({ mail: 'tickets', orderId });
  assert.deepEqual(desk.smtp.offered, []);
  assert.ok((await desk.mails())[0]?.refused_at);
});

test('money that bought nothing is announced, with how much goes back and why', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ name: 'Lagos Night', ticketTypes: [{ priceMinor: 1_000_000 }] });
  const orderId = await desk.order({ event, lines: [{ priceMinor: 1_000_000 }] });
  assert.equal(await desk.pay(orderId, { amountMinor: 900_000 }), 'refunded');
  assert.equal(await desk.pay(orderId, { amountMinor: 5_000, currency: 'USD' }), 'refunded');
  assert.equal(await desk.pay(orderId, { amountMinor: 1_000_000 }), 'settled');
  assert.equal(await desk.pay(orderId, { amountMinor: 1_000_000 }), 'refunded');
  await desk.database.query(`UPDATE payments SET use = 'late' WHERE amount_minor = 900000`);
  await startRunner(t, { url: desk.url, kinds: [desk.job] });
  await waitUntil('the mails are sent', () => desk.smtp.received.length === 4);
  const bySubject = new Map(desk.smtp.received.map(({ mail }) => [mail.subject, mail]));
  assert.match(
    bySubject.get('We are sending ₦9,000.00 back to you')?.text ?? '',
    /after the time to pay was over/,
  );
  assert.match(
    bySubject.get('We are sending USD\u00a050.00 back to you')?.text ?? '',
    /not the sum, or not the currency/,
  );
  assert.match(bySubject.get('We are sending ₦10,000.00 back to you')?.text ?? '', /paid already/);
  assert.ok(bySubject.has('Your ticket for Lagos Night'));
});

test('a refund is announced with the tickets that are void and those that stay', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ name: 'Regular', priceMinor: 1_000_000 }] });
  const orderId = await desk.order({ event, lines: [{ priceMinor: 1_000_000, quantity: 3 }] });
  await desk.pay(orderId, { amountMinor: 3_000_000 });
  const { rows } = await desk.database.query<{ refund_id: string }>(
    `SELECT add_refund(id, 1000000, 'host', 'a refund', now()) AS refund_id FROM payments`,
  );
  await desk.database.query('UPDATE tickets SET voided_at = now() WHERE position = 2');
  const payload = { mail: 'refunded', orderId, refundId: rows[0]?.refund_id ?? '' } as const;
  await desk.send(payload);
  await desk.send(payload);
  const { mail } = to(desk.smtp, ADA.email);
  assert.equal(mail.subject, 'Your refund of ₦10,000.00');
  assert.match(mail.text ?? '', /no longer admits anyone: ticket 2 \(Regular\)\./);
  assert.match(mail.text ?? '', /2 tickets stay good/);
});

test('of a refund that was settled by hand nobody says that it goes back the way it came', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ priceMinor: 1_000_000 }] });
  const orderId = await desk.order({ event, lines: [{ priceMinor: 1_000_000, quantity: 1 }] });
  await desk.pay(orderId, { amountMinor: 1_000_000 });
  const { rows } = await desk.database.query<{ refund_id: string }>(
    `SELECT add_refund(id, 1000000, 'host', 'a refund', now()) AS refund_id FROM payments`,
  );
  await desk.database.query(`UPDATE refunds SET status = 'settled_by_hand', note = 'a remark of the host'`);
  await desk.send({ mail: 'refunded', orderId, refundId: rows[0]?.refund_id ?? '' });
  const { mail } = to(desk.smtp, ADA.email);
  assert.equal(mail.subject, 'Your refund of ₦10,000.00');
  assert.match(
    mail.text ?? '',
    /has settled your refund of ₦10,000.00 for .* It does not go back the way you paid\./,
  );
  assert.match(mail.text ?? '', /If you don’t know how you were given it, ask /);
  assert.doesNotMatch(mail.text ?? '', /goes back|Banks|remark/);
});
