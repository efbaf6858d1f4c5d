import assert from 'node:assert/strict';
import { test } from 'node:test';
import PdfKit from 'pdfkit';
import { COUNTRY_NAMES } from '../money/countries.ts';
import { printedPrice } from './draw-ticket-page.ts';
import { registerFonts, setIn } from './pdf-fonts.ts';

const FRENCH = 'àâæçéèêëîïôœùûüÿ ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ « “ ” ‘ ’ … – — × °';

test('every face has all letters and signs of French', async () => {
  const document = new PdfKit({ autoFirstPage: false });
  await registerFonts(document);
  for (const face of ['sans', 'sans-medium', 'serif'] as const) {
    assert.deepEqual(setIn(document, face, FRENCH), { face, text: FRENCH });
  }
});

test('a narrow no-break space, which not every face has, is a plain one on a ticket', async () => {
  const document = new PdfKit({ autoFirstPage: false });
  await registerFonts(document);
  const price = new Intl.NumberFormat('fr', { style: 'currency', currency: 'EUR' }).format(15_850);
  assert.match(price, /\u202f.*\u00a0/);
  for (const face of ['sans', 'sans-medium', 'serif'] as const) {
    assert.deepEqual(setIn(document, face, price), { face, text: '15 850,00 €' });
  }
});

test('a price of every country is whole on a ticket, with its currency', async () => {
  const document = new PdfKit({ autoFirstPage: false });
  await registerFonts(document);
  for (const country of COUNTRY_NAMES)
    for (const language of ['en', 'fr'] as const) {
      const price = printedPrice(document, { paidMinor: 1_234_567, country, language, free: 'Free' });
      const { text } = setIn(document, 'serif', price);
      assert.match(text, /[\p{Letter}\p{Currency_Symbol}]/u, `${country}: ${text}`);
      assert.equal(text, price.replaceAll(/\s/g, ' '), country);
    }
});

test('a face of Arabic letters is opened for these alone', async () => {
  const document = new PdfKit({ autoFirstPage: false });
  await registerFonts(document);
  const opened = new Set<unknown>();
  const font = document.font.bind(document);
  document.font = (face: unknown) => {
    opened.add(face);
    return font(face as string);
  };
  setIn(document, 'sans', 'Adéṣínà, Lagos “Rooftop” ₦ 😀');
  assert.deepEqual(opened, new Set(['sans', 'serif']));
  setIn(document, 'sans', 'أحمد');
  assert.ok(opened.has('arabic'));
});
