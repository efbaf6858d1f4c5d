import assert from 'node:assert/strict';
import { test } from 'node:test';
import PdfKit from 'pdfkit';
import { MAX_WORD_CHARS } from './break-text.ts';
import { drawLabel, fitText, type Pdf } from './fit-text.ts';
import { registerFonts } from './pdf-fonts.ts';

/** A page, and how many characters were measured to lay out what is drawn on it. */
async function openPage(): Promise<{ pdf: Pdf; measuredBy(draw: () => void): number }> {
  const pdf = new PdfKit({ size: [420, 595], margin: 0 });
  await registerFonts(pdf);
  let measured = 0;
  const widthOfString = pdf.widthOfString.bind(pdf);
  pdf.widthOfString = (text, options) => {
    measured += text.length;
    return widthOfString(text, options);
  };
  return {
    pdf,
    measuredBy(draw) {
      measured = 0;
      draw();
      return measured;
    },
  };
}

const BOX = { x: 28, y: 46, width: 364, height: 92 };
const LOOK = { face: 'serif', sizes: [27, 20, 12], colour: '#000000', box: BOX } as const;

test('a word of any length costs no more than the longest that is laid out', async () => {
  const { pdf, measuredBy } = await openPage();
  const longest = 'W'.repeat(MAX_WORD_CHARS);
  const endless = 'W'.repeat(1_000_000);
  for (const draw of [
    (word: string) => fitText(pdf, word, { ...LOOK, sizes: [...LOOK.sizes] }),
    (word: string) => drawLabel(pdf, word, { x: 28, y: 20, width: 364, colour: '#000000' }),
  ]) {
    assert.equal(
      measuredBy(() => draw(endless)),
      measuredBy(() => draw(longest)),
    );
  }
});

test('control: without the limit a word costs the square of its length', async () => {
  const { pdf, measuredBy } = await openPage();
  pdf.font('serif').fontSize(27);
  const cost = (length: number): number =>
    measuredBy(() => pdf.heightOfString('W'.repeat(length), { width: BOX.width }));
  assert.ok(cost(8_000) > 3.5 * cost(4_000));
});
