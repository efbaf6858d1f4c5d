import type { Queryable } from '../../db/database.ts';
import type { RichText } from '../../rules/rich-text.ts';
import { readEvent } from '../event-fields.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { cleanText } from './clean-details.ts';

/** A description as buyers would see it, of an event that is there. Nothing is changed. */
export async function previewDescription(
  database: Queryable,
  { markdown, ...which }: { hostId: string; eventId: string; markdown: string },
): Promise<RichText> {
  await readEvent(database, which);
  return readMarkdown(cleanText(markdown));
}
