import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { OPERATOR } from '../../src/audit/actor.ts';
import { connectDatabase, type Database, type Transaction } from '../../src/db/database.ts';
import { createSecretKeys, type SecretKeys } from '../../src/secrets/secret-keys.ts';
import { closeRoom, openRoom, type RoomSettings } from '../../src/waiting-room/change-room.ts';
import { until } from './until.ts';

const SETTINGS: Omit<RoomSettings, 'drawsAt'> = {
  perMinute: 60_000,
  mostInside: 1_000,
  admissionMinutes: 10,
  asksEmail: false,
};

type At = { database: Database; secretKeys: SecretKeys; publicUrl: string };

/** Switches an event's waiting room on, and waits until the program has heard of it. Drawn at once, unless said otherwise. */
export async function openTestRoom(
  at: At,
  slug: string,
  settings: Partial<RoomSettings> = {},
): Promise<void> {
  await at.database.transaction(async (tx) => {
    await openRoom(tx, {
      ...(await whoseIs(tx, slug)),
      secretKeys: at.secretKeys,
      settings: { drawsAt: new Date(), ...SETTINGS, ...settings },
    });
  });
  await until('the program to know of the room', () => hasRoom(at, slug));
}

export async function closeTestRoom(at: At, slug: string): Promise<void> {
  await at.database.transaction(async (tx) => closeRoom(tx, await whoseIs(tx, slug)));
  await until('the program to know that the room is closed', async () => {
    return !(await hasRoom(at, slug));
  });
}

/** Beside a program that has a data folder of its own. */
export async function besideProgram(
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
  work: (at: At) => Promise<void>,
): Promise<void> {
  const [url, key] = await Promise.all(
    ['postgres.url', 'secret.key'].map((name) => readFile(path.join(dataDir, name), 'utf8')),
  );
  const database = connectDatabase({ url: url ?? '', poolSize: 1, onIdleError: () => {} });
  try {
    await work({ database, secretKeys: createSecretKeys(Buffer.from(key?.trim() ?? '', 'hex')), publicUrl });
  } finally {
    await database.close();
  }
}

async function whoseIs(tx: Transaction, slug: string) {
  const { rows } = await tx.query<{ eventId: string; hostId: string }>(
    'SELECT id AS "eventId", host_id AS "hostId" FROM events WHERE slug = $1',
    [slug],
  );
  const [event] = rows;
  if (!event) throw new Error(`there is no event ${slug}`);
  return { ...event, actor: OPERATOR };
}

/** By what the program remembers, as holds go by it. A link of no device lines nobody up. */
async function hasRoom({ publicUrl }: At, slug: string): Promise<boolean> {
  const { status } = await fetch(`${publicUrl}/checkout/${slug}/room/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entry: randomUUID(), device: 'none' }),
  });
  assert.ok(status === 400 || status === 404, `${status}`);
  return status === 400;
}
