import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import {
  listOwnTexts,
  toTranslation,
  translatedText,
  translationSchema,
  type OwnText,
  type Translation,
} from '../../rules/event-texts.ts';
import { MAX_MARKDOWN_CHARACTERS } from '../../rules/rich-text.ts';
import { checkBody } from '../../values/check-body.ts';
import { describeRule } from '../../values/describe-rule.ts';
import type { Language } from '../../values/language.ts';
import { changeEvent } from '../change-event.ts';
import { cleanText } from '../details/clean-details.ts';
import { lockEvent } from '../event-fields.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { writePlain } from '../markdown/write-plain.ts';
import { noSuchLanguage } from './change-languages.ts';
import { readEventTexts } from './read-translations.ts';

export type SaveTranslation = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** Of the event: who saves says which one they saw. */
  version: number;
  language: Language;
  /** The texts that are changed, by the names of their fields. An empty one is shown in the first language again. */
  texts: readonly { name: string; text: string }[];
};

/**
 * Translates some of an event's texts, in any state of the event. What has a translation and no original any more goes with it. Saving is
 * one row and the event's version: no sale waits for it.
 */
export async function saveTranslation(tx: Transaction, input: SaveTranslation): Promise<void> {
  const { hostId, eventId, actor, version, language } = input;
  await lockEvent(tx, { hostId, eventId });
  const { event, own, translations } = await readEventTexts(tx, { hostId, eventId });
  const before = translations.get(language);
  if (!before) throw noSuchLanguage();
  const texts = listOwnTexts(own);
  if (event.version !== version) {
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this event since you opened it.', {
      current: { version: event.version, ...toFields(texts, before) },
    });
  }
  const given = cleanTexts(texts, input.texts);
  const after = texts.map((text) => ({
    ...text,
    text: given.get(text.name) ?? translatedText(before, text),
  }));
  const changed = after.filter((text) => text.text !== translatedText(before, text));
  await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version,
    action: 'event.translate',
    changes: {},
    besides: {
      before: { language, ...sayTexts(changed, (text) => translatedText(before, text)) },
      after: { language, ...sayTexts(changed, ({ text }) => text) },
    },
  });
  await write(tx, { eventId, language }, toTranslation(after));
}

/** The fields of a translation, by their names. */
export const toFields = (texts: readonly OwnText[], translation: Translation): Record<string, string> =>
  Object.fromEntries(texts.map((text) => [text.name, translatedText(translation, text)]));

/** As they are kept, by name; refuses what the same text in the first language could not be. */
function cleanTexts(texts: readonly OwnText[], given: SaveTranslation['texts']): Map<string, string> {
  const clean = new Map(given.map(({ name, text }) => [name, cleanText(text)]));
  const [problem] = checkBody(translationSchema(texts), Object.fromEntries(clean));
  if (problem) {
    const isGone = problem.rule.kind === 'unknown';
    throw invalidField(
      problem.field,
      isGone ? 'is no longer a text of this event.' : describeRule(problem.rule),
    );
  }
  return clean;
}

/** For the audit log: each text is told by its original. */
const sayTexts = <Text extends OwnText>(
  texts: readonly Text[],
  say: (text: Text) => string,
): Record<string, string> => Object.fromEntries(texts.map((text) => [text.original.slice(0, 60), say(text)]));

async function write(
  tx: Transaction,
  { eventId, language }: { eventId: string; language: Language },
  { event, ticketTypes, questions }: Translation,
): Promise<void> {
  // The plain text comes from the Markdown, as that of the first language does.
  const plain = event.description === undefined ? '' : writePlain(readMarkdown(event.description));
  if (Array.from(plain).length > MAX_MARKDOWN_CHARACTERS)
    throw invalidField(
      'event-description',
      `must have at most ${MAX_MARKDOWN_CHARACTERS} characters, including the addresses of its links.`,
    );
  await tx.query(
    `UPDATE event_translations
        SET name = $3, preview_description = $4, description = nullif($5, ''), description_markdown = CASE WHEN $5 <> '' THEN $6 END,
            directions = $7, host_message = $8, ticket_types = $9, questions = $10
      WHERE event_id = $1 AND language = $2`,
    [
      eventId,
      language,
      event.name ?? null,
      event.previewDescription ?? null,
      plain,
      event.description ?? null,
      event.directions ?? null,
      event.hostMessage ?? null,
      JSON.stringify(ticketTypes),
      JSON.stringify(questions),
    ],
  );
}
