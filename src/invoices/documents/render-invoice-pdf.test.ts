import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { printQueues } from '../../../test/harness/print-queues.ts';
import { tagsOf } from '../../tickets/read-tags.fixture.ts';
import type { Invoice } from '../invoice.ts';
import { createInvoicePrinter } from './invoice-printer.ts';
import { renderInvoicePdf } from './render-invoice-pdf.ts';
import { GERMAN, GERMAN_CREDIT, KUWAITI, SAMPLES } from './sample-invoices.fixture.ts';

let library: PDFiumLibrary;
before(async () => {
  library = await PDFiumLibrary.init();
});
after(() => library.destroy());

async function pagesOf(invoice: Invoice): Promise<string[]> {
  const document = await library.loadDocument(await renderInvoicePdf(invoice));
  const pages = [...document.pages()].map((page) => page.getText().normalize('NFC').replaceAll(/\s+/g, ' '));
  document.destroy();
  return pages;
}

function assertHas(text: string | undefined, parts: string[]): void {
  for (const part of parts) assert.ok(text?.includes(part.normalize('NFC')), `${part} in ${text}`);
}

test('an invoice says everything that it has to, with the sums of two rates', async () => {
  const pages = await pagesOf(GERMAN);
  assert.equal(pages.length, 1);
  assertHas(pages[0], [
    'Invoice 2026-000042',
    'Kulturhaus Rosenstraße gGmbH Rosenstraße 12 Hinterhaus 10178 Berlin Germany Tax number DE123456789',
    'Billed to Atelier du Pont SARL Amélie Dubois 14 rue de la Roquette 75011 Paris France',
    'Date 19 November 2026',
    'Date of supply 5 December 2026',
    'Order TSR-8F3A-22C1-90BD-17E4',
    'Your reference PO 7781',
    'Winterreise: ein Liederabend',
    'Parkett, Reihe 1 bis 8 42.0567 each, without tax 3 7 % 126.17 8.83 135.00',
    'Booking fee 1 19 % 8.83 1.67 10.50',
    'Ermäßigt 7 % 126.17 8.83 135.00 VAT 19 % 34.01 6.46 40.47 All rates 160.18 15.29 175.47',
    'Total €175.47',
    'This invoice is paid.',
    'All amounts are in Euro (EUR).',
    'Amtsgericht Charlottenburg HRB 12345 B',
    'Page 1 of 1',
  ]);
});

test('a credit note names what it corrects, and an exemption its reason', async () => {
  const [credit] = await pagesOf(GERMAN_CREDIT);
  assertHas(credit, [
    'Credit note 2026-000043',
    'This credit note corrects invoice 2026-000042 of 19 November 2026.',
  ]);
  const [exempt] = await pagesOf(SAMPLES['GERMAN_EXEMPT'] ?? GERMAN);
  assertHas(exempt, ['Exempt 90.00 0.00 90.00', 'Exempt from tax (§ 4 Nr. 20 UStG) 90.00 0.00 90.00']);
});

test('an invoice without tax has no word of one, and what is not given leaves no gap', async () => {
  const [page = ''] = await pagesOf(KUWAITI);
  assertHas(page, ['Balcony 2 25.500', 'Total KWD 27.250', 'Billed to Amélie Dubois amelie@atelier.example']);
  assert.doesNotMatch(page, /tax|vat|net\b|your reference/i);
});

test('invoices are in their language, and numbers as the country writes them', async () => {
  const [french] = await pagesOf(SAMPLES['FRENCH'] ?? GERMAN);
  assertHas(french, [
    'Facture 2026-001204',
    'Date 19 novembre 2026',
    '3 412,32 187,68 3 600,00',
    'Page 1 sur 1',
  ]);
  const [portuguese] = await pagesOf(SAMPLES['PORTUGUESE'] ?? GERMAN);
  assertHas(portuguese, ['Fatura 2026-000007', 'IVA 6% 37,74 2,26 40,00']);
  const [japanese] = await pagesOf(SAMPLES['JAPANESE'] ?? GERMAN);
  assertHas(japanese, ['S seat', '20,000 2,000 22,000']);
});

/** Whether there is ink in the head of the first page, between these points from its left edge. */
async function hasInk(invoice: Invoice, { from, to }: { from: number; to: number }): Promise<boolean> {
  const document = await library.loadDocument(await renderInvoicePdf(invoice));
  const { data, width } = await document.getPage(0).render({ scale: 1, render: 'bitmap' });
  document.destroy();
  for (let y = 40; y < 110; y++)
    for (let x = from; x < to; x++) if ((data[(y * width + x) * 4] ?? 255) < 160) return true;
  return false;
}

