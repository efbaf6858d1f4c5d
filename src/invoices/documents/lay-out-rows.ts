import type { Invoice, InvoiceLine, InvoiceRate } from '../invoice.ts';
import type { Setting } from './draw-invoice.ts';
import { INK, INK_SOFT, TEAL } from './invoice-layout.ts';
import { breakLines, setAmount, setLines, widthOfAmount, type Style } from './set-lines.ts';

/** A row of the table. Each cell is drawn by itself, with the row at this height of the page. */
export type Row = { height: number; cells: ((y: number) => void)[] };

const PADDING = 7;
const MAX_NAME_LINES = 4;
const AMOUNT_SIZES = [9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5];
const COLUMN_ORDER = ['quantity', 'rate', 'net', 'tax', 'gross'] as const;

export function headRow(setting: Setting): Row {
  const { pdf, texts, columns, isRightToLeft } = setting;
  const style = { face: 'sans-medium', size: 8, colour: TEAL } as const;
  const cells: Row['cells'] = [];
  for (const column of ['name', ...COLUMN_ORDER] as const) {
    const place = columns[column];
    if (!place) continue;
    // Above the amounts, which stand at the right.
    const side = column === 'name' || isRightToLeft ? 'start' : 'end';
    const name = breakLines(pdf, texts.columns[column], { ...style, width: place.width, maxLines: 1 });
    cells.push((y) => setLines(setting, name, { ...place, y: y + 6, side }));
  }
  return { height: 22, cells };
}

export const layOutRows = (setting: Setting): Row[] =>
  setting.invoice.lines.map((line) => layOutRow(setting, line));

function layOutRow(setting: Setting, line: InvoiceLine): Row {
  const { pdf, columns, texts, write, hasTax } = setting;
  const place = columns.name ?? { x: 0, width: 0 };
  const wide = { width: place.width, maxLines: MAX_NAME_LINES };
  const name = breakLines(pdf, line.name, { face: 'sans', size: 9.5, colour: INK, ...wide });
  const netMinor = line.grossMinor - line.taxMinor;
  const price = line.quantity > 1 && hasTax ? texts.each(write.each(netMinor, line.quantity)) : '';
  const each = breakLines(pdf, price, { face: 'sans', size: 7.5, colour: INK_SOFT, ...wide, maxLines: 2 });
  const written = {
    quantity: write.count(line.quantity),
    rate: writeRate(setting, line.rate),
    ...writeAmounts(setting, line),
  };
  return {
    height: 2 * PADDING + name.height + each.height,
    cells: [
      (y) => {
        setLines(setting, name, { ...place, y: y + PADDING });
        setLines(setting, each, { ...place, y: y + PADDING + name.height });
      },
      ...amountCells(setting, written, { face: 'sans', colour: INK }),
    ],
  };
}

/** Net, tax and gross of a line or a sum. */
export const writeAmounts = (
  { write }: Pick<Setting, 'write'>,
  { grossMinor, taxMinor }: { grossMinor: number; taxMinor: number },
) => ({
  net: write.amount(grossMinor - taxMinor),
  tax: write.amount(taxMinor),
  gross: write.amount(grossMinor),
});

/** A cell for each column that is there. A name on their left may be of several lines: they stand beside the first. */
export function amountCells(
  setting: Setting,
  written: Partial<Record<(typeof COLUMN_ORDER)[number], string>>,
  style: Omit<Style, 'size'>,
): Row['cells'] {
  const { columns, amountSize } = setting;
  return COLUMN_ORDER.flatMap((column) => {
    const [text, place] = [written[column], columns[column]];
    if (text === undefined || !place) return [];
    return [
      (y: number) => setAmount(setting, text, { ...style, size: amountSize }, { ...place, y: y + PADDING }),
    ];
  });
}

function writeRate({ texts, write }: Setting, { kind, basisPoints }: InvoiceRate): string {
  if (kind === 'none') return '–';
  return kind === 'exempt' ? texts.isExempt : write.percent(basisPoints);
}

/** The largest in which every amount has its column to itself. */
export function sizeOfAmounts({
  pdf,
  invoice,
  write,
  columns,
}: Pick<Setting, 'pdf' | 'write' | 'columns'> & { invoice: Invoice }): number {
  const amounts = [invoice, ...invoice.lines].map((sum) => writeAmounts({ write }, sum));
  const fits = (size: number): boolean =>
    amounts.every((written) =>
      (['net', 'tax', 'gross'] as const).every((column) => {
        const place = columns[column];
        return !place || widthOfAmount(pdf, written[column], { face: 'sans-medium', size }) <= place.width;
      }),
    );
  return AMOUNT_SIZES.find(fits) ?? AMOUNT_SIZES.at(-1) ?? 5;
}
