import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import type { Language } from '../values/language.ts';

/** Sets the language that the person reads. Null: as the browser asks for. */
export async function changeLanguage(
  tx: Transaction,
  { actor, personId, language }: { actor: Actor; personId: string; language: Language | null },
): Promise<void> {
  const { rows } = await tx.query<{ before: string | null; email: string }>(
    `UPDATE people AS p SET language = $2
       FROM (SELECT id, language FROM people WHERE id = $1 FOR NO KEY UPDATE) AS old
      WHERE p.id = old.id RETURNING old.language AS before, p.email`,
    [personId, language],
  );
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.change_language',
    subject: { id: personId, name: rows[0]?.email ?? '' },
    before: { language: rows[0]?.before },
    after: { language },
  });
}
