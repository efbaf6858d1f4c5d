import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PdfKit from 'pdfkit';
import { fitText, type Box } from './fit-text.ts';
import { registerFonts } from './pdf-fonts.ts';

const PAGE = { width: 400, height: 60 };
const BOX = { x: 20, y: 10, width: 360, height: 40 };

let library: PDFiumLibrary;
before(async () => {
  library = await PDFiumLibrary.init();
});
after(() => library.destroy());

type Drawn = { text: string; runs: string[]; stripes: [from: number, to: number][]; height: number };

/** A line as it looks: its letters as they are drawn from left to right, and the stripes of the page, from edge to edge, that have ink. */
async function draw(text: string, box: Box = BOX): Promise<Drawn> {
  const pdf = new PdfKit({ size: [PAGE.width, PAGE.height], margin: 0, font: '' });
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) =>
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve),
  );
  await registerFonts(pdf);
  const runs: string[] = [];
  const set = pdf.text.bind(pdf) as (...args: unknown[]) => typeof pdf;
  pdf.text = (run: string, ...others: unknown[]) => {
    runs.push(run);
    return set(run, ...others);
  };
  const height = fitText(pdf, text, { face: 'sans', sizes: [30, 12], colour: '#000000', box });
  pdf.end();
  await ended;
  const document = await library.loadDocument(Buffer.concat(chunks));
  const page = document.getPage(0);
  const shown = page.getText();
  const { data, width, height: rows } = await page.render({ scale: 1, render: 'bitmap' });
  document.destroy();
  const stripes: Drawn['stripes'] = [];
  for (let x = 0; x < width; x++) {
    const hasInk = Array.from({ length: rows }, (_, y) => data[(y * width + x) * 4] ?? 255).some(
      (light) => light < 200,
    );
    const last = stripes.at(-1);
    if (hasInk && last?.[1] === x) last[1] = x + 1;
    else if (hasInk) stripes.push([x, x + 1]);
  }
  return { text: shown.trim(), runs, stripes, height };
}

test('Arabic letters join as they are written, and those that don’t join stand apart', async () => {
  assert.equal((await draw('محمد')).stripes.length, 1);
  // Without their neighbours they have other shapes, with room between them.
  assert.equal((await draw('م ح م د')).stripes.length, 4);
  assert.equal((await draw('داود')).stripes.length, 4);
});

test('words of a line stand in the order in which they are read: Arabic ones from the right', async () => {
  const { runs } = await draw('حفل Afro Nation 2026 (القاهرة)');
  assert.deepEqual(runs, ['(', 'القاهرة', ') ', 'Afro Nation 2026', ' ', 'حفل']);
  assert.deepEqual((await draw('Afro حفل Nation')).runs, ['Afro ', 'حفل', ' Nation']);
});

test('signs that keep directions apart order a line, and are not drawn', async () => {
  assert.deepEqual((await draw('الطلب \u206812-34\u2069.')).runs, ['.', '12-34', ' ', 'الطلب']);
  assert.deepEqual((await draw('الطلب 12-34.')).runs, ['.', '34', '-', '12', ' ', 'الطلب']);
  assert.equal((await draw('\u200f12.50 ₦')).text, '12.50 ₦');
});

test('lines begin at the left edge, and on a page in Arabic at the right one', async () => {
  for (const text of ['محمد', 'Ada']) {
    const left = (await draw(text)).stripes;
    const right = (await draw(text, { ...BOX, isRightToLeft: true })).stripes;
    assert.ok((left[0]?.[0] ?? 0) < BOX.x + 5, text);
    assert.ok((right.at(-1)?.[1] ?? 0) > BOX.x + BOX.width - 5, text);
  }
});

test('a long Arabic text is set smaller, then broken, and cut where nothing else helps', async () => {
  const one = await draw('محمد');
  const long = await draw(Array.from({ length: 14 }, () => 'محمد').join(' '));
  assert.ok(long.height < 2 * one.height, `${long.height}`);
  const endless = await draw(Array.from({ length: 100 }, () => 'محمد').join(' '));
  assert.ok(endless.height <= BOX.height);
  assert.match(endless.text, /…|\.\.\./);
});
