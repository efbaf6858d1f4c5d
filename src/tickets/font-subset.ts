import { deflateSync } from 'node:zlib';

// Of the languages that tickets are written in: English, French, Yorùbá, Igbo, Hausa and Twi, and the signs of their money.
const PLAIN = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index));
const ACCENTED =
  'ÀÁÂÄÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜŸŒàáâäæçèéêëìíîïñòóôöùúûüÿœŃńǸǹḾḿẸẹỊịỌọỤụṢṣṄṅƁɓƊɗƘƙƳƴƐɛƆɔŊŋ₦₵€£·×–—‘’“”«»…°';
// Over and under letters that have no sign of their own with them. Where they go depends on the letter before.
const MARKS = '\u0300\u0301\u0302\u0304\u0307\u0308\u030c\u0323';

// A font may draw these in parts, of which the second has no character of its own. Some readers take its number for one, unless that
// is low: so they come first.
const IN_PARTS = Array.from('ẸẹỌọṢṣỊịỤụ', (letter) => `${letter}\u0300\u0301`).join('');

type Glyph = { id: number; advanceWidth: number; codePoints: number[] };
type Position = Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset' | 'advanceWidth', number>;
type Run = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number };
type Reference = { end(chunk: Uint8Array | string): void };

/** A font of one document, as pdfkit has it. Not in its types. */
export type DocumentFont = {
  document: { ref(data?: object): Reference };
  font: { bbox: object; hasGlyphForCodePoint(codePoint: number): boolean };
  /** The glyphs of the document's own font file, by their numbers there. */
  subset: {
    glyphs: number[];
    mapping: Record<number, number>;
    encode(): Uint8Array;
  };
  /** The text of each glyph, and its width, by the same numbers. */
  unicode: number[][];
  widths: number[];
  /** Of the font's units to thousandths. */
  scale: number;
  layoutRun(text: string, features?: unknown): Run;
  layout(text: string, features?: unknown): Run;
  encode(text: string, features?: unknown): [numbers: string[], positions: Position[]];
  embed(): void;
  toUnicodeCmap(): Reference;
};

/** A font file for documents that use none but its first letters. */
type KeptFile = {
  glyphCount: number;
  deflatedFont: Uint8Array;
  deflatedUnicode: Uint8Array;
  widths: Written;
};

/** pdfkit writes what it takes for neither an object nor an array as the text that it says it is. */
type Written = { toString(): string; [Symbol.toStringTag]: 'Written' };

type KeptLetter = { glyph: Glyph; position: Position };

/** A glyph's number in a document, and as it is written there. */
type Numbered = { number: number; hex: string };

export type FontSubset = {
  letters: ReadonlyMap<string, KeptLetter>;
  /** Of the glyphs in `letters`. */
  numbered: ReadonlyMap<Glyph, Numbered>;
  /** By glyph and what is read out for it: see `nameOf`. */
  numbers: ReadonlyMap<string, number>;
  /** A glyph without an outline. */
  blank: number;
  template: Pick<DocumentFont, 'unicode' | 'widths'> & { glyphs: number[] };
  /** The smaller first. */
  files: KeptFile[];
};

/**
 * The work on a font that is done once for all documents: its common letters laid out, and font files that hold these and are packed
 * already. Reading, reducing and packing three fonts takes longer than the rest of a ticket.
 */
export function makeFontSubset(font: DocumentFont): FontSubset {
  const letters = new Map<string, KeptLetter>();
  const numbers = new Map<string, number>();
  const files: KeptFile[] = [];
  const { font: opened } = font;
  const keep = (text: string): Run => {
    const run = font.layoutRun(text);
    for (const glyph of run.glyphs) numberOf(font, numbers, glyph);
    return run;
  };
  font.font = copyOf(opened);
  keep(IN_PARTS);
  font.font = copyOf(opened);
  for (const set of [PLAIN, ACCENTED + MARKS]) {
    for (const letter of set) {
      if (!opened.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) continue;
      const { glyphs, positions } = keep(letter);
      const [glyph, position] = [glyphs[0], positions[0]];
      if (glyph && position && !MARKS.includes(letter))
        letters.set(letter, { glyph, position: Object.freeze(position) });
    }
    files.push(packFile(font));
  }
  const { unicode, widths, subset } = font;
  const blank = letters.get(' ')?.glyph.id ?? 0;
  const numbered = new Map(
    Array.from(letters.values(), ({ glyph }) => [glyph, written(numberOf(font, numbers, glyph))]),
  );
  return { letters, numbered, numbers, blank, template: { unicode, widths, glyphs: subset.glyphs }, files };
}

/**
 * A font that shares the tables of another. Of a glyph a font remembers for which character it was asked first, and that is what
 * readers copy out of a document: of this no document may know what another had.
 */
export const copyOf = (font: DocumentFont['font']): DocumentFont['font'] =>
  Object.create(font, { _glyphs: { value: {} } }) as DocumentFont['font'];

const written = (number: number): Numbered => ({ number, hex: number.toString(16).padStart(4, '0') });
const nameOf = (glyph: number, codePoints: number[]): string => `${glyph}:${codePoints.join()}`;

