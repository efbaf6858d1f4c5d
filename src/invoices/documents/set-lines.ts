import { EVEN_FIGURES } from '../../tickets/font-subset.ts';
import { breakText } from '../../tickets/break-text.ts';
import type { Pdf } from '../../tickets/fit-text.ts';
import { setIn, type Face } from '../../tickets/pdf-fonts.ts';
import { drawLine, readsRightToLeft, widthOfLine, type Line } from '../../tickets/set-line.ts';

export type Style = { face: Face; size: number; colour: string };
/** Lines of text as they are broken. */
export type Lines = { face: Face; lines: Line[]; size: number; colour: string; height: number };

const LINE_HEIGHT = 1.32;
const BASELINE = 0.94;

/**
 * Breaks a text into lines, of which it keeps so many; the last one says by … that there was more. Line by line, and not by pdfkit: the height
 * is known before there is a page, and each line can be set from either side.
 */
export function breakLines(
  pdf: Pdf,
  raw: string,
  { face: wanted, size, colour, width, maxLines }: Style & { width: number; maxLines: number },
): Lines {
  const { face, text } = setIn(pdf, wanted, raw);
  pdf.font(face).fontSize(size);
  const isRightToLeft = readsRightToLeft(text);
  const fits = (line: string): boolean => widthOfLine(pdf, face, { text: line, isRightToLeft }) <= width;
  const kept = breakText(text, { fits, maxLines });
  const lines = kept.map((line): Line => ({ text: line, isRightToLeft }));
  return { face, lines, size, colour, height: lines.length * size * LINE_HEIGHT };
}

/** How wide an amount is with figures of one width. */
export function widthOfAmount(
  pdf: Pdf,
  text: string,
  { face: wanted, size }: Pick<Style, 'face' | 'size'>,
): number {
  const { face, text: shown } = setIn(pdf, wanted, text);
  return pdf.font(face).fontSize(size).widthOfString(shown, { features: EVEN_FIGURES });
}

/** `start` is where the document's language begins to read. */
export type Side = 'start' | 'end';
type Spot = { x: number; y: number; width: number; side?: Side };

export function setLines(
  pdf: Pdf,
  { face, lines, size, colour }: Lines,
  { x, y, width, side = 'start' }: Spot,
): void {
  pdf.font(face).fontSize(size).fillColor(colour);
  for (const [index, line] of lines.entries()) {
    const left = side === 'start' ? x : x + width - widthOfLine(pdf, face, line);
    drawLine(pdf, face, { line, x: left, y: y + (index * LINE_HEIGHT + BASELINE) * size });
  }
}

/** An amount, which ends where the column does. */
export function setAmount(
  pdf: Pdf,
  text: string,
  { face: wanted, size, colour }: Style,
  { x, y, width }: Spot,
): void {
  const { face, text: shown } = setIn(pdf, wanted, text);
  pdf.font(face).fontSize(size).fillColor(colour);
  const options = { features: EVEN_FIGURES };
  pdf.text(shown, x + width - pdf.widthOfString(shown, options), y, { ...options, lineBreak: false });
}
