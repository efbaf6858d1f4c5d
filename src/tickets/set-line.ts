import bidiJs from 'bidi-js';
import { ARABIC, arabicFaceOf, knowsGlyph, ORDER_SIGNS, type ArabicFace, type Face } from './pdf-fonts.ts';

// Its types say that it is a module, and what npm has is CommonJS.
const bidi = (bidiJs as unknown as typeof bidiJs.default)();

type Pdf = PDFKit.PDFDocument;

const JOINER = /[\u200c\u200d]/;

/** Letters that are drawn in one go, in the order in which they are read. */
type Run = { face: Face | ArabicFace; text: string; level: number; isArabic: boolean };

/** The way in which a text reads is that of its first letter. Figures alone have no way. */
export const readsRightToLeft = (text: string): boolean =>
  bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;

/** One line's runs, from left to right. */
function runsOf(pdf: Pdf, face: Face, { text, isRightToLeft }: Line): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr');
  const runs: Run[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    at += letter.length;
    const isArabic = ARABIC.test(letter) || (JOINER.test(letter) && runs.at(-1)?.isArabic === true);
    const own = isArabic ? arabicFaceOf(face) : face;
    if (letter.search(ORDER_SIGNS) >= 0 && !(isArabic && JOINER.test(letter))) continue;
    if (!JOINER.test(letter) && !knowsGlyph(pdf, own, letter)) continue;
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
    const last = runs.at(-1);
    if (last && last.level === level && last.isArabic === isArabic) last.text += shown;
    else runs.push({ face: own, text: shown, level, isArabic });
  }
  return inSight(runs);
}

/** Rule L2 of the Unicode bidirectional algorithm. A font turns Arabic letters round by itself; signs between them it doesn't. */
function inSight(runs: Run[]): Run[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let ordered = runs.map((run) =>
    run.level % 2 === 1 && !run.isArabic ? { ...run, text: Array.from(run.text).toReversed().join('') } : run,
  );
  for (let level = highest; level > 0; level--) {
    const turned: Run[] = [];
    let part: Run[] = [];
    for (const run of ordered) {
      if (run.level >= level) part.unshift(run);
      else {
        turned.push(...part, run);
        part = [];
      }
    }
    ordered = [...turned, ...part];
  }
  return ordered;
}

export type Line = { text: string; isRightToLeft: boolean };

// Without features pdfkit lays out word by word, and would put Arabic words in the order of Latin ones.
const optionsOf = ({ isArabic }: Run) => (isArabic ? { features: [] } : {});

/** In the size that the document is at. */
export function widthOfLine(pdf: Pdf, face: Face, line: Line): number {
  if (!ARABIC.test(line.text)) return pdf.font(face).widthOfString(line.text);
  return runsOf(pdf, face, line).reduce(
    (sum, run) => sum + pdf.font(run.face).widthOfString(run.text, optionsOf(run)),
    0,
  );
}

/** Draws a line from its left end, with its letters shaped and in the order in which they are seen. `y` is where letters stand. */
export function drawLine(pdf: Pdf, face: Face, { line, x, y }: { line: Line; x: number; y: number }): void {
  if (!ARABIC.test(line.text)) {
    pdf.font(face).text(line.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    return;
  }
  // Readers aloud and copies get the text as it was written, and not the order of its shapes.
  pdf.markContent('Span', { actual: line.text.replaceAll(ORDER_SIGNS, '') });
  let left = x;
  for (const run of runsOf(pdf, face, line)) {
    const options = optionsOf(run);
    pdf.font(run.face).text(run.text, left, y, { ...options, lineBreak: false, baseline: 'alphabetic' });
    left += pdf.widthOfString(run.text, options);
  }
  pdf.endMarkedContent();
}
