import path from 'node:path';
import PdfKit from 'pdfkit';

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

/** What pdfkit draws with, not in its types. */
type OpenFont = { hasGlyphForCodePoint(codePoint: number): boolean };

let opened: Map<Face, OpenFont> | undefined;

/** To read their tables takes longer than to draw a ticket: they are read once, and every document draws with them. */
function openFonts(): Map<Face, OpenFont> {
  const document = new PdfKit({ autoFirstPage: false });
  return new Map(
    Object.entries(FILES).map(([face, file]) => {
      document.font(path.join(import.meta.dirname, 'fonts', file));
      return [face as Face, fontOf(document)];
    }),
  );
}

/** Makes the faces known to a document. */
export function registerFonts(document: FontDocument): void {
  opened ??= openFonts();
  // pdfkit takes a font that is open already, which its types don't say.
  for (const [face, font] of opened)
    document.registerFont(face, font as unknown as PDFKit.Mixins.PDFFontSource);
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
  const font = fontOf(document);
  return (character) => {
    const codePoint = character.codePointAt(0);
    return codePoint !== undefined && font.hasGlyphForCodePoint(codePoint);
  };
}

const fontOf = (document: FontDocument): OpenFont =>
  (document as unknown as { _font: { font: OpenFont } })._font.font;
