import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { rate, setRates, setTaxes } from '../../../orders/taxes.fixture.ts';
import { contrast } from '../../../values/contrast.ts';
import { HARDEST_GROUND } from '../../shared/accent.ts';
import { startReceiptOrders } from './receipt-orders.fixture.ts';

const { on, get, freeEvent, paidEvent, paidOrder } = await startReceiptOrders();
after(() => on.close());

type Said = {
  contactEmail?: string;
  terms?: string;
  refundPolicy?: string;
  taxNumber?: string;
  sellerName?: string;
  sellerAddress?: string;
  vatBasisPoints?: number;
};

async function say({ terms = '', refundPolicy = '', taxNumber = '', ...said }: Said): Promise<void> {
  await on.database.query(
    `UPDATE hosts SET contact_email = $1, terms = $2, refund_policy = $3, tax_number = $4, seller_name = $5, seller_address = $6,
                      vat_basis_points = $7`,
    [
      said.contactEmail ?? null,
      terms,
      refundPolicy,
      taxNumber,
      said.sellerName ?? '',
      said.sellerAddress ?? '',
      said.vatBasisPoints ?? null,
    ],
  );
}

async function inFrench({
  orderId,
  receiptToken,
}: {
  orderId: string;
  receiptToken: string;
}): Promise<string> {
  await on.database.query(`UPDATE orders SET language = 'fr' WHERE id = $1`, [orderId]);
  return (await get(receiptToken)).text;
}

test('the receipt says whom to ask, who sold the tickets and what was agreed to', async () => {
  await say({
    contactEmail: 'ask@harmattan.example',
    terms: 'No re-entry.\n\nNo glass.',
    refundPolicy: 'Until a week before.',
    taxNumber: '12345-0001',
  });
  const { receiptToken } = await paidOrder();
  const { text } = await get(receiptToken);
  const [, href = '', shown] =
    /<dt>Ask the host<\/dt><dd><a dir="ltr" href="([^"]*)">([^<]*)<\/a>/.exec(text) ?? [];
  assert.equal(shown, 'ask@harmattan.example');
  assert.match(decodeURIComponent(href), /^mailto:ask@harmattan\.example\?subject=Event \d+ · TSR-/);
  assert.match(text, /<dt>Sold by<\/dt><dd><bdi>Harmattan Nights<\/bdi><p>Tax number 12345-0001<\/p><\/dd>/);
  assert.match(
    text,
    /<summary>Terms of sale<\/summary><p class="paper" id="terms" dir="auto">No re-entry\.\n\nNo glass\.<\/p>/,
  );
  assert.match(
    text,
    /<summary>Refund policy<\/summary><p class="paper" dir="auto">Until a week before\.<\/p>/,
  );
});

