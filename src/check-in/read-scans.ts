import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { findOtherEvent } from '../tickets/find-other-event.ts';
import { isSignedSerial, readTicketCode } from '../tickets/ticket-code.ts';
import { findVerifyKeys } from '../tickets/verify-keys.ts';
import type { RefusedFor, ScanHow, ScanKind } from '../rules/scan.ts';
import { readShortCode } from '../rules/short-code.ts';

/** A scan as a phone sends it. It has read a code, a short code, or chosen a ticket; an undo has read nothing. */
export type SentScan = {
  /** Made by the phone: what is sent twice has one effect. */
  id: string;
  kind: ScanKind;
  how: ScanHow;
  code?: string | undefined;
  shortCode?: string | undefined;
  ticketId?: string | undefined;
  /** Of the code of that ticket, in base64url: a phone forgets the code itself, which would open the guest's entry. */
  signature?: string | undefined;
  /** By the phone's clock. */
  at: Date;
  /** The phone's own verdict, without a network; null: it asks. */
  verdict: 'admitted' | 'refused' | null;
  /** Why it refused. */
  reason?: RefusedFor | undefined;
  /** The scan that an undo takes back. */
  undoes?: string | undefined;
};

// The range of PostgreSQL, and a little more.
const EARLIEST = Date.parse('2000-01-01T00:00:00Z');
const LATEST = Date.parse('2200-01-01T00:00:00Z');

/** A phone's clock can say anything. */
export function keepToTimes(moment: Date): Date {
  const at = Number.isNaN(moment.getTime()) ? LATEST : moment.getTime();
  return new Date(Math.min(LATEST, Math.max(EARLIEST, at)));
}

/**
 * Repairs contradictions instead of refusing: a phone sends its scans until they are taken, and a refused one would hold back all that
 * come after it. A short code is always a guess.
 */
function mend(scan: SentScan): SentScan {
  const isUndo = scan.kind === 'undo';
  const isTyped = !isUndo && scan.code === undefined && scan.shortCode !== undefined;
  return {
    ...scan,
    how: isTyped ? 'short_code' : scan.how,
    at: keepToTimes(scan.at),
    undoes: isUndo ? (scan.undoes ?? scan.id) : undefined,
  };
}

/** A scan with what its code says: a ticket of this event by one of three keys, or what it is instead. */
export type ReadScan = SentScan & {
  serial: string | null;
  shortNumber: number | null;
  preset: 'unknown' | 'other_event' | null;
  /** The ticket's event, if that is another event of the host. */
  otherEventName: string | null;
};

/**
 * A ticket's id alone is for phones that may search by name. What another phone let in by it is written down without telling of the
 * guest, and is a conflict: a program of before kept no signatures.
 */
function doubt(scan: ReadScan): void {
  scan.preset = 'unknown';
  if (scan.verdict === null) scan.ticketId = undefined;
}

/** Reads the codes: whose signature is good is looked for under the locks (functions/take_scans.sql). */
export async function readScans(
  tx: Queryable,
  secretKeys: SecretKeys,
  { eventId, scans, maySearch }: { eventId: string; scans: SentScan[]; maySearch: boolean },
): Promise<ReadScan[]> {
  const hasCodes = scans.some(({ code, signature }) => code !== undefined || signature !== undefined);
  const verifyKeys = hasCodes ? await findVerifyKeys(tx, secretKeys, eventId) : [];
  const serials = await findSerials(tx, { eventId, scans });
  const read: ReadScan[] = [];
  for (const sent of scans) {
    const scan = mend(sent);
    const { code } = scan;
    const one: ReadScan = { ...scan, serial: null, shortNumber: null, preset: null, otherEventName: null };
    read.push(one);
    if (scan.kind === 'undo') continue;
    if (code !== undefined) {
      one.serial = readTicketCode(verifyKeys, { eventId, code });
      if (one.serial !== null) continue;
      // Refused scans are not examined further.
      if (scan.verdict === null) one.otherEventName = await findOtherEvent(tx, secretKeys, { eventId, code });
      one.preset = one.otherEventName === null ? 'unknown' : 'other_event';
    } else if (scan.shortCode !== undefined && scan.verdict !== 'refused') {
      // A phone that has refused it learns nothing of it: else it could try as many as it likes.
      one.shortNumber = readShortCode(scan.shortCode);
      if (one.shortNumber === null) one.preset = 'unknown';
    } else if (scan.ticketId === undefined) {
      one.preset = 'unknown';
    } else if (scan.signature !== undefined) {
      const signature = Buffer.from(scan.signature, 'base64url');
      one.serial =
        serials
          .get(scan.ticketId)
          ?.find((serial) => isSignedSerial(verifyKeys, { eventId, serial, signature })) ?? null;
      if (one.serial === null) doubt(one);
    } else if (!maySearch) {
      doubt(one);
    }
  }
  return read;
}

/** By ticket, of those that come with a signature: the serial that it has now, and those of codes that it had before. */
async function findSerials(
  tx: Queryable,
  { eventId, scans }: { eventId: string; scans: SentScan[] },
): Promise<Map<string, string[]>> {
  const ids = scans.flatMap(({ ticketId, signature }) =>
    signature === undefined || ticketId === undefined ? [] : ticketId,
  );
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; serials: string[] }>(
    `SELECT t.id, t.serial || ARRAY(SELECT p.serial FROM passed_on_codes AS p WHERE p.ticket_id = t.id) AS serials
       FROM tickets AS t WHERE t.id = ANY ($1) AND t.event_id = $2`,
    [ids, eventId],
  );
  return new Map(rows.map(({ id, serials }) => [id, serials]));
}
