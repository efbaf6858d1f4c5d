import type { Queryable } from '../../db/database.ts';
import type { OwnTexts, Translation } from '../../rules/event-texts.ts';
import { readLanguage, type Language } from '../../values/language.ts';
import { readEvent, type StoredEvent } from '../event-fields.ts';

/** The texts of an event, in its first language and in the further ones that its host has added. */
export type EventTexts = {
  event: StoredEvent;
  own: OwnTexts;
  /** By the name of the language. One that this program doesn't know stays as it is, and nobody sees it. */
  translations: Map<Language, Translation>;
};

/** Reads all texts of an event that there are to translate, and all translations. */
export async function readEventTexts(
  database: Queryable,
  which: { hostId: string; eventId: string },
): Promise<EventTexts> {
  const event = await readEvent(database, which);
  const { rows } = await database.query<{
    ticketTypes: OwnTexts['ticketTypes'];
    questions: OwnTexts['questions'];
    translations: (Translation & { language: string })[];
  }>(
    `SELECT coalesce((SELECT json_agg(json_build_object('id', id, 'name', name, 'description', description) ORDER BY position, id)
                        FROM ticket_types WHERE event_id = $1), '[]') AS "ticketTypes",
            coalesce((SELECT json_agg(json_build_object('id', id, 'label', label, 'help', help, 'choices', choices) ORDER BY position, id)
                        FROM questions WHERE event_id = $1 AND removed_at IS NULL), '[]') AS questions,
            coalesce((SELECT json_agg(json_build_object('language', language, 'ticketTypes', ticket_types, 'questions', questions,
                               'event', json_strip_nulls(json_build_object(
                                 'name', name, 'previewDescription', preview_description, 'description', description_markdown,
                                 'directions', directions, 'hostMessage', host_message))) ORDER BY language)
                        FROM event_translations WHERE event_id = $1), '[]') AS translations`,
    [event.eventId],
  );
  const [row] = rows;
  if (!row) throw new Error('a SELECT without FROM has a row');
  return {
    event,
    own: {
      event: {
        name: event.name,
        previewDescription: event.previewDescription,
        description: event.descriptionMarkdown ?? event.description,
        directions: event.directions ?? '',
        hostMessage: event.hostMessage ?? '',
      },
      ticketTypes: row.ticketTypes,
      questions: row.questions,
    },
    translations: new Map(
      row.translations.flatMap(({ language, ...translation }) => {
        const known = readLanguage(language);
        return known === null ? [] : [[known, translation] as const];
      }),
    ),
  };
}
