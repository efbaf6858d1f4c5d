import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ReceivedMail } from '../../../test/harness/smtp.ts';
import type { Language } from '../../values/language.ts';
import { ADA } from '../ticket-world.fixture.ts';
import { BIMBO, calendarOf, CHECKOUT_URL, openDesk, textOfPdf, type Desk } from './send-mail-job.fixture.ts';

/** Every kind of mail about one order, to the buyer and to a guest. */
async function sendAllKinds(t: TestContext, language: Language): Promise<{ desk: Desk; orderId: string }> {
  const desk = await openDesk(t);
  // A tongue of neither, so that whatever is English or French is ours.
  const event = await desk.makeEvent({
    name: 'Ọdún Ọ̀ṣun',
    hostMessage: 'Ẹ kú àbọ̀',
    directions: 'Ọ̀nà',
    street: 'Adéọlá 12',
    ticketTypes: [
      { name: 'Ààyè', priceMinor: 1_000_000 },
      { name: 'Ọ̀fẹ́', priceMinor: 0 },
    ],
  });
  const orderId = await desk.order({
    event,
    language,
    lines: [{ priceMinor: 1_000_000, quantity: 11, name: 'Ààyè' }, { name: 'Ọ̀fẹ́' }],
    recipients: [...Array.from({ length: 11 }, () => ADA), BIMBO],
  });
  await desk.pay(orderId, { amountMinor: 900_000, gatewayPaymentId: 'mismatch' });
  await desk.pay(orderId, { amountMinor: 11_000_000, gatewayPaymentId: 'order' });
  await desk.pay(orderId, { amountMinor: 11_000_000, gatewayPaymentId: 'surplus' });
  await desk.pay(orderId, { amountMinor: 11_000_000, gatewayPaymentId: 'late' });
  await desk.database.query(`UPDATE payments SET use = 'late' WHERE gateway_payment_id = 'late'`);
  await desk.send({ mail: 'tickets', orderId });
  await desk.send({ mail: 'tickets', orderId, resendKey: 'a correction', isReplacement: true });
  await desk.send({ mail: 'tickets', orderId, resendKey: 'renamed:1', isForBuyerOnly: true, renamed: 2 });
  const { rows: payments } = await desk.database.query<{ id: string; use: string }>(
    'SELECT id, use FROM payments WHERE order_id = $1',
    [orderId],
  );
  for (const { id: paymentId, use } of payments) {
    if (use !== 'order') await desk.send({ mail: 'payment_returned', orderId, paymentId });
  }
  const paidBy = payments.find(({ use }) => use === 'order')?.id;
  const { rows: refunds } = await desk.database.query<{ id: string }>(
    `SELECT add_refund($1, 1000, 'host', 'refund ' || nr, now()) AS id FROM generate_series(1, 2) AS nr`,
    [paidBy],
  );
  const [sent, byHand] = refunds.map(({ id }) => id);
  await desk.database.query(`UPDATE refunds SET status = 'settled_by_hand', note = 'Ó' WHERE id = $1`, [
    byHand,
  ]);
  await desk.database.query('UPDATE tickets SET voided_at = now() WHERE position = 2');
  await desk.send({ mail: 'refunded', orderId, refundId: sent ?? '' });
  await desk.send({ mail: 'refunded', orderId, refundId: byHand ?? '' });
  return { desk, orderId };
}

/** All that a person reads of a mail, part by part. */
async function partsOf(received: ReceivedMail): Promise<Record<string, string>> {
  const { subject = '', html = '', text = '', attachments } = received.mail;
  const shown = html.replace(/<style[\s\S]*?<\/style>/g, '');
  const descriptions = [...shown.matchAll(/ alt="([^"]*)"/g)].map(([, description]) => description);
  return {
    subject,
    html: [...descriptions, shown.replace(/<[^>]*>/g, ' ')].join(' '),
    text,
    ...(attachments.length > 0 && {
      files: attachments.map(({ filename }) => filename).join(' '),
      pdf: (await textOfPdf(received)).join('\n'),
      calendar: /DESCRIPTION:.*/.exec(calendarOf(received))?.[0].slice('DESCRIPTION:'.length) ?? '',
    }),
  };
}

