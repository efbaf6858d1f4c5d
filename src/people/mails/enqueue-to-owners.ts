import type { Transaction } from '../../db/database.ts';
import { enqueuePersonMail } from './enqueue-person-mail.ts';
import type { PersonMail } from './person-mail.ts';

/** One mail to every owner that the host has at this moment. */
export async function enqueueToOwners(
  tx: Transaction,
  hostId: string,
  mailTo: (personId: string) => PersonMail,
): Promise<void> {
  const { rows } = await tx.query<{ personId: string }>(
    `SELECT person_id AS "personId" FROM members WHERE host_id = $1 AND role = 'owner'`,
    [hostId],
  );
  for (const { personId } of rows) await enqueuePersonMail(tx, mailTo(personId));
}
