import { tellTax } from '../../rules/taxes.ts';
import type { TicketSheet } from '../../tickets/ticket-sheet.ts';
import type { InvoiceTax } from '../invoice.ts';
import type { Setting } from './draw-invoice.ts';
import { COLUMN_GAP, CONTENT_WIDTH, INK, INK_SOFT, MARGIN, TEAL } from './invoice-layout.ts';
import { amountCells, writeAmounts } from './lay-out-rows.ts';
import { breakLines, setAmount, setLines, widthOfAmount, type Lines } from './set-lines.ts';

/** A block below the table. */
export type Below = { height: number; draw: (sheet: TicketSheet, y: number) => void };

const GAP = 10;
const ROW_HEIGHT = 17;
const BAR_HEIGHT = 34;
const TOTAL_SIZES = [17, 15, 13, 11];

/** The sums by rate, in the columns of the table, the total, and what is said of it. */
export function layOutSums(setting: Setting): Below {
  const rates = setting.hasTax ? rateRows(setting) : [];
  const barAt = GAP + rates.length * ROW_HEIGHT + GAP;
  const notes = layOutNotes(setting);
  return {
    height: barAt + BAR_HEIGHT + notes.height,
    draw(sheet, y) {
      const barTop = y + barAt;
      if (rates.length > 0) sheet.table(rates.map((row, index) => placed(row, y + GAP + index * ROW_HEIGHT)));
      sheet.decorate(() => sheet.pdf.roundedRect(MARGIN, barTop, CONTENT_WIDTH, BAR_HEIGHT, 4).fill(TEAL));
      sheet.paragraph(() => drawTotal(setting, barTop));
      notes.draw(sheet, barTop + BAR_HEIGHT);
    },
  };
}

type Cells = ((y: number) => void)[];
const placed = (row: Cells, y: number) => row.map((draw) => () => draw(y));

/** A row per rate, and one of all where there are several. */
function rateRows(setting: Setting): Cells[] {
  const { invoice, texts } = setting;
  const rows = invoice.taxes.map((tax) => sumRow(setting, nameTax(setting, tax), tax));
  return rows.length > 1 ? [...rows, sumRow(setting, texts.allRates, invoice)] : rows;
}

function sumRow(setting: Setting, name: string, sum: { grossMinor: number; taxMinor: number }): Cells {
  const { pdf, columns } = setting;
  // As far as the first sum.
  const end = columns.net?.x ?? 0;
  const width = end - MARGIN - COLUMN_GAP;
  const label = breakLines(pdf, name, { face: 'sans', size: 8.5, colour: INK_SOFT, width, maxLines: 1 });
  return [
    (y) => setLines(setting, label, { x: MARGIN, y: y + 7.5, width, side: 'end' }),
    ...amountCells(setting, writeAmounts(setting, sum), { face: 'sans', colour: INK }),
  ];
}

/** As receipts name it. */
function nameTax({ texts, write }: Setting, { rate, grossMinor, taxMinor }: InvoiceTax): string {
  const { name, kind, basisPoints } = rate;
  if (kind === 'none') return '–';
  const line = { name, kind, basisPoints, amountMinor: grossMinor, taxMinor };
  return tellTax(line, { texts, rate: write.percent(basisPoints) }).name;
}

function drawTotal(setting: Setting, top: number): void {
  const { pdf, invoice, texts, write } = setting;
  const white = { colour: '#ffffff', face: 'serif' } as const;
  const total = write.money(invoice.grossMinor);
  const width = CONTENT_WIDTH - 24;
  const label = breakLines(pdf, texts.total, { ...white, size: 13, width: 150, maxLines: 1 });
  setLines(setting, label, { x: MARGIN + 12, y: top + 9, width: 150 });
  const widthAt = (size: number): number => widthOfAmount(pdf, total, { ...white, size });
  const size = TOTAL_SIZES.find((one) => widthAt(one) < width - 160) ?? 9;
  const middle = top + (BAR_HEIGHT - size * 1.25) / 2;
  const end = { x: MARGIN + 12 + width - widthAt(size), width: widthAt(size) };
  setAmount(setting, total, { ...white, size }, { ...end, y: middle });
}

/** In which currency it all is, and whether anything is left to pay. */
function layOutNotes(setting: Setting): Below {
  const { pdf, invoice, texts } = setting;
  const sentences = [
    // A credit note may take back an invoice that is replaced by another: then no money goes back.
    ...(invoice.kind === 'invoice' ? [texts.paid] : []),
    texts.amountsIn(`${currencyName(invoice)} (${invoice.currency})`),
  ];
  const notes: Lines[] = sentences.map((sentence) =>
    breakLines(pdf, sentence, {
      face: 'sans',
      size: 8.5,
      colour: INK_SOFT,
      width: CONTENT_WIDTH,
      maxLines: 3,
    }),
  );
  return {
    height: GAP + notes.reduce((sum, { height }) => sum + height, 0),
    draw(sheet, y) {
      let top = y + GAP;
      for (const note of notes) {
        const at = { x: MARGIN, y: top, width: CONTENT_WIDTH };
        sheet.paragraph(() => setLines(setting, note, at));
        top += note.height;
      }
    },
  };
}

const currencyName = ({ language, currency }: { language: string; currency: string }): string =>
  new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency;
