import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PdfKit from 'pdfkit';
import { copyOf, makeFontSubset, useFontSubset, type DocumentFont, type FontSubset } from './font-subset.ts';

/** A face of the tickets. `serif` is for what is large: the event's name, and prices. */
export type Face = 'sans' | 'sans-medium' | 'serif';
export type ArabicFace = 'arabic' | 'arabic-bold';

type FontDocument = Pick<PDFKit.PDFDocument, 'registerFont' | 'font'>;

// PDF's own fonts know neither ₦ and ₵ nor the letters of Yorùbá, Hausa, Igbo and Twi. Of these, the sans has all the
// letters, the serif the signs and most letters. fonts/README.md says where they come from.
const FILES: Record<Face, string> = {
  sans: 'TesseraSans-Regular.ttf',
  'sans-medium': 'TesseraSans-Medium.ttf',
  serif: 'TesseraSerif-Bold.ttf',
};
// They have Arabic letters alone: figures and signs between those are of the others.
const ARABIC_FILES: Record<ArabicFace, string> = {
  arabic: 'NotoSansArabic-Regular.ttf',
  'arabic-bold': 'NotoSansArabic-SemiBold.ttf',
};
const ARABIC_FOR: Record<Face, ArabicFace> = {
  sans: 'arabic',
  'sans-medium': 'arabic-bold',
  serif: 'arabic-bold',
};
const INSTEAD: Record<Face, Face> = { sans: 'serif', 'sans-medium': 'serif', serif: 'sans-medium' };

/** Letters, marks and signs of Arabic. */
export const ARABIC = /\p{Script_Extensions=Arabic}/u;
// They order letters, or let them join, and are never drawn: `set-line.ts` obeys them.
export const ORDER_SIGNS = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]/gu;

/** Arabic fonts keep no letters beforehand: how a letter looks depends on those beside it. */
type KeptFont = { font: DocumentFont['font']; kept: FontSubset | null };

let keeping: Promise<Map<Face | ArabicFace, KeptFont>> | undefined;

/** Reads the fonts, so that the first ticket need not wait for it. */
export async function readFonts(): Promise<void> {
  await (keeping ??= keepFonts());
}

/** The fonts as every document needs them, read once per thread. */
async function keepFonts(): Promise<Map<Face | ArabicFace, KeptFont>> {
  const document = new PdfKit({ autoFirstPage: false, font: '' });
  const kept = Object.entries({ ...FILES, ...ARABIC_FILES }).map(async ([name, file]) => {
    const face = name as Face | ArabicFace;
    document.registerFont(face, await readFile(path.join(import.meta.dirname, 'fonts', file)));
    const ofDocument = fontOf(document, face);
    const { font } = ofDocument;
    // It reads what it knows of itself now, and not each of its copies.
    assert(font.hasGlyphForCodePoint(0x20) && font.bbox);
    return [face, { font, kept: face in FILES ? makeFontSubset(ofDocument) : null }] as const;
  });
  return new Map(await Promise.all(kept));
}

/** Makes the faces known to a document. */
export async function registerFonts(document: FontDocument): Promise<void> {
  keeping ??= keepFonts();
  for (const [face, { font, kept }] of await keeping) {
    document.registerFont(face, copyOf(font) as unknown as Buffer);
    if (kept) useFontSubset(fontOf(document, face), kept);
  }
}

/** The face of Arabic letters among those of another. */
export const arabicFaceOf = (face: Face): ArabicFace => ARABIC_FOR[face];

export const knowsGlyph = (document: FontDocument, face: Face | ArabicFace, character: string): boolean =>
  glyphsOf(document, face)(character);

/**
 * The face to set a text in, and the text as that face can show it: the wanted face where it knows every character, else
 * its stand-in. What neither knows (pictograms, other scripts) is left out, unless an unaccented letter can stand for it.
 * Arabic letters stay in the text, in a face of their own.
 */
export function setIn(document: FontDocument, wanted: Face, raw: string): { face: Face; text: string } {
  const text = tidy(raw);
  const whole = faceOf(document, wanted, text);
  if (whole) return { face: whole, text };
  const knows = knowsIn(document, wanted);
  const shown = Array.from(text, (character) => {
    if (knows(character)) return character;
    const [plain = ''] = character.normalize('NFKD');
    return knows(plain) ? plain : '';
  });
  return { face: wanted, text: shown.join('').replace(/ +/g, ' ').trim() };
}

/** Whether a text can be set without leaving anything out. */
export const canSet = (document: FontDocument, wanted: Face, raw: string): boolean =>
  faceOf(document, wanted, tidy(raw)) !== undefined;

function tidy(raw: string): string {
  const text = raw
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return ARABIC.test(text) ? text : text.replace(ORDER_SIGNS, '');
}

const faceOf = (document: FontDocument, wanted: Face, text: string): Face | undefined =>
  [wanted, INSTEAD[wanted]].find((face) => Array.from(text).every(knowsIn(document, face)));

/** Arabic letters are known by the face that stands beside this one. A document that has none of them never opens it: that takes longer than the rest. */
function knowsIn(document: FontDocument, face: Face): (character: string) => boolean {
  const knows = glyphsOf(document, face);
  return (character) =>
    character.search(ORDER_SIGNS) >= 0 ||
    (ARABIC.test(character) ? knowsGlyph(document, ARABIC_FOR[face], character) : knows(character));
}

function glyphsOf(document: FontDocument, face: Face | ArabicFace): (character: string) => boolean {
  const { font } = fontOf(document, face);
  return (character) => {
    const codePoint = character.codePointAt(0);
    return codePoint !== undefined && font.hasGlyphForCodePoint(codePoint);
  };
}

function fontOf(document: FontDocument, face: Face | ArabicFace): DocumentFont {
  document.font(face);
  return (document as unknown as { _font: DocumentFont })._font;
}
