import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { renderInvoicePdf } from '../render-invoice-pdf.ts';
import { EUROPEAN, GERMAN, GERMAN_CREDIT, KUWAITI, OTHERS } from '../sample-invoices.fixture.ts';
import { whyNoFacturX } from './why-no-factur-x.ts';
import { writeCii } from './write-cii.ts';

// test/long/factur-x.long.ts has the files read by a validator of others.

/** The texts of the elements of that name. */
const inside = (xml: string, name: string): string[] =>
  Array.from(
    xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(.*?)</ram:${name}>`, 'g')),
    ([, text = '']) => text,
  );

test('a PDF by choice has the invoice for programs attached, and is a PDF/A-3', async () => {
  const pdf = await renderInvoicePdf(GERMAN, { facturX: true });
  const text = pdf.toString('latin1');
  for (const part of [
    '/AFRelationship /Alternative',
    '(factur-x.xml)',
    '/S /GTS_PDFA1',
    '<pdfaid:part>3<',
    '<fx:ConformanceLevel>EN 16931<',
  ])
    assert.ok(text.includes(part), part);
  const [, length = '0'] = /\/Type \/EmbeddedFile[\s\S]*?\/Length (\d+)/.exec(text) ?? [];
  const start = text.indexOf('stream\n', text.indexOf('/Type /EmbeddedFile')) + 'stream\n'.length;
  assert.equal(inflateSync(pdf.subarray(start, start + Number(length))).toString(), writeCii(GERMAN));
  assert.ok(
    pdf.equals(await renderInvoicePdf(GERMAN, { facturX: true })),
    'the same invoice makes the same document',
  );
  assert.doesNotMatch((await renderInvoicePdf(GERMAN)).toString('latin1'), /EmbeddedFile|pdfaid/);
});

test('an invoice that can’t be one of EN 16931 is a plain PDF, and it is told why', async () => {
  for (const invoice of Object.values(EUROPEAN)) assert.equal(whyNoFacturX(invoice), null);
  assert.equal(whyNoFacturX({ ...GERMAN, seller: { ...GERMAN.seller, address: null } }), 'seller_address');
  assert.equal(whyNoFacturX(KUWAITI), 'seller_tax_number');
  assert.equal(whyNoFacturX(OTHERS.NIGERIAN), 'buyer_address');
  assert.equal(whyNoFacturX({ ...GERMAN, currency: 'KWD' }), 'three_decimals');
  assert.equal(whyNoFacturX(OTHERS.MIXED), 'untaxed_part');
  for (const invoice of Object.values(OTHERS)) {
    const asked = await renderInvoicePdf(invoice, { facturX: true });
    assert.ok(asked.equals(await renderInvoicePdf(invoice)));
  }
});

test('lines are net, with a price that gives their sum again; sums are by rate', () => {
  const xml = writeCii(GERMAN);
  assert.deepEqual(inside(xml, 'ChargeAmount'), ['42.05666667', '8.39333333', '8.83000000']);
  assert.deepEqual(inside(xml, 'LineTotalAmount'), ['126.17', '25.18', '8.83', '160.18']);
  assert.deepEqual(inside(xml, 'BasisAmount'), ['126.17', '34.01']);
  assert.deepEqual(inside(xml, 'CalculatedAmount'), ['8.83', '6.46']);
  assert.deepEqual(inside(xml, 'RateApplicablePercent'), ['7.00', '19.00', '19.00', '7.00', '19.00']);
  assert.deepEqual(inside(xml, 'GrandTotalAmount'), ['175.47']);
  assert.deepEqual(inside(xml, 'DuePayableAmount'), ['0.00']);
});

test('a credit note has its own type, amounts that are positive, and what it corrects', () => {
  const xml = writeCii(GERMAN_CREDIT);
  assert.deepEqual(inside(xml, 'TypeCode')[0], '381');
  assert.match(xml, /<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>2026-000042<.*?>20261119</);
  assert.doesNotMatch(xml, />-\d/);
  assert.match(writeCii(GERMAN), /<ram:TypeCode>380</);
  assert.doesNotMatch(writeCii(GERMAN), /InvoiceReferencedDocument/);
});

test('an exemption says why, and an invoice without tax has no VAT number', () => {
  const exempt = writeCii(EUROPEAN.GERMAN_EXEMPT);
  assert.deepEqual(inside(exempt, 'ExemptionReason'), ['Exempt from tax (§ 4 Nr. 20 UStG)']);
  assert.deepEqual(inside(exempt, 'CategoryCode'), ['E', 'S', 'E', 'S']);
  assert.deepEqual(inside(writeCii(EUROPEAN.BRITISH), 'CategoryCode'), ['S', 'Z', 'S', 'Z']);
  const untaxed = writeCii(EUROPEAN.SWISS);
  assert.deepEqual(inside(untaxed, 'CategoryCode'), ['O', 'O']);
  assert.doesNotMatch(untaxed, /SpecifiedTaxRegistration|RateApplicablePercent/);
});

test('two rates that differ by their names are one sum', () => {
  const [reduced, standard] = GERMAN.taxes;
  assert(reduced && standard);
  const other = { ...reduced, rate: { ...reduced.rate, name: 'Bücher' } };
  const xml = writeCii({ ...GERMAN, taxes: [reduced, other, standard] });
  assert.deepEqual(inside(xml, 'BasisAmount'), ['252.34', '34.01']);
});

test('words of people stay text, and signs that XML lacks are left out', () => {
  const xml = writeCii(EUROPEAN.SIGNS);
  assert.equal(inside(xml, 'Content')[0], '&lt;Rock &amp; Roll&gt; &quot;live&quot; ]]&gt;');
  assert.ok(xml.includes('<ram:Name>Müller &amp; Söhne &lt;KG&gt;</ram:Name>'));
});