test('an Arabic invoice is mirrored, its letters are shaped, and what is Latin in it stays as it is', async () => {
  const arabic: Invoice = { ...GERMAN, language: 'ar', country: 'EGYPT', currency: 'EGP' };
  const [left, right] = [
    { from: 48, to: 70 },
    { from: 525, to: 548 },
  ];
  assert.deepEqual([await hasInk(GERMAN, left), await hasInk(GERMAN, right)], [true, false]);
  assert.deepEqual([await hasInk(arabic, left), await hasInk(arabic, right)], [false, true]);
  const [page] = await pagesOf(arabic);
  // PDFium tells letters as they stand, from the left.
  const seen = (words: string): string => Array.from(words).toReversed().join('');
  assertHas(page, [
    '2026-000042',
    'TSR-8F3A-22C1-90BD-17E4',
    'Parkett, Reihe 1 bis 8',
    '135.00 8.83 126.17 7%',
    ...['فاتورة', 'تاريخ التوريد', 'النسبة', 'الإجمالي'].map(seen),
    `${seen('ج.م.')} 175.47`,
  ]);
});

test('many lines go over several pages, each with its number and what it belongs to', async () => {
  const pages = await pagesOf(SAMPLES['LONG'] ?? GERMAN);
  assert.ok(pages.length > 3);
  for (const [index, page] of pages.entries()) {
    assertHas(page, [`Page ${index + 1} sur ${pages.length}`, 'Facture', '2026-999999']);
    if (index < pages.length - 1) assertHas(page, ['Désignation']);
  }
  const all = pages.join(' ');
  for (let line = 1; line <= 75; line++) assertHas(all, [`Catégorie ${line} `]);
  assert.equal(all.split('Tous les taux').length, 2);
});

test('words of any length and in any script take two pages at most, and no time', async () => {
  const endless = `${'W'.repeat(20_000)} ${'w '.repeat(5_000)}`;
  const pages = await pagesOf({
    ...GERMAN,
    eventName: endless,
    footer: endless,
    seller: { ...GERMAN.seller, name: endless },
    buyer: { ...GERMAN.buyer, company: endless, name: endless, purchaseReference: endless },
    lines: GERMAN.lines.map((line) => ({ ...line, name: `${endless} 夜 🎉` })),
  });
  assert.ok(pages.length <= 2);
  assert.doesNotMatch(pages.join(), /[夜🎉]/u);
});

test('words as long as a form takes them are there to the last, and so are those of the host', async () => {
  const sentence = (end: string, length: number): string =>
    `${'Zweigniederlassung am Südwestkorso '.repeat(9).slice(0, length - end.length - 1)} ${end}`;
  const address = (end: string) => ({
    lines: [1, 2, 3].map((nr) => sentence(`line${end}${nr}`, 150)),
    postalCode: '10178',
    city: sentence(`city${end}`, 100),
    region: '',
    countryCode: 'DE',
  });
  const footer = [
    ...Array.from({ length: 15 }, (_, nr) => `Registered: ${nr + 1}`),
    sentence('last', 1_000 - 15 * 15),
  ];
  const pages = await pagesOf({
    ...GERMAN,
    seller: { ...GERMAN.seller, address: address('S'), email: sentence('mail@seller.example', 150) },
    buyer: {
      ...GERMAN.buyer,
      company: sentence('company', 200),
      name: sentence('name', 100),
      address: address('B'),
    },
  });
  assert.ok(pages.length <= 2);
  const ends = ['S', 'B'].flatMap((of) => [`line${of}1`, `line${of}2`, `line${of}3`, `city${of}`]);
  assertHas(pages[0], [...ends, 'company', 'name', 'mail@seller.example']);
  const [worded] = await pagesOf({ ...GERMAN, footer: footer.join('\n') });
  assertHas(worded, ['Registered: 15', ' last', 'Page 1 of 1']);
});

test('every part has a tag: the table has rows, and a rule is decoration', async () => {
  for (const invoice of Object.values(SAMPLES)) {
    const tags = await tagsOf(library, await renderInvoicePdf(invoice), 0);
    assert.equal(tags.filter((tag) => tag === 'H1').length, 1);
    assert.equal(tags.filter((tag) => tag === 'TH').length >= 3, true);
  }
  const tags = await tagsOf(library, await renderInvoicePdf(GERMAN), 0);
  // The names of the columns and three lines; below them, the rates and their sum.
  assert.equal(tags.filter((tag) => tag === 'TR').length, 7);
});

test('the thread prints the same as here, and the same invoice makes the same document', async () => {
  const expected = await renderInvoicePdf(GERMAN);
  assert.ok(expected.equals(await renderInvoicePdf(structuredClone(GERMAN))));
  const printer = createInvoicePrinter(printQueues);
  assert.ok(expected.equals(await printer.print(GERMAN, { facturX: false, queue: 'page' })));
  const pages = await printer.print(SAMPLES['LONG'] ?? GERMAN, { facturX: false, queue: 'mail' });
  assert.ok(pages.equals(await renderInvoicePdf(SAMPLES['LONG'] ?? GERMAN)));
});
