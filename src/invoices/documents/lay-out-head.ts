import { LANGUAGE_FACTS } from '../../values/language.ts';
import { localeOf, COUNTRIES, type Country } from '../../money/countries.ts';
import { dateFormatter } from '../../tickets/date-formatter.ts';
import type { TicketSheet } from '../../tickets/ticket-sheet.ts';
import type { Invoice, Party } from '../invoice.ts';
import { addressLines } from './address-lines.ts';
import type { Setting } from './draw-invoice.ts';
import { CONTENT_WIDTH, INK, INK_SOFT, MARGIN, SAND, TEAL } from './invoice-layout.ts';
import { breakLines, setLines, type Lines, type Style } from './set-lines.ts';

/** All above the table of the first page. */
export type Head = { bottom: number; draw: (sheet: TicketSheet) => void };

type Piece = {
  lines: Lines[];
  x: number;
  y: number;
  width: number;
  is: 'heading' | 'subheading' | 'paragraph';
};

const TOP = 44;
// The seller and the buyer at the start of the line, and what is said of the document at its end.
const PARTY_WIDTH = 262;
const FACTS_X = MARGIN + 286;
const FACTS_WIDTH = CONTENT_WIDTH - 286;
const FACT_NAME_WIDTH = 92;
const BETWEEN = 26;
// As many as the longest words of a form take, in letters of usual width.
const MAX_NAME_LINES = 6;
const MAX_DETAIL_LINES = 3;

const SMALL: Style = { face: 'sans', size: 8.5, colour: INK_SOFT };
const LABEL: Style = { face: 'sans-medium', size: 8.5, colour: TEAL };
const PLAIN: Style = { face: 'sans', size: 9.5, colour: INK };
const STRONG: Style = { face: 'sans-medium', size: 9.5, colour: INK };

export function layOutHead(setting: Setting): Head {
  const pieces: Piece[] = [];
  /** Lines below each other; answers where they end. */
  const put = (lines: Lines[], at: Omit<Piece, 'lines'>): number => {
    pieces.push({ ...at, lines });
    return at.y + heightOf(lines);
  };
  const party = { x: MARGIN, width: PARTY_WIDTH, is: 'paragraph' } as const;
  const facts = { x: FACTS_X, width: FACTS_WIDTH };

  const sellerEnds = put(sellerLines(setting), { ...party, y: TOP });
  const titleEnds = put(titleLines(setting), { ...facts, y: TOP - 6, is: 'heading' });
  const second = Math.max(sellerEnds, titleEnds) + BETWEEN;
  const buyerEnds = put(buyerLines(setting), { ...party, y: second });
  const factsEnd = putFacts(setting, second, put);
  let y = Math.max(buyerEnds, factsEnd) + BETWEEN;
  const correction = layOutCorrection(setting);
  const box = correction ? { y, height: correction.height + 14 } : null;
  if (correction && box) {
    put([correction], { x: MARGIN + 10, y: y + 7, width: CONTENT_WIDTH - 20, is: 'paragraph' });
    y += box.height + 16;
  }
  const event = fit(
    setting,
    setting.invoice.eventName,
    { face: 'serif', size: 13, colour: INK },
    CONTENT_WIDTH,
    2,
  );
  y = put([event], { x: MARGIN, y, width: CONTENT_WIDTH, is: 'subheading' }) + 6;
  return { bottom: y, draw: (sheet) => draw(setting, sheet, { pieces, box }) };
}

function draw(
  setting: Setting,
  sheet: TicketSheet,
  { pieces, box }: { pieces: Piece[]; box: { y: number; height: number } | null },
): void {
  if (box) {
    sheet.decorate(() => sheet.pdf.roundedRect(MARGIN, box.y, CONTENT_WIDTH, box.height, 4).fill(SAND));
  }
  for (const { lines, x, y, width, is } of pieces) {
    const set = (): void => {
      let top = y;
      for (const one of lines) {
        setLines(setting, one, { x, y: top, width });
        top += one.height;
      }
    };
    if (is === 'paragraph') sheet.paragraph(set);
    else sheet.heading(is === 'heading' ? 1 : 2, set);
  }
}

