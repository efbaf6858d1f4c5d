import { textAt, type ExactJson } from './exact-json.ts';

/** A page of a gateway's list. `hasMore` is the gateway's word; a page with nothing new ends the list all the same. */
export type ListedPage = { entries: ExactJson[]; hasMore: boolean };

// A hundred entries each. More disputes than that within a week are found by their callbacks.
const MAX_PAGES = 20;

/** Reads a list page by page, to its end or to the cap. `after`: the id of the last entry so far. */
export async function readPages(
  readPage: (page: number, after: string | null) => Promise<ListedPage>,
): Promise<ExactJson[]> {
  const found = new Map<string, ExactJson>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { entries, hasMore } = await readPage(page, [...found.keys()].at(-1) ?? null);
    const before = found.size;
    for (const entry of entries) found.set(textAt(entry, 'id') ?? '', entry);
    if (!hasMore || found.size === before) break;
  }
  return [...found.values()];
}
