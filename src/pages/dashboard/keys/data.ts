import type { KeyUses } from '../../../hosts/keys/key-uses.ts';
import type { Queryable } from '../../../db/database.ts';
import { readFingerprint } from '../../../hosts/keys/private-key.ts';
import { listPublicKeys } from '../../../hosts/keys/public-keys.ts';
import { describeServer } from '../../../hosts/keys/server-addresses.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { mayUse } from '../../../powers.ts';
import { listReceivers } from '../../../webhooks/subscriptions/list-receivers.ts';

/** A host's keys. Dates are in ISO 8601. */
export type KeysView = {
  /** Those in use, newest first, then the newest of the revoked ones. */
  keys: {
    keyId: string;
    key: string;
    name: string;
    createdAt: string;
    revokedAt: string | null;
    /** To the minute. Null: never. */
    lastUsedAt: string | null;
    lastUsedMinutesAgo: number | null;
    /** The integrator's servers, as addresses or networks. */
    servers: string[];
    version: number;
  }[];
  /** Null for members who may not have it. */
  privateKey: {
    fingerprint: string;
    /** Receivers that check signatures with it, and need a new one. */
    receivers: { url: string; isEnabled: boolean; eventName: string }[];
    hasMoreReceivers: boolean;
  } | null;
};

/** The host's keys, as far as the member may see them. */
export async function loadKeys(
  { database, keyUses }: { database: Queryable; keyUses: KeyUses },
  { hostId, role }: Member,
): Promise<KeysView> {
  // Show the first call at once: people look for it right after they made it.
  await keyUses.write();
  const keys = await listPublicKeys(database, hostId);
  return {
    keys: keys.map((key) => ({
      ...key,
      createdAt: key.createdAt.toISOString(),
      revokedAt: key.revokedAt?.toISOString() ?? null,
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      servers: key.servers.map(describeServer),
    })),
    privateKey: mayUse(role, 'private_key.manage') ? await loadPrivateKey(database, hostId) : null,
  };
}

async function loadPrivateKey(database: Queryable, hostId: string): Promise<KeysView['privateKey']> {
  const { receivers, hasMore } = await listReceivers(database, hostId);
  return {
    fingerprint: await readFingerprint(database, hostId),
    receivers,
    hasMoreReceivers: hasMore,
  };
}
