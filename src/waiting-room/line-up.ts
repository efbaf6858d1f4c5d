import assert from 'node:assert/strict';
import { createBoundedMap } from '../cache/bounded-map.ts';
import { plainArray, textArray } from '../db/array-literal.ts';
import { createBatcher } from '../db/batcher.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/database.ts';
import type { Language } from '../values/language.ts';
import { rankOf } from './draw.ts';
import type { KnownRoom } from './room-memory.ts';

export type JoinOutcome =
  | 'joined'
  /** It is in line already: by its id, or by its device. `entryId` says which entry that is. */
  | 'known'
  /** It took part in the draw, by which everybody knows its id. */
  | 'taken'
  /** Its e-mail address is to be confirmed before it has a place. */
  | 'asked'
  /** Too many of this network are in line. */
  | 'full'
  /** The room that this process knows was replaced by another just now. */
  | 'other_room'
  | 'closed'
  | 'no_room';

export type NewEntry = {
  known: KnownRoom;
  entryId: string;
  language: Language;
  address: string | null;
  emailHash: Buffer | null;
  deviceId: string | null;
};

// Mobile networks put thousands of people behind one address, so it is no limit for a family or an office, and a share of all for them.
const ADDRESS_FLOOR = 300;
const ADDRESS_PERCENT = 2;
// As in other rooms: what counts the more there is that the address was confirmed.
const EMAIL_FACTOR = 1;

// By the time that a line has ten thousand, PostgreSQL has looked at the table by itself.
const LOOKED_AT = new Set([100, 1_000, 10_000]);
const MAX_LINES = 1_000;

type Answer = [JoinOutcome, entryId: string];

/** Lines people up, many in one call. */
export function createLine(database: Database) {
  const noteJoined = createStatistician(database);
  const batcher = createBatcher<NewEntry, { outcome: JoinOutcome; entryId: string }>({
    keyOf: ({ known, entryId }) => `${known.room.eventId} ${entryId}`,
    groupOf: ({ known }) => known.room.eventId,
    async run(entries) {
      const { name, text, values } = callFunction('join_waiting_rooms', toArguments(entries));
      const { rows } = await database.queryPrepared<{ join_waiting_rooms: Answer[] }>(name, text, values);
      assert(rows[0], 'no answer to who lines up');
      noteJoined(entries);
      return rows[0].join_waiting_rooms.map(([outcome, entryId]) => ({ outcome, entryId }));
    },
  });
  return (entry: NewEntry) => batcher.add(entry);
}

/**
 * Plans that were made while the table was empty, as it is after an earlier line was forgotten, know no index from another: each look-up would
 * read the whole line, for as long as the plan is kept. New statistics have plans made anew, in every connection.
 */
function createStatistician(database: Database): (entries: NewEntry[]) => void {
  const counts = createBoundedMap<string, number>({ max: MAX_LINES });
  return (entries) => {
    for (const { known } of entries) {
      const { eventId } = known.room;
      const count = (counts.get(eventId) ?? 0) + 1;
      counts.set(eventId, count);
      // Without it the line goes on as it is, until PostgreSQL looks by itself.
      if (LOOKED_AT.has(count)) database.query('ANALYZE waiting_entries').catch(() => {});
    }
  };
}

function toArguments(entries: NewEntry[]) {
  return {
    event_ids: plainArray(entries.map(({ known }) => known.room.eventId)),
    entry_ids: plainArray(entries.map(({ entryId }) => entryId)),
    ranks: byteaArray(entries.map(({ known, entryId }) => known.seed && rankOf(known.seed, entryId))),
    seed_hashes: byteaArray(entries.map(({ known }) => Buffer.from(known.room.seedHash, 'hex'))),
    languages: plainArray(entries.map(({ language }) => language)),
    addresses: textArray(entries.map(({ address }) => address)),
    email_hashes: byteaArray(entries.map(({ emailHash }) => emailHash)),
    device_ids: plainArray(entries.map(({ deviceId }) => deviceId)),
    address_floor: ADDRESS_FLOOR,
    address_percent: ADDRESS_PERCENT,
    email_factor: EMAIL_FACTOR,
  };
}

const byteaArray = (values: (Buffer | null)[]): string =>
  textArray(values.map((value) => value && `\\x${value.toString('hex')}`));
