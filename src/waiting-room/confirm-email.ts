import assert from 'node:assert/strict';
import type { Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { mailToRoomLimit } from '../attempts/attempt-limits.ts';
import { tryAttempt } from '../attempts/count-attempt.ts';
import { normaliseWaitingEmail } from '../rules/waiting-room.ts';
import { rankOf } from './draw.ts';
import type { RoomMemory } from './room-memory.ts';
import type { RoomTokens } from './room-tokens.ts';
import { SEND_ROOM_MAIL, type RoomMail } from './send-room-mail-job.ts';

export type Confirmed =
  /** In line from now on, or before. */
  | 'joined'
  | 'known'
  /** The address has another place in line. */
  | 'email_known'
  /** Another address was given since. */
  | 'replaced'
  /** The entry has left, or was never there; or the link is too old. */
  | 'gone'
  | 'closed';

/** For as long as a link waits in a mailbox, it keeps one of its network's places. `take_waiting_place()` has the same. */
const LINK_LIVES_MS = 60 * 60_000;

type Deps = {
  database: Database;
  memory: RoomMemory;
  tokens: RoomTokens;
  databaseNowMs: () => number;
};

/** How the owner of an e-mail address says that an entry is theirs. */
export function createConfirmations({ database, memory, tokens, databaseNowMs }: Deps) {
  return {
    /**
     * Mails the link. A recipient gets so many and no more, whoever asks; that one was left out is not told, nor whether the address is in
     * line. These mails are outside the host's own budget: a sale is never held up by what the host has sent.
     */
    async mailLink(mail: Omit<RoomMail, 'expiresAtMs'>): Promise<void> {
      if (!(await tryAttempt(database, [mailToRoomLimit(normaliseWaitingEmail(mail.email))]))) return;
      const payload: RoomMail = { ...mail, expiresAtMs: databaseNowMs() + LINK_LIVES_MS };
      await enqueueJob(database, { kind: SEND_ROOM_MAIL, payload });
    },

    /** Whether a link is ours, and still good. Nothing is confirmed by looking: mail programs open links by themselves. */
    isLink(eventId: string, token: string): boolean {
      const link = tokens.readConfirmation(eventId, token);
      return link !== null && link.expiresAt.getTime() > databaseNowMs();
    },

    async confirm(eventId: string, token: string): Promise<Confirmed> {
      const link = tokens.readConfirmation(eventId, token);
      if (!link || link.expiresAt.getTime() <= databaseNowMs()) return 'gone';
      for (let isSecondTry = false; ; isSecondTry = true) {
        const known = await memory.find(eventId);
        if (!known) return 'closed';
        const { room, seed } = known;
        const { rows } = await database.query<{ outcome: Confirmed | 'other_room' }>(
          'SELECT outcome FROM confirm_waiting_entry(of_event => $1, entry => $2, hash_part => $3, rank => $4, seed_hash => $5)',
          [
            eventId,
            link.entryId,
            link.hashPart,
            seed && rankOf(seed, link.entryId),
            Buffer.from(room.seedHash, 'hex'),
          ],
        );
        const outcome = rows[0]?.outcome;
        assert(outcome, 'no answer to a confirmation');
        if (outcome !== 'other_room') return outcome;
        if (isSecondTry) return 'gone';
        memory.forget();
      }
    },
  };
}