test('also while the database fails, who has the link is told whom to ask, of a page that was shown before', async () => {
  await say({ contactEmail: 'ask@harmattan.example' });
  const [seen, unseen] = [await paidOrder(), await paidOrder()];
  assert.equal((await get(seen.receiptToken)).status, 200);
  await on.database.query('ALTER TABLE orders RENAME TO orders_away');
  const [again, other] = [await get(seen.receiptToken), await get(unseen.receiptToken)];
  const pressed = await get(seen.receiptToken, '/resend', { method: 'POST' });
  await on.database.query('ALTER TABLE orders_away RENAME TO orders');
  for (const { status, text } of [again, other, pressed]) {
    assert.equal(status, 500);
    assert.match(text, /<h1>One moment, please<\/h1>/);
  }
  for (const { text } of [again, pressed])
    assert.match(text, /Ask Harmattan Nights: <a href="mailto:ask@harmattan\.example\?subject=Event%20\d+/);
  assert.doesNotMatch(other.text, /mailto|Harmattan/);
  assert.match(other.text, /It names the host: ask them if you can’t wait\./);
});

test('if the host said nothing, nothing of it is there', async () => {
  await say({});
  const { receiptToken } = await paidOrder();
  const { text } = await get(receiptToken);
  assert.match(text, /<div class="on-paper"><dt>Sold by<\/dt><dd><bdi>Harmattan Nights<\/bdi><\/dd>/);
  assert.doesNotMatch(text, /mailto:|Tax number|VAT|Terms of sale|Refund policy|agreed/);
});

/** The lines of sums, as they are read. */
const sumsIn = (text: string): string[] =>
  [...text.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].map(
    ([, name = '', sum]) => `${name.replaceAll(/<[^>]+>/g, '')}: ${sum}`,
  );

test('a paid order’s receipt names seller, VAT and payment way, and a refund its part of the VAT', async () => {
  await say({
    taxNumber: '12345-0001',
    sellerName: 'Harmattan Limited',
    sellerAddress: '1 Marina Road\nLagos',
    vatBasisPoints: 750,
  });
  const { receiptToken, orderId } = await paidOrder({ quantities: [2] });
  const { text } = await get(receiptToken);
  assert.match(text, /<h2 id="summary">Receipt<\/h2>/);
  assert.match(
    text,
    /<dd><bdi>Harmattan Limited<\/bdi><p class="address" dir="auto">1 Marina Road\nLagos<\/p><p>Tax number 12345-0001<\/p><\/dd>/,
  );
  assert.match(text, /<dt>Paid with<\/dt><dd>Test payment<\/dd>/);
  assert.deepEqual(sumsIn(text), [
    '2 × Regular: ₦20,000.00',
    'Fees: ₦1,200.00',
    'Paid: ₦21,200.00',
    'of which VAT 7.5%: ₦1,479.07',
  ]);
  // One of two tickets went back: the rest of the VAT is that of what is left.
  await on.database.query(
    `SELECT add_refund(p.id, 1060000, 'host', 'a refund', now()) FROM payments AS p WHERE p.order_id = $1`,
    [orderId],
  );
  assert.deepEqual(sumsIn((await get(receiptToken)).text).slice(3), [
    'of which VAT 7.5%: ₦1,479.07',
    'Being returned: -₦10,600.00',
    'of which VAT 7.5%: -₦739.54',
  ]);
});

test('a receipt stays as it was when the host says something else', async () => {
  await say({ taxNumber: 'OLD-1', sellerName: 'Old Limited', vatBasisPoints: 750 });
  const early = await paidOrder();
  const unpaid = await on.order({ event: await paidEvent() });
  await say({ taxNumber: 'NEW-2', sellerAddress: '2 New Road', vatBasisPoints: 1_000 });
  const late = await paidOrder();
  const [old, next] = [(await get(early.receiptToken)).text, (await get(late.receiptToken)).text];
  assert.match(old, /<dd><bdi>Old Limited<\/bdi><p>Tax number OLD-1<\/p>/);
  assert.match(old, /of which VAT 7\.5%/);
  assert.doesNotMatch(old, /NEW-2|2 New Road/);
  assert.match(
    next,
    /<dd><bdi>Harmattan Nights<\/bdi><p class="address" dir="auto">2 New Road<\/p><p>Tax number NEW-2<\/p>/,
  );
  assert.match(next, /of which VAT 10%/);
  // An unpaid order has no receipt: no VAT, and the seller as it is now.
  const { text } = await get(unpaid.receiptToken);
  assert.match(text, /Your order/);
  assert.match(text, /Tax number NEW-2/);
  assert.doesNotMatch(text, /VAT|data-print/);
  await assert.rejects(
    on.database.query('UPDATE seller_facts SET name = name'),
    /seller_facts is append only/,
  );
});

test('a receipt has a line of tax for each rate of its order, and so has a refund', async () => {
  await say({ vatBasisPoints: 750 });
  const event = await on.makeEvent({
    ticketTypes: [{ priceMinor: 107_500 }, { priceMinor: 105_000 }, { priceMinor: 20_000 }],
  });
  const rates = [rate('Reduced VAT', 'reduced', 500), rate('Schools', 'exempt')];
  const app = { app: { database: on.database } };
  const { rows } = await on.database.query<{ hostId: string }>(
    'SELECT host_id AS "hostId" FROM events WHERE id = $1',
    [event.eventId],
  );
  await setTaxes(app, { hostId: rows[0]?.hostId ?? '' }, { taxRates: rates });
  await setRates(app, event.skus, [null, ...rates]);
  const { receiptToken, orderId, totalMinor } = await on.order({ event, quantities: [1, 1, 1] });
  await on.link(orderId);
  await on.settle(orderId, totalMinor);
  await on.database.query(
    `SELECT add_refund(p.id, p.amount_minor, 'host', 'all', now()) FROM payments AS p WHERE p.order_id = $1`,
    [orderId],
  );
  const lines = sumsIn((await get(receiptToken)).text).filter((line) => line.startsWith('of which'));
  const [paid, back] = [lines.slice(0, 3), lines.slice(3)];
  assert.match(paid[0] ?? '', /^of which VAT 7\.5%: ₦/);
  assert.match(paid[1] ?? '', /^of which Reduced VAT 5%: ₦50\.00/);
  assert.match(paid[2] ?? '', /^of which exempt from tax \(Schools\): ₦200\.00/);
  assert.deepEqual(
    back,
    paid.map((line) => line.replace('₦', '-₦')),
  );
});

test('in French it is said in French', async () => {
  await say({ contactEmail: 'ask@harmattan.example', refundPolicy: 'Jamais.', taxNumber: '12345-0001' });
  const text = await inFrench(await on.order({ event: await freeEvent() }));
  assert.match(text, /<dt>Écrire à l’organisateur<\/dt>/);
  assert.match(
    text,
    /<dt>Vendu par<\/dt><dd><bdi>Harmattan Nights<\/bdi><p>Numéro fiscal 12345-0001<\/p><\/dd>/,
  );
  assert.match(text, /<summary>Conditions de remboursement<\/summary><p class="paper" id="terms"/);
  assert.doesNotMatch(text, /Conditions de vente/);
});

test('doors, start and end are told, and where the map is, to those who may know the place', async () => {
  await say({});
  const event = await paidEvent({
    startsAt: new Date('2038-03-05T18:30:00Z'),
    closesAt: new Date('2038-03-05T22:00:00Z'),
    street: '12 Marina Road',
    lat: 6.45,
    lng: 3.4,
    hideLocation: true,
  });
  await on.database.query('UPDATE events SET doors_minutes = 90 WHERE id = $1', [event.eventId]);
  const unpaid = await get((await on.order({ event })).receiptToken);
  assert.match(unpaid.text, /Doors 18:00 · starts 19:30 · ends 23:00 WAT/);
  assert.doesNotMatch(unpaid.text, /google|6\.45|Marina/);
  const { text } = await get((await paidOrder({ event })).receiptToken);
  assert.match(text, /12 Marina Road/);
  // The shared link is the page that anybody may see, and opens nothing of the order.
  const shared = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(text)?.[1] ?? '';
  assert.match(decodeURIComponent(shared), new RegExp(`\\n${on.url}/events/${event.slug}$`));
  assert.match(text, new RegExp(`id="share"[^>]*data-address="${on.url}/events/${event.slug}"`));
  assert.match(
    text,
    /<a href="https:\/\/www\.google\.com\/maps\/search\/\?api=1&amp;query=6\.45%2C3\.4" target="_blank" rel="noopener noreferrer">Open the map<\/a>/,
  );
});

test('hostile words of a host are text', async () => {
  const event = await freeEvent();
  for (const hostile of HOSTILE_TEXTS) {
    await say({
      contactEmail: `${hostile.slice(0, 200)}@evil.example`,
      terms: hostile,
      refundPolicy: hostile,
      taxNumber: hostile.slice(0, 60),
      sellerName: hostile.slice(0, 200),
      sellerAddress: hostile.slice(0, 500),
    });
    const { receiptToken } = await on.order({ event });
    const { text } = await get(receiptToken);
    assert.doesNotMatch(
      text,
      /<(script(?! type="module")|img|iframe|base|form action="http|object|embed|video|meta http)/,
      hostile,
    );
    assert.doesNotMatch(text, /href="(javascript|http:\/\/evil|\/\/evil)/, hostile);
    for (const [, href = ''] of text.matchAll(/href="(mailto:[^"]*)"/g))
      assert.deepEqual([...new URL(href.replaceAll('&amp;', '&')).searchParams.keys()], ['subject'], hostile);
  }
});

test('a single ticket is spoken of as one, in French too', async () => {
  await say({});
  const order = await on.order({ event: await freeEvent() });
  await on.database.query(`UPDATE tickets SET voided_at = now() WHERE order_id = $1`, [order.orderId]);
  const text = await inFrench(order);
  assert.match(text, /<h1>Votre billet a été annulé<\/h1>/);
  assert.match(text, /Le billet ci-dessous est annulé\u00a0: il ne permet plus d’entrer\./);
});

test('the clock of Accra is Greenwich’s, and is called so in French', async () => {
  const event = await freeEvent({ country: 'GHANA', timezone: 'Africa/Accra' });
  const text = await inFrench(await on.order({ event }));
  assert.match(text, /\d\d:\d\d GMT</);
  assert.doesNotMatch(text, /UTC/);
});

test('a reader of the receipt may ask for another language, and keeps it through a button and the pages of tickets', async () => {
  await say({});
  const event = await freeEvent({ ticketTypes: [{ priceMinor: 0, maximumPerOrder: 100 }] });
  const { receiptToken } = await on.order({ event, quantities: [21] });
  const { text } = await get(receiptToken, '?lang=fr');
  assert.match(text, /<html lang="fr"/);
  assert.match(text, /<a lang="en" hreflang="en" href="\?lang=en">English<\/a>/);
  assert.match(text, new RegExp(`action="${receiptToken}/resend\\?lang=fr"`));
  assert.match(text, new RegExp(`href="${receiptToken}\\?tickets=2&amp;lang=fr#tickets"`));
  const resent = await get(receiptToken, '/resend?lang=fr', { method: 'POST', redirect: 'manual' });
  assert.equal(resent.headers.get('location'), `../${receiptToken}?notice=resent&lang=fr`);
  assert.match((await get(receiptToken)).text, /<html lang="en"/);
  assert.match((await get('nothing', '?lang=fr')).text, /<html lang="fr"/);
});

test('the receipt has the colour of its event, and what is written in it can be read', async () => {
  const event = await freeEvent();
  const { receiptToken } = await on.order({ event });
  assert.match((await get(receiptToken)).text, /:root\{--accent:#0d5c60;/);
  await on.database.query(`UPDATE events SET embed_color = 'ffd400' WHERE id = $1`, [event.eventId]);
  const { text } = await get(receiptToken);
  const [, words = ''] =
    /:root\{--accent:#ffd400;--on-accent:#000000;--accent-text:#(\w{6})\}/.exec(text) ?? [];
  assert.ok(contrast(words, HARDEST_GROUND.light) >= 4.5, words);
});
