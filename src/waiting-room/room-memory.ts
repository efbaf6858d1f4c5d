import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import { openSealed, type Sealed } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** An open room, as a process has it in memory. */
export type Room = {
  eventId: string;
  drawsAt: Date;
  isDrawn: boolean;
  isPaused: boolean;
  asksEmail: boolean;
  /** In hex. */
  seedHash: string;
};

/** With what only the draw and who lines up for it need. Null: it is drawn. */
export type KnownRoom = { room: Room; seed: Buffer | null };

type RoomRow = Room & { box: Buffer | null; sealedBy: string | null };
type Rooms = ReadonlyMap<string, KnownRoom>;

// Every change is told by NOTIFY, and a gap in that is noticed. This is for what nobody thought of.
const READ_AGAIN_MS = 30_000;

/**
 * All open rooms, of which there are few. So the many events that have none cost their buyers nothing, not even a question. A process is
 * told of every change at once; who holds tickets in the instant before it has heard of a new room has them.
 */
export function createRoomMemory(options: {
  database: Database;
  changes: Pick<Changes, 'listen'>;
  secretKeys: SecretKeys;
  onChange: () => void;
  onError: (error: Error) => void;
}) {
  let known: Rooms | null = null;
  let reading: Promise<Rooms> | null = null;
  let isClosed = false;

  /** Requests meanwhile share it, unless something has changed since it began. */
  function read(): Promise<Rooms> {
    if (reading) return reading;
    const begun = readOpenRooms(options).then(
      (rooms) => {
        if (reading !== begun) return read();
        reading = null;
        known = rooms;
        return rooms;
      },
      (error: unknown) => {
        if (reading === begun) reading = null;
        throw error;
      },
    );
    reading = begun;
    return begun;
  }

  function readSoon(): void {
    if (isClosed) return;
    read().catch((error: unknown) => options.onError(error as Error));
  }

  function forget(): void {
    known = null;
    reading = null;
    options.onChange();
    readSoon();
  }

  options.changes.listen('waiting_room_changed', { onChange: forget, onGap: forget });
  const timer = setInterval(readSoon, READ_AGAIN_MS).unref();

  return {
    /** Undefined: not known at this moment. */
    peek: (eventId: string): KnownRoom | null | undefined =>
      known === null ? undefined : (known.get(eventId) ?? null),
    async find(eventId: string): Promise<KnownRoom | null> {
      return (known ?? (await read())).get(eventId) ?? null;
    },
    async all(): Promise<KnownRoom[]> {
      return [...(known ?? (await read())).values()];
    },
    /** For who has found that something has changed before the process was told. */
    forget,
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await reading?.catch(() => {});
    },
  };
}

export type RoomMemory = ReturnType<typeof createRoomMemory>;

/** A caller knows the seed before the draw: nobody else may call it. */
export const openSeed = (secretKeys: SecretKeys, eventId: string, sealed: Sealed): Buffer =>
  Buffer.from(openSealed(secretKeys, sealed, { purpose: 'waiting-room-seeds', owner: eventId }), 'hex');

type ReadOptions = { database: Database; secretKeys: SecretKeys; onError: (error: Error) => void };

async function readOpenRooms({ database, secretKeys, onError }: ReadOptions): Promise<Rooms> {
  const { rows } = await database.query<RoomRow>(
    `SELECT event_id AS "eventId", draws_at AS "drawsAt", drawn_at IS NOT NULL AS "isDrawn", paused_at IS NOT NULL AS "isPaused",
            asks_email AS "asksEmail", encode(seed_hash, 'hex') AS "seedHash", seed_ciphertext AS box, seed_sealed_by AS "sealedBy"
       FROM waiting_rooms WHERE closed_at IS NULL`,
  );
  // A seed that can't be opened keeps its own room from being drawn, and nobody else's.
  const open = (owner: string, sealed: Sealed): Buffer | null => {
    try {
      return openSeed(secretKeys, owner, sealed);
    } catch (error) {
      onError(error as Error);
      return null;
    }
  };
  return new Map(
    rows.map(({ box, sealedBy, ...room }) => [
      room.eventId,
      { room, seed: box && open(room.eventId, { box, sealedBy }) },
    ]),
  );
}
