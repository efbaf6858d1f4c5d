/** Something of a known height that is not torn apart. */
export type Block = { height: number };

export type Pages<Row extends Block, Tail extends Block> = { rows: Row[]; tail: Tail[] }[];

/**
 * Breaks the rows of the table, and the blocks below it, into pages. There is always a page. A block that is higher than
 * a page has one of its own, and is cut by its edge.
 */
export function breakIntoPages<Row extends Block, Tail extends Block>(
  rows: readonly Row[],
  { tail, first, others }: { tail: readonly Tail[]; first: number; others: number },
): Pages<Row, Tail> {
  const pages: Pages<Row, Tail> = [{ rows: [], tail: [] }];
  let left = first;
  const pageFor = ({ height }: Block) => {
    const last = pages.at(-1);
    if (last && (height <= left || (pages.length > 1 && last.rows.length + last.tail.length === 0))) {
      left -= height;
      return last;
    }
    const page = { rows: [], tail: [] };
    pages.push(page);
    left = others - height;
    return page;
  };
  for (const row of rows) pageFor(row).rows.push(row);
  for (const block of tail) pageFor(block).tail.push(block);
  return pages;
}
