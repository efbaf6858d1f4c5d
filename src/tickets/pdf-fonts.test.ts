import assert from 'node:assert/strict';
import { test } from 'node:test';
import PdfKit from 'pdfkit';
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
