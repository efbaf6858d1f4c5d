import { createBoundedMap } from '../cache/bounded-map.ts';
import type { Queryable } from '../db/database.ts';
import type { RichText } from '../rules/rich-text.ts';
import type { Language } from '../values/language.ts';
import { readMarkdown, readPlain } from './markdown/read-markdown.ts';

// A text is read once and not at each visit, by what it says: so nothing can go stale. As JSON, which is a tenth of the tree's size.
const MAX_REMEMBERED_CHARACTERS = 8_000_000;
const remembered = createBoundedMap<string, string>({
  max: MAX_REMEMBERED_CHARACTERS,
  weigh: (json) => json.length,
});

/** Reads the host's text about its event in a language, with its headings, lists and links. Older texts are plain. */
export async function readDescription(
  database: Queryable,
  { eventId, language }: { eventId: string; language: Language },
): Promise<RichText> {
  const { rows } = await database.query<{ plain: string; markdown: string | null }>(
    `SELECT event.description AS plain,
            CASE WHEN event.description <> '' THEN coalesce(words.description_markdown, event.description_markdown) END AS markdown
       FROM events AS event LEFT JOIN event_translations AS words ON words.event_id = event.id AND words.language = $2
      WHERE event.id = $1`,
    [eventId, language],
  );
  const [event] = rows;
  if (!event) return [];
  return event.markdown === null ? readPlain(event.plain) : readOnce(event.markdown);
}

export function readOnce(markdown: string): RichText {
  const known = remembered.get(markdown);
  if (known !== undefined) return JSON.parse(known) as RichText;
  const text = readMarkdown(markdown);
  remembered.set(markdown, JSON.stringify(text));
  return text;
}
