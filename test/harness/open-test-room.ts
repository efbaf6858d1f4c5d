import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { OPERATOR } from '../../src/audit/actor.ts';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { createSecretKeys, type SecretKeys } from '../../src/secrets/secret-keys.ts';
import { openRoom, type RoomSettings } from '../../src/waiting-room/change-room.ts';
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
  { database, secretKeys, publicUrl }: At,
  slug: string,
  settings: Partial<RoomSettings> = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; host_id: string }>(
      'SELECT id, host_id FROM events WHERE slug = $1',
      [slug],
    );
    const [event] = rows;
    if (!event) throw new Error(`there is no event ${slug}`);
    await openRoom(tx, {
      hostId: event.host_id,
      eventId: event.id,
      actor: OPERATOR,
      secretKeys,
      settings: { drawsAt: new Date(), ...SETTINGS, ...settings },
    });
  });
  await until('the program to know of the room', async () => {
    const { status } = await fetch(`${publicUrl}/checkout/${slug}/room/state`);
    return status === 200;
  });
}

/** The same beside a program with a data folder of its own. */
export async function openProgramRoom(
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
  slug: string,
  settings: Partial<RoomSettings> = {},
): Promise<void> {
  const [url, key] = await Promise.all(
    ['postgres.url', 'secret.key'].map((name) => readFile(path.join(dataDir, name), 'utf8')),
  );
  const database = connectDatabase({ url: url ?? '', poolSize: 1, onIdleError: () => {} });
  try {
    const secretKeys = createSecretKeys(Buffer.from(key?.trim() ?? '', 'hex'));
    await openTestRoom({ database, secretKeys, publicUrl }, slug, settings);
  } finally {
    await database.close();
  }
}