// Each text of ours has one of its language's, and none of the other's.
const WORDS: Record<Language, RegExp> = {
  en: word(
    'about|admits?|all|amount|and|are|at|back|below|by|discount|door|each|fees|for|free|from|getting|hello|in|is|it|lets|lost|of|one|order|paid|presents|refund|row|seat|see|show|the|these|tickets?|way|we|when|where|you|your',
  ),
  fr: word(
    'accès|affiche|au|avez|billets?|bonjour|ce|chaque|commande|dans|envoyé|gratuit|l’entrée|les|lieu|montant|nom|nous|organisé|où|par|payé|placement|pour|présente|présentez|quand|rang|remboursement|remise|une|utilisez|voir|vos|votre|vous',
  ),
  pt: word(
    'bilhetes?|cancelado|cartaz|como|data|devolver|devolução|dúvidas|encomenda|fila|grátis|início|lhe|local|lugar|mensagem|olá|onde|pago|para|pelo|por|portas|quando|recebe|reembolso|seus?|suas?|taxas|valor|ver',
  ),
  es: word(
    'anulada|calendario|devolvemos|cartel|correo|dónde|entradas?|evento|fecha|fila|gastos|gratis|hola|importe|lugar|mensaje|para|pedido|por|puertas|reembolso|su|sus|usted|ver',
  ),
  de: word(
    'beginn|bestellung|der|die|eine?|erstatten|erstattung|für|gebühren|hallo|ihre?n?|mail|ort|platz|plakat|präsentiert|reihe|sie|tickets?|veranstaltung|von|wir|wo',
  ),
  it: word(
    'biglietti|biglietto|buongiorno|calendario|commissioni|data|di|dove|evento|fila|gratis|il|importo|inizio|locandina|mail|messaggio|nuovo|ordine|per|posto|restituiamo|rimborso|suo|tutto',
  ),
  sw: word(
    'ada|bango|barua|bila|habari|imeghairiwa|jumla|kiasi|kiti|kwa|lini|linaanza|mahali|malipo|milango|msimbo|na|oda|safu|tarehe|tiketi|tukio|tunakurejeshea|ujumbe|unarejeshewa|wapi|ya|yako',
  ),
  // The names of the files are Latin. PDFium tells letters as they stand, from the left.
  ar: word(
    'تذكرت?ا?ك?|تذاكرك?|التذاكر|التذكرة|الموعد|المكان|الطلب|طلبك|طلب|مرحبًا|الرسوم|الخصم|مجانًا|المبلغ|مبلغ|نعيد|ألغت|أُلغيت|لفعالية|فعالية|موعد|رسالة|من|ملصق|تقدّم|إليك|عرض|عبر|الصف|المقعد|ةركذتلا|tickets?|poster',
  ),
};

function word(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
}

for (const [language, other] of [
  ['en', 'fr'],
  ['fr', 'en'],
  ['pt', 'en'],
  ['es', 'en'],
  ['de', 'fr'],
  ['it', 'fr'],
  ['sw', 'en'],
  ['ar', 'fr'],
] as const) {
  test(`a purchase in ${language} is told in no word of ${other}, in each part of each mail, to guests too`, async (t) => {
    const { desk, orderId } = await sendAllKinds(t, language);
    const { reference } = (await desk.load(orderId)).order;
    assert.equal(desk.smtp.received.length, 10);
    for (const received of desk.smtp.received) {
      assert.ok(received.mail.html?.includes(`<html lang="${language}" dir="`));
      for (const [part, text] of Object.entries(await partsOf(received))) {
        const ours = text.replaceAll(new RegExp(`${CHECKOUT_URL}\\S*`, 'g'), '').replaceAll(reference, '');
        assert.match(ours, WORDS[language], `${received.mail.subject}: ${part}`);
        assert.doesNotMatch(ours, WORDS[other], `${received.mail.subject}: ${part}`);
      }
    }
  });
}

test('money, dates and times of a French mail are as French writes them', async (t) => {
  const { desk, orderId } = await sendAllKinds(t, 'fr');
  const { event } = await desk.load(orderId);
  const date = new Intl.DateTimeFormat('fr', { dateStyle: 'full', timeZone: event.timezone }).format(
    event.startsAt,
  );
  const subjects = desk.smtp.received.map(({ mail }) => mail.subject);
  assert.ok(subjects.includes('Vos billets pour Ọdún Ọ̀ṣun'.normalize('NFC')), subjects.join('\n'));
  assert.ok(subjects.includes('Nous vous remboursons 9\u202f000,00\u00a0₦'), subjects.join('\n'));
  assert.ok(subjects.includes('Votre remboursement de 10,00\u00a0₦'), subjects.join('\n'));
  const [first] = desk.smtp.received;
  assert.ok(first);
  for (const part of [first.mail.html, first.mail.text, (await textOfPdf(first)).join('\n').toLowerCase()]) {
    assert.ok(part?.includes(date), `${date} in ${part}`);
  }
});
