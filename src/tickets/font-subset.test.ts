import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PdfKit from 'pdfkit';
import type { Pdf } from './fit-text.ts';
import { EVEN_FIGURES } from './font-subset.ts';
import { registerFonts } from './pdf-fonts.ts';

const FILES = {
  sans: 'TesseraSans-Regular.ttf',
  'sans-medium': 'TesseraSans-Medium.ttf',
  serif: 'TesseraSerif-Bold.ttf',
};
const FACES = Object.keys(FILES);
const ASCII = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 0x20 + index));

let library: PDFiumLibrary;
before(async () => {
  library = await PDFiumLibrary.init();
});
after(() => library.destroy());

/** Fonts that pdfkit reads, reduces and packs for this document alone. */
async function registerPlainly(pdf: Pdf): Promise<void> {
  for (const [face, file] of Object.entries(FILES))
    pdf.registerFont(face, await readFile(path.join(import.meta.dirname, 'fonts', file)));
}

async function print(register: (pdf: Pdf) => Promise<void>, lines: string[]): Promise<Buffer> {
  const pdf = new PdfKit({ size: [600, 400], margin: 10, info: { CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  await register(pdf);
  for (const face of FACES) for (const line of lines) pdf.font(face).fontSize(14).text(line);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

async function read(bytes: Buffer): Promise<{ text: string; pixels: Buffer }> {
  const document = await library.loadDocument(bytes);
  const page = document.getPage(0);
  // Before the page is rendered: that closes it.
  const text = page.getText();
  const { data } = await page.render({ scale: 2, render: 'bitmap' });
  document.destroy();
  return { text, pixels: Buffer.from(data) };
}

for (const [what, lines] of Object.entries({
  'of English': [ASCII, 'The quick brown fox jumps over the lazy dog, 0123456789.'],
  'of Yorùbá, Igbo, Hausa, Twi and French': [
    'Ẹ̀kọ́ ọ̀ṣun Bímbọ́ Adéṣínà, ₦15,850.00',
    'Ụlọ ị́kwé ɓɗƙƴ Ɛyɛ Ɔdɔ ŋ Où ça ? «Œuvre», 20 €',
  ],
  'of German, Spanish, Italian and Portuguese': [
    'Größe, Übermut, „ja“',
    '¿Qué? ¡Sí! Año, ½',
    '«È così», più',
    'João, ações',
  ],
  'of other languages': ['Дом на реке', 'Αθήνα', 'Đường Nguyễn Huệ', 'Łódź, İstanbul, Þór'],
  'that were kept and such that were not': ['Ada Обы and Ọbị Δέλτα', ASCII],
})) {
  test(`letters ${what} look and are read out as without what is kept`, async () => {
    const [plain, kept] = [await print(registerPlainly, lines), await print(registerFonts, lines)];
    const [expected, actual] = [await read(plain), await read(kept)];
    assert.equal(actual.text, expected.text);
    assert.ok(actual.pixels.equals(expected.pixels), 'the same picture');
  });
}

test('any two common letters stand as far apart as when the font lays them out', async () => {
  const [plain, kept] = [new PdfKit(), new PdfKit()];
  await registerPlainly(plain);
  await registerFonts(kept);
  for (const face of FACES) {
    for (const first of ASCII.slice(1)) {
      // No spaces: words are laid out one by one.
      const text = Array.from(ASCII.slice(1), (second) => first + second).join('');
      assert.equal(
        kept.font(face).widthOfString(text),
        plain.font(face).widthOfString(text),
        `${face} ${first}`,
      );
    }
  }
});

test('no document knows what another had: the same text makes the same bytes', async () => {
  const lines = ['Ọṣun, Δ and Ω', 'Москва'];
  const first = await print(registerFonts, lines);
  // The ohm and the increment are other characters, which a font may draw with the same glyphs.
  await print(registerFonts, ['\u2126 \u2206 \u00b5 \u2010', 'Пермь']);
  assert.ok((await print(registerFonts, lines)).equals(first));
});

test('a font file has the letters of its document alone, where these are none of the common ones', async () => {
  const [few, many] = [
    await print(registerFonts, ['Ж']),
    await print(registerFonts, ['Съешь ещё этих мягких булок']),
  ];
  assert.ok(few.length + 3 * 1_000 < many.length, `${few.length} and ${many.length} bytes`);
});

test('figures of one width: amounts below each other align, whatever letters stand beside them', async () => {
  const pdf = new PdfKit();
  await registerFonts(pdf);
  pdf.font('sans').fontSize(1_000);
  const widthOf = (text: string, features?: typeof EVEN_FIGURES): number =>
    Math.round(pdf.widthOfString(text, features && { features }));
  assert.notEqual(widthOf('.111'), widthOf('.888'));
  for (const [one, other] of [
    ['.111', '.888'],
    ['Ж 111', 'Ж 888'],
  ] as const)
    assert.equal(widthOf(one, EVEN_FIGURES), widthOf(other, EVEN_FIGURES));
  assert.equal(widthOf('EUR', EVEN_FIGURES), widthOf('EUR'));
});
