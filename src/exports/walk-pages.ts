/**
 * Page after page, each by a statement of its own that begins behind the last row of the page before. Nothing is open between them:
 * no transaction, no cursor, no connection. Whoever stops reading stops the walk.
 */
export async function* walkPages<Row>(
  pageSize: number,
  readPage: (last: Row | null, pageSize: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  let last: Row | null = null;
  for (;;) {
    const rows = await readPage(last, pageSize);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1) ?? null;
  }
}