const heightOf = (lines: Lines[]): number => lines.reduce((sum, { height }) => sum + height, 0);

const fit = ({ pdf }: Setting, text: string, style: Style, width: number, maxLines = 2): Lines =>
  breakLines(pdf, text, { ...style, width, maxLines });

function titleLines(setting: Setting): Lines[] {
  const { invoice, texts } = setting;
  const document = invoice.kind === 'invoice' ? texts.invoice : texts.creditNote;
  return [
    fit(setting, document, { face: 'serif', size: 25, colour: INK }, FACTS_WIDTH),
    fit(setting, invoice.number, { face: 'sans-medium', size: 11, colour: TEAL }, FACTS_WIDTH),
  ];
}

function sellerLines(setting: Setting): Lines[] {
  const { seller } = setting.invoice;
  const name = fit(setting, seller.name, { face: 'serif', size: 15, colour: TEAL }, PARTY_WIDTH, 3);
  const others = detailsOf(setting, seller).map((line) =>
    fit(setting, line, SMALL, PARTY_WIDTH, MAX_DETAIL_LINES),
  );
  return [name, ...others];
}

function buyerLines(setting: Setting): Lines[] {
  const { invoice, texts } = setting;
  const { buyer } = invoice;
  const [first, ...names] = [buyer.company, buyer.name].filter((name) => name !== '');
  return [
    fit(setting, texts.buyer, LABEL, PARTY_WIDTH),
    fit(setting, first ?? '', { ...STRONG, size: 11 }, PARTY_WIDTH, MAX_NAME_LINES),
    ...[...names, ...detailsOf(setting, buyer)].map((line) =>
      fit(setting, line, PLAIN, PARTY_WIDTH, MAX_DETAIL_LINES),
    ),
  ];
}

function detailsOf({ invoice, texts }: Setting, { address, taxNumber, email }: Party): string[] {
  return [
    ...(address ? addressLines(address, invoice.language) : []),
    taxNumber === '' ? '' : texts.taxNumber(taxNumber),
    email,
  ].filter((line) => line !== '');
}

function putFacts(
  setting: Setting,
  top: number,
  put: (lines: Lines[], at: Omit<Piece, 'lines'>) => number,
): number {
  const { invoice, texts } = setting;
  const facts: [name: string, value: string][] = [
    [texts.issued, writeDay(invoice.issuedOn, invoice)],
    [texts.supplied, writeDay(invoice.suppliedOn, invoice)],
    [texts.order, invoice.orderReference],
    [texts.reference, invoice.buyer.purchaseReference],
  ];
  let y = top;
  for (const [name, value] of facts) {
    if (value === '') continue;
    const at = { y, is: 'paragraph' } as const;
    const nameEnds = put([fit(setting, name, SMALL, FACT_NAME_WIDTH - 6)], {
      ...at,
      x: FACTS_X,
      width: FACT_NAME_WIDTH,
    });
    const width = FACTS_WIDTH - FACT_NAME_WIDTH;
    const valueEnds = put([fit(setting, value, PLAIN, width, 3)], {
      ...at,
      x: FACTS_X + FACT_NAME_WIDTH,
      width,
    });
    y = Math.max(nameEnds, valueEnds) + 3;
  }
  return y;
}

function layOutCorrection(setting: Setting): Lines | null {
  const { corrects } = setting.invoice;
  if (!corrects) return null;
  const date = writeDay(corrects.issuedOn, setting.invoice);
  const sentence = setting.texts.corrects({ number: corrects.number, date });
  return fit(setting, sentence, STRONG, CONTENT_WIDTH - 20, 3);
}

/** By the calendar that the number's year is of. */
function writeDay(day: string, { language, country }: Pick<Invoice, 'language' | 'country'>): string {
  const locale =
    country in COUNTRIES ? localeOf(language, country as Country) : LANGUAGE_FACTS[language].locale;
  const options = { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' } as const;
  return dateFormatter(locale, options).format(new Date(`${day}T00:00:00Z`));
}
