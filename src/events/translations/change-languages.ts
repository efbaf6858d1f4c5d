import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Language } from '../../values/language.ts';
import { changeEvent } from '../change-event.ts';
import { lockEvent } from '../event-fields.ts';

type Change = { hostId: string; eventId: string; actor: Actor; language: Language };

/** Adds a language that the event's texts are translated into. Nothing is translated yet: buyers see no difference. */
export async function addLanguage(tx: Transaction, { language, ...which }: Change): Promise<void> {
  const { language: first } = await lockEvent(tx, which);
  if (language === first)
    throw invalidField('language', 'is the event’s first language: its texts are written in it.');
  const { rowCount } = await tx.query(
    'INSERT INTO event_translations (event_id, language) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [which.eventId, language],
  );
  // A second press.
  if (rowCount === 0) return;
  await record(tx, which, { action: 'event.add_language', before: {}, after: { language } });
}

/** Removes a language with all that was translated. Buyers see the first language instead. */
export async function removeLanguage(tx: Transaction, { language, ...which }: Change): Promise<void> {
  await lockEvent(tx, which);
  const { rowCount } = await tx.query(
    'DELETE FROM event_translations WHERE event_id = $1 AND language = $2',
    [which.eventId, language],
  );
  if (rowCount === 0) throw noSuchLanguage();
  await record(tx, which, { action: 'event.remove_language', before: { language }, after: {} });
}

/** Says which language the event's own texts are in. The texts stay as they are. */
export async function changeFirstLanguage(
  tx: Transaction,
  { language, version, ...which }: Change & { version: number },
): Promise<void> {
  await lockEvent(tx, which);
  const { rowCount } = await tx.query(
    'SELECT FROM event_translations WHERE event_id = $1 AND language = $2',
    [which.eventId, language],
  );
  if (rowCount) throw invalidField('language', 'has a translation already: remove that first.');
  await changeEvent(tx, { ...which, version, action: 'event.change_language', changes: { language } });
}

export const noSuchLanguage = (): Refusal =>
  new Refusal('not_found', 'The event’s texts are no longer translated into this language.');

const record = (
  tx: Transaction,
  which: Omit<Change, 'language'>,
  { action, ...besides }: { action: `event.${string}`; before: object; after: object },
): Promise<unknown> =>
  changeEvent(tx, {
    ...which,
    version: null,
    action,
    changes: {},
    besides: { before: { ...besides.before }, after: { ...besides.after } },
  });
