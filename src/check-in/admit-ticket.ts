import { randomUUID } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { describeScans, type DescribedScan } from './describe-scans.ts';
import { readScans } from './read-scans.ts';
import { writeScans } from './write-scans.ts';

/**
 * Lets the holder of a ticket in, at no door in particular. Of any number who read the same code at one moment, one is told `admitted`:
 * the ticket's lock decides.
 */
export async function admitTicket(
  tx: Queryable,
  secretKeys: SecretKeys,
  { eventId, code }: { eventId: string; code: string },
): Promise<DescribedScan> {
  const scan = { id: randomUUID(), kind: 'entry', how: 'code', code, at: new Date(), verdict: null } as const;
  const read = await readScans(tx, secretKeys, { eventId, scans: [scan], maySearch: false });
  const source = { eventId, doorId: null, deviceId: null, personId: null, sentAt: null };
  const written = await writeScans(tx, source, read);
  const [described] = await describeScans(tx, { eventId, read, written });
  if (!described) throw new Error('a scan without an answer');
  return described;
}
