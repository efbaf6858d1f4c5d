import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRunner, waitUntil } from '../../jobs/test-runner.fixture.ts';
import { ADA } from '../ticket-world.fixture.ts';
import { BIMBO, CHECKOUT_URL, openDesk, textOfPdf, to } from './send-mail-job.fixture.ts';

test('hosts’ and buyers’ words add no header, no recipient and no markup', async (t) => {
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

test('each ticket has its short code, in the HTML, the text and the PDF, in both languages', async (t) => {
  const desk = await openDesk(t);
  for (const [language, words] of [
    ['en', 'Short code'],
    ['fr', 'Code court'],
  ] as const) {
    const buyer = { ...ADA, email: `${language}@example.com` };
    const orderId = await desk.order({
      event: await desk.makeEvent(),
      lines: [{ quantity: 2 }],
      buyer,
      language,
    });
    const { tickets } = await desk.load(orderId);
    await desk.send({ mail: 'tickets', orderId });
    const received = to(desk.smtp, buyer.email);
    const pages = await textOfPdf(received);
    for (const [index, { shortCode, code }] of tickets.entries()) {
      assert.ok(received.mail.html?.includes(shortCode), received.mail.html);
      assert.match(received.mail.text ?? '', new RegExp(`${words}[\\s:]+${shortCode}`));
      assert.ok(pages[index]?.includes(shortCode), pages[index]);
      assert.ok(!received.mail.text?.includes(code));
    }
    assert.ok(received.mail.html?.includes(words));
  }
});

test('a buyer with open questions is told so, with the link, in both languages; nobody else is', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  const asks = async (orderId: string, resendKey: string): Promise<string[]> => {
    desk.smtp.received.length = 0;
    await desk.send({ mail: 'tickets', orderId, resendKey });
    const { receiptToken } = await desk.load(orderId);
    const told = desk.smtp.received.filter(({ mail }) => {
      const isTold = [mail.html, mail.text].map((part) => /has questions|a des questions/.test(part ?? ''));
      if (isTold.includes(true))
        assert.ok(
          mail.text?.includes(`billets, ${CHECKOUT_URL}`) || mail.text?.includes(`page, ${CHECKOUT_URL}`),
        );
      if (isTold.includes(true)) assert.ok(mail.html?.split(receiptToken).length === 3, 'beside the button');
      assert.equal(isTold[0], isTold[1]);
      return isTold[0];
    });
    return told.flatMap(({ envelope }) => envelope.to);
  };
  const [english, french] = await Promise.all(
    (['en', 'fr'] as const).map((language) =>
      desk.order({ event, lines: [{ quantity: 2 }], recipients: [ADA, BIMBO], language }),
    ),
  );
  assert(english && french);
  assert.deepEqual(await asks(english, 'nothing is asked'), []);
  await desk.database.query(
    `INSERT INTO questions (id, event_id, position, per, kind, label, is_required) VALUES (gen_random_uuid(), $1, 1, 'ticket', 'line', 'Size', true)`,
    [event.eventId],
  );
  assert.deepEqual(await asks(english, 'asked'), [ADA.email]);
  assert.deepEqual(await asks(french, 'asked'), [ADA.email]);
  await desk.database.query(
    `INSERT INTO answers (order_id, ticket_position, question_id, answer) SELECT $1, nr, id, 'M' FROM questions, generate_series(1, 2) AS nr`,
    [english],
  );
  assert.deepEqual(await asks(english, 'answered'), []);
  // By the embed the buyer was asked: only what must be answered is told again.
  await desk.database.query('UPDATE questions SET is_required = false');
  assert.deepEqual(await asks(french, 'never asked'), [ADA.email]);
  await desk.database.query(`UPDATE orders SET source = 'embed' WHERE id = $1`, [french]);
  assert.deepEqual(await asks(french, 'by the embed'), []);
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
    /amount or the currency does not match/,
  );
  assert.match(bySubject.get('We are sending ₦10,000.00 back to you')?.text ?? '', /already paid/);
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
  assert.match(mail.text ?? '', /2 tickets are still valid/);
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
    /has settled your refund of ₦10,000.00 for .* in another way than you paid\./,
  );
  assert.match(mail.text ?? '', /If you don’t know how you received it, contact /);
  assert.doesNotMatch(mail.text ?? '', /goes back|Banks|remark/);
});
