import { EVEN_FIGURES } from '../../tickets/font-subset.ts';
import { breakText } from '../../tickets/break-text.ts';
import type { Pdf } from '../../tickets/fit-text.ts';
import { ARABIC, setIn, type Face } from '../../tickets/pdf-fonts.ts';
import { drawLine, readsRightToLeft, widthOfLine, type Line } from '../../tickets/set-line.ts';
import { PAGE } from './invoice-layout.ts';

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
  pdf.font(face).fontSize(size);
  return ARABIC.test(shown)
    ? widthOfLine(pdf, face, lineOf(shown))
    : pdf.widthOfString(shown, { features: EVEN_FIGURES });
}

const lineOf = (text: string): Line => ({ text, isRightToLeft: readsRightToLeft(text) });

/** A document, and the way in which its language reads. */
export type Paper = { pdf: Pdf; isRightToLeft: boolean };

/** `start` is where the document's language begins to read. */
export type Side = 'start' | 'end';
/** As it is where one reads from left to right: elsewhere the page is mirrored. */
type Spot = { x: number; y: number; width: number; side?: Side };

const mirrorX = ({ isRightToLeft }: Paper, { x, width }: Spot): number =>
  isRightToLeft ? PAGE.width - x - width : x;

export function setLines(paper: Paper, { face, lines, size, colour }: Lines, spot: Spot): void {
  const { pdf, isRightToLeft } = paper;
  pdf.font(face).fontSize(size).fillColor(colour);
  const x = mirrorX(paper, spot);
  const isAtLeft = (spot.side === 'end') === isRightToLeft;
  for (const [index, line] of lines.entries()) {
    const left = isAtLeft ? x : x + spot.width - widthOfLine(pdf, face, line);
    drawLine(pdf, face, { line, x: left, y: spot.y + (index * LINE_HEIGHT + BASELINE) * size });
  }
}

/** An amount at the right of its column, in every language: so its last figures stand below each other. */
export function setAmount(
  paper: Paper,
  text: string,
  { face: wanted, size, colour }: Style,
  spot: Omit<Spot, 'side'>,
): void {
  const { pdf } = paper;
  const width = widthOfAmount(pdf, text, { face: wanted, size });
  const { face, text: shown } = setIn(pdf, wanted, text);
  pdf.font(face).fontSize(size).fillColor(colour);
  const x = mirrorX(paper, spot) + spot.width - width;
  if (ARABIC.test(shown)) drawLine(pdf, face, { line: lineOf(shown), x, y: spot.y + BASELINE * size });
  else pdf.text(shown, x, spot.y, { features: EVEN_FIGURES, lineBreak: false });
}
