import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A face of the tickets. `serif` is for what is large: the event's name, and prices. */
export type Face = 'sans' | 'sans-medium' | 'serif';

type FontDocument = Pick<PDFKit.PDFDocument, 'registerFont' | 'font'>;

// PDF's own fonts know neither ₦ and ₵ nor the letters of Yorùbá, Hausa, Igbo and Twi. Of these, the sans has all the
// letters, the serif the signs and most letters. fonts/README.md says where they come from.
const FILES: Record<Face, string> = {
  sans: 'TesseraSans-Regular.ttf',
  'sans-medium': 'TesseraSans-Medium.ttf',
  serif: 'TesseraSerif-Bold.ttf',
};
const INSTEAD: Record<Face, Face> = { sans: 'serif', 'sans-medium': 'serif', serif: 'sans-medium' };

let loading: Promise<Map<Face, Buffer>> | undefined;

async function readFonts(): Promise<Map<Face, Buffer>> {
  const read = Object.entries(FILES).map(
    async ([face, file]) =>
      [face as Face, await readFile(path.join(import.meta.dirname, 'fonts', file))] as const,
  );
  return new Map(await Promise.all(read));
}

/** Makes the faces known to a document. */
export async function registerFonts(document: FontDocument): Promise<void> {
  loading ??= readFonts();
  for (const [face, bytes] of await loading) document.registerFont(face, bytes);
}

/**
 * The face to set a text in, and the text as that face can show it: the wanted face where it knows every character, else
 * its stand-in. What neither knows (pictograms, other scripts) is left out, unless an unaccented letter can stand for it.
 */
export function setIn(document: FontDocument, wanted: Face, raw: string): { face: Face; text: string } {
  const text = raw
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  for (const face of [wanted, INSTEAD[wanted]]) {
    const knows = glyphsOf(document, face);
    if (Array.from(text).every(knows)) return { face, text };
  }
  const knows = glyphsOf(document, wanted);
  const shown = Array.from(text, (character) => {
    if (knows(character)) return character;
    const [plain = ''] = character.normalize('NFKD');
    return knows(plain) ? plain : '';
  });
  return { face: wanted, text: shown.join('').replace(/ +/g, ' ').trim() };
}

function glyphsOf(document: FontDocument, face: Face): (character: string) => boolean {
  document.font(face);
  // Not in pdfkit's types: the font that it draws with.
  const { font } = (
    document as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }
  )._font;
  return (character) => {
    const codePoint = character.codePointAt(0);
    return codePoint !== undefined && font.hasGlyphForCodePoint(codePoint);
  };
}
