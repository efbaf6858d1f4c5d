import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { noSuchPasskey } from '../factors/remove-factor.ts';

export async function renamePasskey(
  tx: Transaction,
  { actor, personId, passkeyId, name }: { actor: Actor; personId: string; passkeyId: string; name: string },
): Promise<void> {
  const { rows } = await tx.query<{ before: string }>(
    `UPDATE passkeys AS p SET name = $3 FROM (SELECT id, name FROM passkeys WHERE id = $1 AND person_id = $2 FOR UPDATE) AS old
      WHERE p.id = old.id RETURNING old.name AS before`,
    [passkeyId, personId, name],
  );
  const [renamed] = rows;
  if (!renamed) throw noSuchPasskey();
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'factor.rename',
    subject: { id: passkeyId, name },
    before: { name: renamed.before },
    after: { name },
  });
}
