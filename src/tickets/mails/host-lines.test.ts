import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/harness/hostile-texts.ts';
import { isEmailAddress } from '../../values/email-address.ts';
import type { Language } from '../../values/language.ts';
import { ADA } from '../ticket-world.fixture.ts';
import { BIMBO, CHECKOUT_URL, openDesk, textOfPdf, to, type Desk } from './send-mail-job.fixture.ts';

type Said = {
  name?: string;
  contactEmail?: string;
  terms?: string;
  refundPolicy?: string;
  taxNumber?: string;
};

/** A desk whose host has said this of itself. */
async function openDeskOf(t: TestContext, said: Said): Promise<Desk> {
  const desk = await openDesk(t);
  await say(desk, said);
  return desk;
}

async function say(desk: Desk, said: Said): Promise<void> {
  await desk.database.query(
    `UPDATE hosts SET name = $2, contact_email = $3, terms = $4, refund_policy = $5, tax_number = $6 WHERE id = $1`,
    [
      desk.host.hostId,
      said.name ?? 'Ẹ̀kọ́ Live',
      said.contactEmail ?? null,
      said.terms ?? '',
      said.refundPolicy ?? '',
      said.taxNumber ?? '',
    ],
  );
}

/** An order that gets every kind of mail: tickets to the buyer and to a guest, a payment too many, and its refund. */
async function sendAll(desk: Desk, language: Language = 'en'): Promise<{ receiptUrl: string; slug: string }> {
  const event = await desk.makeEvent({ name: 'Highlife Revival', ticketTypes: [{ priceMinor: 1_000 }] });
  const orderId = await desk.order({
    event,
    language,
    lines: [{ priceMinor: 1_000, quantity: 2 }],
    recipients: [ADA, BIMBO],
  });
  await desk.pay(orderId, { amountMinor: 2_000, gatewayPaymentId: 'first' });
  await desk.pay(orderId, { amountMinor: 2_000, gatewayPaymentId: 'second' });
  const { rows } = await desk.database.query<{ payment: string; refund: string; token: string }>(
    `SELECT p.id AS payment, r.id AS refund, o.receipt_token AS token
       FROM payments AS p JOIN refunds AS r ON r.payment_id = p.id JOIN orders AS o ON o.id = p.order_id
      WHERE p.order_id = $1 AND p.use <> 'order'`,
    [orderId],
  );
  const { payment = '', refund = '', token = '' } = rows[0] ?? {};
  await desk.send({ mail: 'tickets', orderId });
  await desk.send({ mail: 'payment_returned', orderId, paymentId: payment });
  await desk.send({ mail: 'refunded', orderId, refundId: refund });
  assert.equal(desk.smtp.received.length, 4);
  return { receiptUrl: `${CHECKOUT_URL}/orders/${token}`, slug: event.slug };
}

test('an answer to any mail goes to the host, whose address is in it to read and to press', async (t) => {
  const desk = await openDeskOf(t, { contactEmail: 'ask@eko-live.example' });
  await sendAll(desk);
  for (const { mail } of desk.smtp.received) {
    assert.deepEqual(
      mail.replyTo?.map(({ name, address }) => [name, address]),
      [['Ẹ̀kọ́ Live'.normalize('NFC'), 'ask@eko-live.example']],
      mail.subject,
    );
    assert.match(
      mail.html ?? '',
      /Questions about the event\? Contact Ẹ̀kọ́ Live: <a class="link" href="mailto:ask@eko-live\.example\?subject=Highlife%20Revival%20%C2%B7%20TSR-[\w-]+"[^>]*>ask@eko-live\.example<\/a>/,
      mail.subject,
    );
    assert.match(
      mail.text ?? '',
      /^Questions about the event\? Contact Ẹ̀kọ́ Live: ask@eko-live\.example$/m,
      mail.subject,
    );
  }
});

test('terms are linked: the buyer’s on the receipt, a guest’s on the page that anybody may read', async (t) => {
  const desk = await openDeskOf(t, { terms: 'No re-entry.', refundPolicy: 'Until a week before.' });
  const { receiptUrl, slug } = await sendAll(desk);
  for (const { mail, envelope } of desk.smtp.received) {
    const url = envelope.to.includes(ADA.email)
      ? `${receiptUrl}#terms`
      : `${CHECKOUT_URL}/${slug}/terms?lang=en`;
    assert.ok(mail.html?.includes(`href="${url}"`), mail.subject);
    assert.ok(mail.html?.includes('>Terms and refund policy</a>'), mail.subject);
    assert.ok(mail.text?.includes(`Terms and refund policy: ${url}\n`), mail.subject);
    assert.doesNotMatch(mail.html ?? '', /No re-entry|Until a week/);
  }
});

