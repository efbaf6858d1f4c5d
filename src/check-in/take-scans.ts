import type { Transaction } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { describeScans, type DescribedScan } from './describe-scans.ts';
import { deviceRevoked, type Device } from './find-device.ts';
import { keepToGuesses } from './limit-guesses.ts';
import { keepToTimes, readScans, type SentScan } from './read-scans.ts';
import { writeScans } from './write-scans.ts';

/**
 * The outcome of a scan. `wait`: its short code was not looked at, since too many were wrong; nothing happened, and the phone may send it
 * again.
 */
export type TakenScan = DescribedScan | { id: string; outcome: 'wait' };

/**
 * Takes in what a phone has scanned, in the order in which it sends it, each scan once. Of a phone's requests one is worked on at a time.
 * `sentAt`: by the phone's clock; `waiting`: how many more it has.
 */
export async function takeScans(
  tx: Transaction,
  secretKeys: SecretKeys,
  input: { device: Device; sentAt: Date; waiting: number; scans: SentScan[] },
): Promise<TakenScan[]> {
  const { device, sentAt, scans } = input;
  const { deviceId, eventId, doorId, maySearch } = device;
  await lockDevice(tx, input);
  const read = await readScans(tx, secretKeys, { eventId, scans, maySearch });
  const { allowed, waiting } = await keepToGuesses(tx, { deviceId, eventId, scans: read });
  const source = { eventId, doorId, deviceId, personId: null, sentAt: keepToTimes(sentAt) };
  const written = await writeScans(tx, source, allowed);
  const taken = new Map<string, TakenScan>(
    (await describeScans(tx, { eventId, read, written })).map((scan) => [scan.id, scan]),
  );
  return scans.flatMap(
    ({ id }) => taken.get(id) ?? (waiting.has(id) ? { id, outcome: 'wait' as const } : []),
  );
}

/** Two requests of a phone, one of which it has given up, are worked on one after the other. Who was revoked meanwhile is out. */
async function lockDevice(
  tx: Transaction,
  { device, waiting }: { device: Device; waiting: number },
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE door_devices SET last_seen_at = clock_timestamp(), waiting_scans = $2
      WHERE id = $1 AND revoked_at IS NULL AND paired_at = $3`,
    [device.deviceId, waiting, device.pairedAt],
  );
  if (rowCount === 0) throw deviceRevoked();
}
