import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, HOURS_AFTER_EVENT, isSecret, makeSecret } from './devices.ts';

/**
 * Uses a link up, once however many phones open it at the same time, and gives the phone its token. A phone that had paired before by an
 * earlier link of the same device is out; what it has not sent waits for the host.
 */
export async function pairDevice(
  tx: Transaction,
  { link, address, userAgent }: { link: string; address: string; userAgent: string },
): Promise<{ deviceId: string; token: string }> {
  if (!isSecret(link)) throw noSuchLink();
  const token = makeSecret();
  // Undone with all else where the link is no good.
  await tx.query(
    `INSERT INTO former_device_tokens (token_hash, device_id)
     SELECT token_hash, id FROM door_devices WHERE link_hash = $1 AND token_hash IS NOT NULL FOR NO KEY UPDATE`,
    [hashSecret(link)],
  );
  const { rows } = await tx.query<{ deviceId: string; name: string; hostId: string }>(
    `UPDATE door_devices AS d
        SET token_hash = $2, paired_at = clock_timestamp(), link_hash = NULL, link_expires_at = NULL, user_agent = $3,
            last_seen_at = clock_timestamp(), waiting_scans = 0
       FROM events AS e
      WHERE d.link_hash = $1 AND d.link_expires_at > clock_timestamp() AND d.revoked_at IS NULL AND e.id = d.event_id
        AND coalesce(d.ends_at, e.closes_at + interval '${HOURS_AFTER_EVENT} hours') > clock_timestamp()
     RETURNING d.id AS "deviceId", d.name, e.host_id AS "hostId"`,
    [hashSecret(link), hashSecret(token), userAgent.replaceAll('\0', '').slice(0, 300).toWellFormed()],
  );
  const [paired] = rows;
  if (!paired) throw noSuchLink();
  const { deviceId, name, hostId } = paired;
  await recordChange(tx, {
    hostId,
    actor: { kind: 'stranger', address },
    action: 'device.pair',
    subject: { id: deviceId, name },
  });
  return { deviceId, token };
}

const noSuchLink = (): Refusal =>
  new Refusal('link_ended', 'This link has expired or been used: ask for a new one.');
