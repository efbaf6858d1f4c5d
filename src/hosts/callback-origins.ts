import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeSettings } from './change-settings.ts';
import { readSettings } from './read-settings.ts';

/**
 * The sites that an order's `callbackUrl` may be on; null: any. Every process hears of it at once. Orders that were made
 * before keep their address: it was checked when they were made.
 */
export async function setCallbackOrigins(
  tx: Transaction,
  { hostId, actor, origins }: { hostId: string; actor: Actor; origins: string[] | null },
): Promise<string[] | null> {
  const { version } = await readSettings(tx, hostId);
  const changed = await changeSettings(tx, { hostId, actor, version, changes: { callbackOrigins: origins } });
  return changed.callbackOrigins;
}
