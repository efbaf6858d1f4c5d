import type { Queryable } from '../../db/database.ts';
import type { Language } from '../../values/language.ts';

/** The texts of an event's own row that buyers see. Those of its ticket types and questions are read with these. */
type ToldTexts = {
  name: string;
  description: string;
  previewDescription: string;
  directions: string | null;
  hostMessage: string | null;
};

type EventWords = { [Text in keyof ToldTexts]: string | null } & { eventId: string };

/** The events in a language, as far as their hosts have translated them. Without a language they stay as they are, and nothing is read. */
export async function translateEvents<Told extends ToldTexts & { id: string }>(
  database: Queryable,
  events: Told[],
  language: Language | undefined,
): Promise<Told[]> {
  if (language === undefined || events.length === 0) return events;
  const { rows } = await database.query<EventWords>(
    `SELECT event_id AS "eventId", name, description, preview_description AS "previewDescription", directions, host_message AS "hostMessage"
       FROM event_translations WHERE event_id = ANY ($1::uuid[]) AND language = $2`,
    [events.map(({ id }) => id), language],
  );
  const words = new Map(rows.map((row) => [row.eventId, row]));
  return events.map((event) => inWords(event, words.get(event.id)));
}

/** A text that the host has not given, or hides, is told in no language. */
function inWords<Told extends ToldTexts>(event: Told, words: EventWords | undefined): Told {
  if (!words) return event;
  return {
    ...event,
    name: words.name ?? event.name,
    description: event.description && (words.description ?? event.description),
    previewDescription: event.previewDescription && (words.previewDescription ?? event.previewDescription),
    directions: event.directions && (words.directions ?? event.directions),
    hostMessage: event.hostMessage && (words.hostMessage ?? event.hostMessage),
  };
}
