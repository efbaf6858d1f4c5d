import type { Pdf } from '../../tickets/fit-text.ts';
import type { TicketSheet } from '../../tickets/ticket-sheet.ts';
import { LANGUAGE_FACTS } from '../../values/language.ts';
import type { Invoice } from '../invoice.ts';
import { amountWriter, type AmountWriter } from './amount-writer.ts';
import { breakIntoPages, type Pages } from './break-into-pages.ts';
import {
  columnsOf,
  CONTENT_WIDTH,
  FOOT_GAP,
  INK_SOFT,
  MARGIN,
  MOSAIC,
  PAGE,
  PAGE_NUMBER_Y,
  RULE,
  TEAL,
  TILE,
  type Columns,
} from './invoice-layout.ts';
import { layOutHead, type Head } from './lay-out-head.ts';
import { headRow, layOutRows, sizeOfAmounts, type Row } from './lay-out-rows.ts';
import { layOutSums, type Below } from './lay-out-sums.ts';
import { breakLines, setLines, type Lines, type Paper } from './set-lines.ts';
import { textsIn as invoiceTextsIn, type Texts } from './texts/texts.ts';

// A thousand letters in some paragraphs, where what stands above leaves so much room; in any case as many as a register and a bank take.
const [MIN_FOOTER_LINES, MAX_FOOTER_LINES] = [6, 24];
const RUNNING_HEAD_Y = 34;
const NEXT_PAGE_TOP = 62;

/** Every part of a document is drawn with it. */
export type Setting = Paper & {
  invoice: Invoice;
  texts: Texts;
  write: AmountWriter;
  columns: Columns;
  hasTax: boolean;
  /** Of all amounts in the table, so that they align. */
  amountSize: number;
};

type Page = Pages<Row, Below>[number];
export type InvoiceLayout = {
  setting: Setting;
  head: Head;
  footer: Lines[];
  footerTop: number;
  pages: Page[];
};

/** Finds a place for everything before anything is drawn: pages say how many there are. */
export function layOutInvoice(pdf: Pdf, invoice: Invoice): InvoiceLayout {
  const hasTax = invoice.taxes.some(({ rate }) => rate.kind !== 'none');
  const columns = columnsOf({ hasTax });
  const write = amountWriter(pdf, invoice);
  const texts = invoiceTextsIn(invoice.language);
  const amountSize = sizeOfAmounts({ pdf, invoice, write, columns });
  const isRightToLeft = LANGUAGE_FACTS[invoice.language].dir === 'rtl';
  const setting = { pdf, isRightToLeft, invoice, texts, write, columns, hasTax, amountSize };
  const head = layOutHead(setting);
  const footer = layOutFooter(setting, PAGE_NUMBER_Y - 8 - FOOT_GAP - head.bottom);
  const footerTop = PAGE_NUMBER_Y - 8 - footer.reduce((sum, { height }) => sum + height, 0);
  const bottom = footerTop - FOOT_GAP;
  const room = (top: number): number => bottom - top - headRow(setting).height;
  const pages = breakIntoPages(layOutRows(setting), {
    tail: [layOutSums(setting)],
    first: room(head.bottom),
    others: room(NEXT_PAGE_TOP),
  });
  return { setting, head, footer, footerTop, pages };
}

function layOutFooter({ pdf, invoice }: Setting, room: number): Lines[] {
  const style = { face: 'sans', size: 7.5, colour: INK_SOFT, width: CONTENT_WIDTH } as const;
  const paragraphs = invoice.footer.split('\n').filter((paragraph) => paragraph.trim() !== '');
  const fitting = Math.floor(room / breakLines(pdf, 'A', { ...style, maxLines: 1 }).height);
  let left = Math.max(MIN_FOOTER_LINES, Math.min(MAX_FOOTER_LINES, fitting));
  return paragraphs.flatMap((paragraph) => {
    if (left <= 0) return [];
    const broken = breakLines(pdf, paragraph, { ...style, maxLines: left });
    left -= broken.lines.length;
    return [broken];
  });
}

export function drawInvoicePage(sheet: TicketSheet, layout: InvoiceLayout, page: Page): void {
  const { setting, head, pages } = layout;
  const number = pages.indexOf(page) + 1;
  sheet.decorate(() => drawGround(sheet.pdf, layout));
  if (number === 1) head.draw(sheet);
  else sheet.decorate(() => drawRunningHead(setting));
  let y = number === 1 ? head.bottom : NEXT_PAGE_TOP;
  if (page.rows.length > 0) y = drawTable(sheet, [headRow(setting), ...page.rows], y);
  for (const below of page.tail) {
    below.draw(sheet, y);
    y += below.height;
  }
  drawFooter(sheet, layout, number);
}

function drawGround(pdf: Pdf, { footerTop, footer }: InvoiceLayout): void {
  for (let column = 0; column * TILE < PAGE.width; column++) {
    // As on the tickets: any fixed pattern that the eye does not take for one.
    const colour = MOSAIC[((column * column * 7 + column * 3) % 11) % MOSAIC.length] ?? TEAL;
    pdf.rect(column * TILE, 0, TILE - 0.8, TILE - 0.8).fill(colour);
  }
  if (footer.length > 0) drawRule(pdf, footerTop - 7);
}

const drawRule = (pdf: Pdf, y: number): void =>
  void pdf
    .moveTo(MARGIN, y)
    .lineTo(PAGE.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();

/** The pages behind the first say of which document they are. */
function drawRunningHead(setting: Setting): void {
  const { pdf, invoice, texts } = setting;
  const document = invoice.kind === 'invoice' ? texts.invoice : texts.creditNote;
  const style = { size: 8.5, width: CONTENT_WIDTH / 2, maxLines: 1 };
  const at = { y: RUNNING_HEAD_Y, width: CONTENT_WIDTH / 2 };
  const title = texts.title({ document, number: invoice.number });
  setLines(setting, breakLines(pdf, title, { ...style, face: 'sans-medium', colour: TEAL }), {
    ...at,
    x: MARGIN,
  });
  const seller = breakLines(pdf, invoice.seller.name, { ...style, face: 'sans', colour: INK_SOFT });
  setLines(setting, seller, { ...at, x: MARGIN + CONTENT_WIDTH / 2, side: 'end' });
}

/** Answers where it ends. */
function drawTable(sheet: TicketSheet, rows: Row[], top: number): number {
  const placed: { row: Row; y: number }[] = [];
  let y = top;
  for (const row of rows) {
    placed.push({ row, y });
    y += row.height;
  }
  sheet.decorate(() => {
    for (const { row, y: from } of placed) drawRule(sheet.pdf, from + row.height);
  });
  sheet.table(placed.map(({ row, y: from }) => row.cells.map((draw) => () => draw(from))));
  return y;
}

function drawFooter(
  sheet: TicketSheet,
  { setting, footer, footerTop, pages }: InvoiceLayout,
  number: number,
): void {
  const { pdf, texts } = setting;
  let y = footerTop;
  for (const paragraph of footer) {
    const at = { x: MARGIN, y, width: CONTENT_WIDTH };
    sheet.paragraph(() => setLines(setting, paragraph, at));
    y += paragraph.height;
  }
  const style = { face: 'sans', size: 7.5, colour: INK_SOFT, width: CONTENT_WIDTH, maxLines: 1 } as const;
  sheet.paragraph(() =>
    setLines(setting, breakLines(pdf, texts.page({ number, count: pages.length }), style), {
      x: MARGIN,
      y: PAGE_NUMBER_Y,
      width: CONTENT_WIDTH,
      side: 'end',
    }),
  );
}
