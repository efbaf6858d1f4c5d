import { setIn, type Face } from './pdf-fonts.ts';

export type Pdf = PDFKit.PDFDocument;
export type Box = { x: number; y: number; width: number; height: number };

// To break a word that is too long for a line, pdfkit measures what is left of it line by line: the time grows with the square
// of its length. No box on a ticket shows as many letters of one word, however thin they are.
export const MAX_WORD_CHARS = 600;
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
  pdf.font(face).fillColor(colour);
  const heightAt = (size: number): number => pdf.fontSize(size).heightOfString(text, { width: box.width });
  const size = sizes.find((candidate) => heightAt(candidate) <= box.height) ?? sizes.at(-1) ?? 10;
  const height = Math.min(heightAt(size), box.height);
  pdf.text(text, box.x, box.y, { width: box.width, height: box.height, ellipsis: true });
  return height;
}

/** Small capitals above a fact, on one line. */
export function drawLabel(
  pdf: Pdf,
  raw: string,
  at: { x: number; y: number; width: number; colour: string },
): void {
  const { face, text } = prepare(pdf, 'sans', raw.toUpperCase());
  pdf.font(face).fontSize(7.5).fillColor(at.colour);
  pdf.text(text, at.x, at.y, {
    width: at.width,
    height: 10,
    // Space between letters would come between a letter and its accent too.
    characterSpacing: /\p{M}/u.test(text) ? 0 : 0.9,
    ellipsis: true,
  });
}
