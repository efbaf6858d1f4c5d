import { breakText, MAX_WORD_CHARS } from './break-text.ts';
import { ARABIC, setIn, type Face } from './pdf-fonts.ts';
import { drawLine, readsRightToLeft, widthOfLine, type Line } from './set-line.ts';

export type Pdf = PDFKit.PDFDocument;
/** Of a page that reads from right to left, lines begin at the right edge. */
export type Box = { x: number; y: number; width: number; height: number; isRightToLeft?: boolean };

const TOO_LONG = new RegExp(`(\\S{${MAX_WORD_CHARS}})\\S+`, 'gu');

/** The face and the text as they can be set, at a cost that grows with the text's length and no faster. */
function prepare(pdf: Pdf, wanted: Face, raw: string): { face: Face; text: string } {
  const { face, text } = setIn(pdf, wanted, raw);
  return { face, text: text.replace(TOO_LONG, '$1') };
}

/** Sets a text in the largest size that fits, and cuts it where none does. Answers the height that it took. */
export function fitText(
  pdf: Pdf,
  raw: string,
  { face: wanted, sizes, colour, box }: { face: Face; sizes: number[]; colour: string; box: Box },
): number {
  const { face, text } = prepare(pdf, wanted, raw);
  if (text === '') return 0;
  if (box.isRightToLeft || ARABIC.test(text)) return fitLines(pdf, text, { face, sizes, colour, box });
  pdf.font(face).fillColor(colour);
  const heightAt = (size: number): number => pdf.fontSize(size).heightOfString(text, { width: box.width });
  const size = sizes.find((candidate) => heightAt(candidate) <= box.height) ?? sizes.at(-1) ?? 10;
  const height = Math.min(heightAt(size), box.height);
  pdf.text(text, box.x, box.y, { width: box.width, height: box.height, ellipsis: true });
  return height;
}

const LINE_HEIGHT = 1.3;
const BASELINE = 0.98;

/** Line by line, for letters that pdfkit would set in the wrong order, or from the wrong side. */
function fitLines(
  pdf: Pdf,
  text: string,
  { face, sizes, colour, box }: { face: Face; sizes: number[]; colour: string; box: Box },
): number {
  const isRightToLeft = readsRightToLeft(text);
  const lineOf = (part: string): Line => ({ text: part, isRightToLeft });
  const fits = (part: string): boolean => widthOfLine(pdf, face, lineOf(part)) <= box.width;
  const room = (size: number): number => Math.max(1, Math.floor(box.height / (size * LINE_HEIGHT)));
  let lines: string[] = [];
  let size = sizes.at(-1) ?? 10;
  for (const candidate of sizes) {
    pdf.fontSize(candidate);
    lines = breakText(text, { fits, maxLines: room(candidate) + 1 });
    size = candidate;
    if (lines.length <= room(candidate)) break;
  }
  if (lines.length > room(size)) lines = breakText(text, { fits, maxLines: room(size) });
  pdf.fillColor(colour);
  for (const [index, part] of lines.entries()) {
    const line = lineOf(part);
    const x = box.isRightToLeft ? box.x + box.width - widthOfLine(pdf, face, line) : box.x;
    drawLine(pdf, face, { line, x, y: box.y + (index * LINE_HEIGHT + BASELINE) * size });
  }
  return Math.min(lines.length * size * LINE_HEIGHT, box.height);
}

/** Small capitals above a fact, on one line. */
export function drawLabel(
  pdf: Pdf,
  raw: string,
  at: { x: number; y: number; width: number; colour: string; isRightToLeft?: boolean },
): void {
  const { face, text } = prepare(pdf, 'sans', raw.toUpperCase());
  if (at.isRightToLeft || ARABIC.test(text)) {
    // Arabic has no capitals, and its letters are lower.
    fitLines(pdf, text, { face, sizes: [8.5], colour: at.colour, box: { ...at, height: 11 } });
    return;
  }
  pdf.font(face).fontSize(7.5).fillColor(at.colour);
  pdf.text(text, at.x, at.y, {
    width: at.width,
    height: 10,
    // Space between letters would come between a letter and its accent too.
    characterSpacing: /\p{M}/u.test(text) ? 0 : 0.9,
    ellipsis: true,
  });
}
