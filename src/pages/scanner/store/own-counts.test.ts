import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countScans } from './own-counts.ts';

const MINUTE_MS = 60_000;

test('a phone counts its own scans of one event: who went in and out, who was turned away, and nothing that was undone', () => {
  const nowMs = 100 * MINUTE_MS;
  const scan = { eventId: 'here', kind: 'entry', said: 'admitted', isUndone: false, atMs: nowMs } as const;
  const scans = [
    scan,
    { ...scan, said: 're_entry', atMs: nowMs - 14 * MINUTE_MS },
    { ...scan, atMs: nowMs - 16 * MINUTE_MS },
    { ...scan, isUndone: true },
    { ...scan, kind: 'undo', said: 'undone' },
    { ...scan, kind: 'exit', said: 'left' },
    { ...scan, said: 'already_used' },
    { ...scan, said: null },
    { ...scan, said: 'wait' },
    { ...scan, eventId: 'elsewhere' },
  ] as const;
  const counts = { letIn: 3, left: 1, turnedAway: 1, lastQuarter: 2 };
  assert.deepEqual(countScans(scans, { eventId: 'here', nowMs }), counts);
});
