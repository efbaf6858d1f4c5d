import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';

/** Sets the name for the person's team. Empty: the e-mail stands for it. */
export async function changeName(
  tx: Transaction,
  { actor, personId, name }: { actor: Actor; personId: string; name: string },
): Promise<void> {
  const { rows } = await tx.query<{ before: string; email: string }>(
    `UPDATE people AS p SET name = $2 FROM (SELECT id, name FROM people WHERE id = $1 FOR NO KEY UPDATE) AS old
      WHERE p.id = old.id RETURNING old.name AS before, p.email`,
    [personId, name],
  );
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.change_name',
    subject: { id: personId, name: rows[0]?.email ?? '' },
    before: { name: rows[0]?.before },
    after: { name },
  });
}