/** The font file of the letters so far. */
function packFile(font: DocumentFont): KeptFile {
  const { subset } = font;
  const letters = [...subset.glyphs];
  subset.mapping = numbersOf(subset.glyphs);
  const deflatedFont = deflateSync(subset.encode());
  // To make the file has added the parts of composed letters: behind the letters, and in this file alone.
  subset.glyphs = letters;
  let unicode = '';
  const asked = Object.create(font, {
    document: { value: { ref: () => ({ end: (text: string) => (unicode = text) }) } },
  }) as DocumentFont;
  asked.toUnicodeCmap();
  const widths = `[${font.widths.map((width) => Math.round(width * 1e6) / 1e6).join(' ')}]`;
  return {
    glyphCount: letters.length,
    deflatedFont,
    deflatedUnicode: deflateSync(`${unicode}\n`),
    widths: { toString: () => widths, [Symbol.toStringTag]: 'Written' },
  };
}

/**
 * Lets a document's font begin with the letters that are kept. Text of these alone is laid out letter by letter, which is the same:
 * our fonts have neither ligatures nor kerning (`font-subset.test.ts` compares them). Any other text is laid out in full, and its
 * letters come behind those that are kept.
 */
export function useFontSubset(font: DocumentFont, kept: FontSubset): void {
  const { template, numbered } = kept;
  const layOut = font.layoutRun.bind(font);
  font.layoutRun = (text, features) => {
    const run = layOutKept(kept, text) ?? layOut(text, features);
    return features === EVEN_FIGURES ? evenFigures(run, kept) : run;
  };
  const used = new Set([0]);
  let own: Map<string, number> | undefined;
  /** Of a glyph that is not kept. The first one makes the document's letters its own: all documents share those that are kept. */
  const addGlyph = (glyph: Glyph): Numbered => {
    if (!own) {
      font.unicode = [...template.unicode];
      font.widths = [...template.widths];
      font.subset.glyphs = [...template.glyphs];
      own = new Map(kept.numbers);
    }
    return written(numberOf(font, own, glyph));
  };
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features);
    const numbers = glyphs.map((glyph) => {
      const { number, hex } = numbered.get(glyph) ?? addGlyph(glyph);
      used.add(number);
      return hex;
    });
    return [numbers, positions];
  };
  const embed = font.embed.bind(font);
  font.embed = () => {
    const last = Math.max(...used);
    const file = kept.files.find(({ glyphCount }) => last < glyphCount);
    if (file) embedKept(font, file);
    else blankUnused(font, used, kept.blank);
    embed();
  };
}

/** The number of a glyph, which is the next one where it is new. One that is read out in two ways has two. */
function numberOf(
  { subset, unicode, widths, scale }: DocumentFont,
  numbers: Map<string, number>,
  glyph: Glyph,
): number {
  const { id, codePoints, advanceWidth } = glyph;
  // The first stands for whatever the font does not have.
  if (id === 0) return 0;
  const name = nameOf(id, codePoints);
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = subset.glyphs.push(id) - 1;
  numbers.set(name, number);
  unicode[number] = codePoints;
  widths[number] = advanceWidth * scale;
  return number;
}

/** Leaves the outlines of what a document does not use out of its own file. The numbers are in its pages already, and stay. */
function blankUnused({ subset }: DocumentFont, used: Set<number>, blank: number): void {
  subset.glyphs = subset.glyphs.map((glyph, number) => (used.has(number) ? glyph : blank));
  subset.mapping = numbersOf(subset.glyphs);
}

/** Composed letters find their parts here. */
const numbersOf = (glyphs: number[]): Record<number, number> =>
  Object.fromEntries(glyphs.map((glyph, number) => [glyph, number]));

/**
 * For pdfkit's `features`: figures of one width, so that amounts below each other align. Our fonts had such figures and lost them with
 * their tables.
 */
export const EVEN_FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

/** Each figure in the middle of as much room as the widest one takes. The first has none before it: amounts end below each other. */
function evenFigures(run: Run, { letters }: FontSubset): Run {
  const figures = new Set(Array.from('0123456789', (figure) => letters.get(figure)?.glyph.id));
  const width = Math.max(
    ...Array.from('0123456789', (figure) => letters.get(figure)?.position.xAdvance ?? 0),
  );
  const positions = run.positions.map((position) => ({ ...position }));
  for (const [index, position] of positions.entries()) {
    if (!figures.has(run.glyphs[index]?.id)) continue;
    const half = (width - position.advanceWidth) / 2;
    position.xAdvance += half;
    const before = positions[index - 1];
    if (before) before.xAdvance += half;
  }
  const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { ...run, positions, advanceWidth };
}

function layOutKept({ letters }: FontSubset, text: string): Run | null {
  const run: Run = { glyphs: [], positions: [], advanceWidth: 0 };
  for (const letter of text) {
    const known = letters.get(letter);
    if (!known) return null;
    run.glyphs.push(known.glyph);
    run.positions.push(known.position);
    run.advanceWidth += known.position.xAdvance;
  }
  return run;
}

/** Has the font's streams written as they are packed. */
function embedKept(font: DocumentFont, { deflatedFont, deflatedUnicode, widths }: KeptFile): void {
  const { document } = font;
  const packed = (): Reference => document.ref({ Filter: 'FlateDecode' });
  font.widths = widths as unknown as number[];
  font.subset.encode = () => deflatedFont;
  font.toUnicodeCmap = () => {
    const reference = packed();
    reference.end(deflatedUnicode);
    return reference;
  };
  font.document = { ref: (data) => (data === undefined ? packed() : document.ref(data)) };
}
