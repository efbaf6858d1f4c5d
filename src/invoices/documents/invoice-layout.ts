/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 48;
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN;

/** Between the table and the footer of each page. */
export const FOOT_GAP = 18;
/** The page's number, and the host's own words above it. */
export const PAGE_NUMBER_Y = PAGE.height - 34;

export const INK = '#1b2829';
export const INK_SOFT = '#556160';
export const TEAL = '#0d5c60';
export const RULE = '#d8d2c6';
export const SAND = '#f4eee3';
export const MOSAIC = ['#c8623f', '#e2a76f', '#0d5c60', '#74a9a3', '#e9d9bf', '#8c3f27'];
export const TILE = 7;

export const COLUMN_GAP = 8;
type Column = 'name' | 'quantity' | 'rate' | 'net' | 'tax' | 'gross';
export type Columns = Partial<Record<Column, { x: number; width: number }>>;

/** From the end of the line back: what is left is the name's. An invoice without any tax has no word of one. */
export function columnsOf({ hasTax }: { hasTax: boolean }): Columns {
  const widths: [Column, number][] = hasTax
    ? [
        ['gross', 82],
        ['tax', 70],
        ['net', 80],
        ['rate', 50],
        ['quantity', 46],
      ]
    : [
        ['gross', 110],
        ['quantity', 70],
      ];
  const columns: Columns = {};
  let x = MARGIN + CONTENT_WIDTH;
  for (const [column, width] of widths) {
    x -= width;
    columns[column] = { x: x + COLUMN_GAP, width: width - COLUMN_GAP };
  }
  return { ...columns, name: { x: MARGIN, width: x - MARGIN } };
}
