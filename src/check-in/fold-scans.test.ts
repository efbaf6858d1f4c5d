import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { openDoors, type Phone } from './door-world.fixture.ts';
import type { SentScan } from './read-scans.ts';

const ROUNDS = 8;
const ORDERS = 4;
const MINUTE_MS = 60_000;

/** Random numbers that are the same in every run, so that a failure comes again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle<T>(list: T[], random: () => number): T[] {
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}

type Happened = {
  nr: number;
  kind: 'entry' | 'exit' | 'undo';
  minutesAgo: number;
  undoes: number;
  phone: number;
};

/** A night at three phones without a network, in the order of events. */
function makeNight(random: () => number): Happened[] {
  const count = 3 + Math.floor(random() * 6);
  return Array.from({ length: count }, (_, nr) => {
    const dice = random();
    const undoes = Math.floor(random() * count);
    const isUndo = dice < 0.2 && undoes !== nr;
    return {
      nr,
      kind: isUndo ? 'undo' : dice < 0.6 ? 'entry' : 'exit',
      minutesAgo: 100 - nr,
      undoes,
      phone: Math.floor(random() * 3),
    };
  });
}

/** The same, worked out by hand: scan after scan, whether the guest is inside. */
function walk(night: Happened[]) {
  const undone = new Set(night.flatMap(({ kind, undoes }) => (kind === 'undo' ? undoes : [])));
  let isIn = false;
  let came = -1;
  let left = -1;
  const told = night.map(({ nr, kind }): string => {
    if (kind === 'undo') return 'undo';
    if (undone.has(nr)) return 'undone';
    const wasIn = isIn;
    isIn = kind === 'entry';
    if (kind === 'exit') {
      left = nr;
      return wasIn ? 'left' : 'left double';
    }
    left = -1;
    if (came < 0) came = nr;
    if (wasIn) return 'admitted double';
    return came === nr ? 'admitted' : 're_entry';
  });
  return { told, came, left: came < 0 ? -1 : left };
}

test('in whatever order scans arrive, they come to the same, and to what happened', async (t) => {
  const world = await openDoors(t);
  const door = await world.door('North');
  await world.database.query(`UPDATE doors SET created_at = now() - interval '1 day'`);
  const phones: Phone[] = [await world.phone(door), await world.phone(door), await world.phone(door)];
  const random = seeded(20_261_116);
  let firstToArrive = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const night = makeNight(random);
    const expected = walk(night);
    const clock = Date.now();
    for (let order = 0; order < ORDERS; order++) {
      const [ticket] = await world.sell();
      assert(ticket);
      const ids = night.map(() => randomUUID());
      const at = (nr: number) => new Date(clock - (night[nr]?.minutesAgo ?? 0) * MINUTE_MS);
      const arriving = order === 0 ? night : shuffle(night, random);
      for (const { nr, kind, undoes, phone } of arriving) {
        const scan: Partial<SentScan> = { id: ids[nr] ?? '', kind, at: at(nr), verdict: 'admitted' };
        const what = kind === 'undo' ? { undoes: ids[undoes] ?? '' } : { code: ticket.code };
        await world.send(phones[phone] as Phone, [{ ...scan, ...what }], new Date(clock));
      }
      const { rows } = await world.database.query<{ id: string; told: string }>(
        `SELECT id, CASE WHEN kind = 'undo' THEN 'undo' WHEN undone_by IS NOT NULL THEN 'undone' ELSE outcome END
                    || CASE WHEN is_double THEN ' double' ELSE '' END AS told
           FROM scans WHERE id = ANY ($1)`,
        [ids],
      );
      const told = ids.map((id) => rows.find((row) => row.id === id)?.told);
      assert.deepEqual(told, expected.told, `round ${round}: ${JSON.stringify(arriving)}`);
      const state = await world.stateOf(ticket.id);
      const isAt = (found: Date | null, nr: number): void => {
        assert.equal(found === null, nr < 0, JSON.stringify(arriving));
        // The database's clock has gone on since the phone's was read.
        if (found) assert.ok(Math.abs(found.getTime() - at(nr).getTime()) < MINUTE_MS / 2);
      };
      isAt(state.usedAt, expected.came);
      isAt(state.leftAt, expected.left);
      if (arriving.find(({ kind }) => kind === 'entry')?.nr !== expected.came) firstToArrive += 1;
    }
  }
  // The simple way, to take the first that arrives for the first that happened, would have been wrong.
  assert.ok(firstToArrive > 0);
  assert.deepEqual(await checkInvariants(world.database), []);
});
