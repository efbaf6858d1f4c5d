import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { lockSharedLimits } from '../lock-shared-limits.ts';

/** How long the link in the e-mail is good: somebody may be on holiday. */
export const INVITATION_GOOD_DAYS = 7;

// An invitation is mail that strangers can be sent. A large team is invited in a few days.
const MAX_OPEN = 100;
const MAX_A_DAY = 40;
// By all hosts together, and every link sent again counts: who is invited by more than these is being pestered.
const MAX_A_DAY_TO_ONE_ADDRESS = 5;
const A_DAY_SECONDS = 24 * 60 * 60;

/** Asked under the lock of the team. New hosts of one account have these limits together. Hosts that write to the same address at the same moment wait for each other. */
export async function requireSpaceForInvitation(
  tx: Transaction,
  { hostId, email }: { hostId: string; email: string },
): Promise<void> {
  const hostIds = await lockSharedLimits(tx, hostId);
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('invitations'), hashtext(lower($1)))`, [email]);
  const { rows } = await tx.query<{ open: number; sent: number; sentToAddress: number }>(
    `SELECT (SELECT count(*) FROM invitations
              WHERE host_id = ANY ($1) AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()) AS open,
            (SELECT count(*) FROM invitations
              WHERE host_id = ANY ($1) AND created_at > now() - interval '1 day') AS sent,
            (SELECT count(*) FROM invitations
              WHERE lower(email) = lower($2) AND created_at > now() - interval '1 day') AS "sentToAddress"`,
    [hostIds, email],
  );
  const { open = 0, sent = 0, sentToAddress = 0 } = rows[0] ?? {};
  if (open >= MAX_OPEN)
    throw tooMany(`You can have at most ${MAX_OPEN} open invitations: withdraw some first.`);
  if (sent >= MAX_A_DAY)
    throw tooMany(`You can send at most ${MAX_A_DAY} invitations a day: try again tomorrow.`);
  if (sentToAddress >= MAX_A_DAY_TO_ONE_ADDRESS) {
    throw tooMany('This address got too many invitations today: try again tomorrow.');
  }
}

const tooMany = (message: string): Refusal =>
  new Refusal('rate_limited', message, { field: 'email', retryAfterSeconds: A_DAY_SECONDS });
