import { nameActor, OPERATOR, type Actor } from '../../audit/actor.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { Refusal } from '../../refusal.ts';
import { writeGifts, type Gift } from '../write-gifts.ts';

export const TAKE_GUEST_LIST = 'take_guest_list';

type WaitingList = {
  hostId: string;
  eventId: string;
  personId: string | null;
  sendsMail: boolean;
  gifts: Gift[];
};

/**
 * Takes a list of guests in: every order of it in one transaction, with the list's own row. So it can be killed anywhere, and run by two
 * at once: all of it is done once, or nothing is. Where it can't be done, the list says why.
 */
export function takeGuestListJob(database: Database): JobKind<{ guestListId: string }> {
  return {
    kind: TAKE_GUEST_LIST,
    retryDelaysMs: [1_000, 5_000, 30_000, 120_000],
    leaseMs: 30_000,
    concurrency: 1,
    async run({ guestListId }) {
      try {
        await database.transaction((tx) => takeIn(tx, guestListId));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await database.query(
          `UPDATE guest_lists SET state = 'refused', reason = $2, gifts = NULL, ended_at = clock_timestamp()
            WHERE id = $1 AND state = 'waiting'`,
          [guestListId, error.message.slice(0, 500)],
        );
      }
    },
  };
}

async function takeIn(tx: Transaction, guestListId: string): Promise<void> {
  const { rows } = await tx.query<WaitingList>(
    `SELECT host_id AS "hostId", event_id AS "eventId", person_id AS "personId", sends_mail AS "sendsMail", gifts
       FROM guest_lists WHERE id = $1 AND state = 'waiting' FOR UPDATE`,
    [guestListId],
  );
  const [list] = rows;
  if (!list) return;
  const { personId, ...gifts } = list;
  const actor: Actor =
    personId === null ? OPERATOR : { kind: 'member', personId, email: '', role: null, address: '' };
  await nameActor(tx, actor);
  await tx.query(
    `UPDATE guest_lists SET state = 'taken', gifts = NULL, ended_at = clock_timestamp() WHERE id = $1`,
    [guestListId],
  );
  await writeGifts(tx, {
    ...gifts,
    cause: 'given by the host, from a list',
    idempotency: null,
  });
}
