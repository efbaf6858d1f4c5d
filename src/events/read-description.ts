import type { Queryable } from '../db/database.ts';
import type { RichText } from '../values/rich-text.ts';
import { readMarkdown, readPlain } from './markdown/read-markdown.ts';

/** What a host wrote about its event, to be shown with its headings, lists and links. Older texts are plain. */
export async function readDescription(database: Queryable, eventId: string): Promise<RichText> {
  const { rows } = await database.query<{ plain: string; markdown: string | null }>(
    `SELECT description AS plain, description_markdown AS markdown FROM events WHERE id = $1`,
    [eventId],
  );
  const [event] = rows;
  if (!event) return [];
  return event.markdown === null ? readPlain(event.plain) : readMarkdown(event.markdown);
}
