import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { buildJudge } from '../history/porcupine.ts';
import { playPiece } from './whole/play-piece.ts';
import { describeTotals, judgePiece } from './whole/totals.ts';

// A small piece of `npm run torture -- --mode whole`, which plays as many and as large ones as one likes.

const SEED = Number(process.env['TORTURE_SEED'] ?? randomInt(2 ** 31));
const OPERATIONS = Number(process.env['TORTURE_OPERATIONS'] ?? 1_500);
const CRASH_EVERY = 350;

test(`programs and their database are killed in mid-sale: every promise holds, and all that was answered with yes is there (seed ${SEED})`, async (t) => {
  const played = await playPiece({
    seed: SEED,
    operations: OPERATIONS,
    crashEvery: CRASH_EVERY,
    // A program and the database.
    leastCrashes: 2,
    // Somebody loses the scans of a night.
    tamper: async (database) => {
      await database.query('DELETE FROM scans');
    },
  });
  const judge = await buildJudge();
  if (typeof judge === 'string') t.diagnostic(`Histories are not judged: ${judge}.`);
  const piece = await judgePiece(played, judge);
  if (typeof judge !== 'string') await judge.remove();
  t.diagnostic(`${JSON.stringify(piece.seconds)}\n${describeTotals([piece])}`);
  assert.deepEqual(piece.wrong, []);
  assert.ok(piece.crashes['killSeller'] && piece.crashes['killDatabase'], 'not all has crashed');
  // The negative control.
  assert.ok(
    played.missed.some((line) => line.startsWith('lost, though answered with yes: scans')),
    played.missed.join('\n'),
  );
});
