import { EVEN_FIGURES } from '../../tickets/font-subset.ts';
import { MAX_WORD_CHARS, type Pdf } from '../../tickets/fit-text.ts';
import { setIn, type Face } from '../../tickets/pdf-fonts.ts';

export type Style = { face: Face; size: number; colour: string };
/** Lines of text as they are broken. */
export type Lines = { face: Face; lines: string[]; size: number; colour: string; height: number };

const LINE_HEIGHT = 1.32;

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
  const fits = (line: string): boolean => pdf.widthOfString(line) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => breakWord(whole, fits))) {
    if (lines.length > maxLines) break;
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const kept = lines.slice(0, maxLines);
  if (lines.length > maxLines) kept.push(cut(kept.pop() ?? '', fits));
  return { face, lines: kept, size, colour, height: kept.length * size * LINE_HEIGHT };
}

/** The parts of a word that is too long for a line. */
function breakWord(whole: string, fits: (line: string) => boolean): string[] {
  if (fits(whole)) return [whole];
  const parts: string[] = [];
  let part = '';
  for (const letter of whole.slice(0, MAX_WORD_CHARS)) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

function cut(line: string, fits: (line: string) => boolean): string {
  let kept = Array.from(line);
  while (kept.length > 0 && !fits(`${kept.join('')}…`)) kept = kept.slice(0, -1);
  return `${kept.join('').replace(/[\s.]+$/, '')}…`;
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
    const left = side === 'start' ? x : x + width - pdf.widthOfString(line);
    pdf.text(line, left, y + index * size * LINE_HEIGHT, { lineBreak: false });
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