test('if the host said nothing, nothing is there', async (t) => {
  const desk = await openDeskOf(t, {});
  await sendAll(desk);
  for (const { mail } of desk.smtp.received) {
    assert.equal(mail.replyTo, undefined, mail.subject);
    for (const part of [mail.html ?? '', mail.text ?? '']) {
      assert.match(part, /Questions about the event\? Contact Ẹ̀kọ́ Live\./);
      assert.doesNotMatch(part, /mailto:|Terms|[Rr]efund policy|Tax number/);
    }
  }
  for (const page of await textOfPdf(to(desk.smtp, BIMBO.email)))
    assert.doesNotMatch(page, /Questions|Tax number|Sold by/);
});

test('in French they are said in French, on the ticket too', async (t) => {
  const desk = await openDeskOf(t, {
    contactEmail: 'ask@eko-live.example',
    refundPolicy: 'Jamais.',
    taxNumber: '12345-0001',
  });
  await sendAll(desk, 'fr');
  for (const { mail } of desk.smtp.received) {
    assert.match(
      mail.text ?? '',
      /Une question sur l’événement\u202f\? Contactez Ẹ̀kọ́ Live\u00a0: ask@eko-live\.example/,
    );
    assert.match(mail.text ?? '', /Conditions de remboursement\u00a0: https:/);
  }
  const [page = ''] = await textOfPdf(to(desk.smtp, BIMBO.email));
  assert.match(page, /Une question\s\? ask@eko-live\.example/);
  assert.match(page, /N° fiscal 12345-0001 · Vendu par Ẹ̀kọ́ Live/u);
});

test('the ticket has the host’s address and tax number in small print', async (t) => {
  const desk = await openDeskOf(t, {
    contactEmail: `${'a'.repeat(40)}@${'b'.repeat(40)}.example`,
    taxNumber: 'x '.repeat(30),
    name: 'H'.repeat(200),
  });
  await sendAll(desk);
  const [page = ''] = await textOfPdf(to(desk.smtp, BIMBO.email));
  assert.match(page, new RegExp(`Questions: a{40}@b{40}\\.example`));
  assert.match(page, /Tax number x x x/);
});

test('hostile words of a host add no header, no recipient, no link and no markup', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent();
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    await say(desk, {
      name: text.slice(0, 200),
      // A value that the database might have from elsewhere: the form refuses such an address.
      contactEmail: `${text.slice(0, 200)}@evil.example`,
      terms: text,
      refundPolicy: text,
      taxNumber: text.slice(0, 60),
    });
    const buyer = { ...ADA, email: `ada-${index}@example.com` };
    await desk.send({ mail: 'tickets', orderId: await desk.order({ event, buyer }) });
    const received = to(desk.smtp, buyer.email);
    const { mail, envelope } = received;
    assert.deepEqual(envelope.to, [buyer.email]);
    assert.ok(!mail.headers.some(({ key }) => key === 'bcc'), text);
    // An address that is none is nobody's: no answer is sent there.
    const address = `${text.slice(0, 200)}@evil.example`;
    assert.deepEqual(
      mail.replyTo?.map((replyTo) => replyTo.address),
      isEmailAddress(address) ? [address] : undefined,
      text,
    );
    assert.doesNotMatch(
      mail.html ?? '',
      /<script|<svg|<iframe|<object|<form|<meta http|<base|<link|onerror="/,
      text,
    );
    assert.doesNotMatch(mail.html ?? '', /href="(?!mailto:|https:\/\/tickets\.example\/)/, text);
    for (const href of (mail.html ?? '').matchAll(/href="(mailto:[^"]*)"/g)) {
      assert.deepEqual(
        [...new URL((href[1] ?? '').replaceAll('&#39;', "'")).searchParams.keys()],
        ['subject'],
        text,
      );
    }
    assert.equal((await textOfPdf(received)).length, 1);
  }
});
