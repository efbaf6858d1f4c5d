import assert from 'node:assert/strict';
import { listMailLimits, mailToListLimit } from '../attempts/attempt-limits.ts';
import { countAttempt, tryAttempt } from '../attempts/count-attempt.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { normaliseWaitingEmail } from '../rules/waiting-room.ts';
import type { Language } from '../values/language.ts';
import { SEND_LIST_MAIL, type ListMail } from './send-list-mail-job.ts';

type ListJoin = {
  eventId: string;
  ticketTypeId: string;
  quantity: number;
  email: string;
  language: Language;
  address: string;
};

type JoinListOutcome =
  /** Whether the address is on the list already, or has had too many mails, is not told. */
  'asked' | 'not_sold_out' | 'closed';

/** Mails the link by which the owner of the address joins the list. Throws where a network has asked for too many. */
export async function joinList(database: Database, input: ListJoin): Promise<JoinListOutcome> {
  const { email, address } = input;
  await countAttempt(database, listMailLimits(address));
  const key = normaliseWaitingEmail(email);
  const { rows } = await database.query<{ outcome: JoinListOutcome; entry: string | null }>(
    ...argumentsOf({
      of_event: input.eventId,
      of_type: input.ticketTypeId,
      wanted: input.quantity,
      given_email: email,
      key,
      in_language: input.language,
    }),
  );
  const [row] = rows;
  assert(row, 'no answer to who joins a list');
  const { outcome, entry } = row;
  if (outcome === 'asked' && entry !== null && (await tryAttempt(database, [mailToListLimit(key)]))) {
    const payload: ListMail = { entryId: entry, about: 'confirm' };
    await enqueueJob(database, { kind: SEND_LIST_MAIL, payload });
  }
  return outcome;
}

function argumentsOf(args: Parameters<typeof callFunction>[1]): [string, unknown[]] {
  const { text, values } = callFunction('join_waiting_list', args);
  return [text, values];
}
