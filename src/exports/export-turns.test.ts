import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExportTurns } from './export-turns.ts';

test('four slow readers of two hosts keep no third from its file: the slowest gives way, and who reads does not', () => {
  let nowMs = 0;
  const turns = createExportTurns(() => nowMs);
  const stopped: string[] = [];
  const take = (hostId: string, name: string) => turns.take(hostId, () => stopped.push(name));
  const [fast, slow, slowest, second] = [
    take('one', 'fast'),
    take('one', 'slow'),
    take('two', 'slowest'),
    take('two', 'second'),
  ];
  assert.throws(() => turns.requireFree('three'), /Too many files are being sent/);

  nowMs = 30_000;
  fast.count(30 * 16 * 1024);
  slow.count(200_000);
  slowest.count(1_000);
  second.count(300_000);
  assert.throws(
    () => turns.requireFree('two'),
    /2 files of this host/,
    'nobody makes room for their own third',
  );
  turns.requireFree('three');
  assert.deepEqual(stopped, [], 'who only asks takes no turn');
  take('three', 'new');
  assert.deepEqual(stopped, ['slowest']);
  slowest.end();
  take('four', 'another');
  assert.deepEqual(stopped, ['slowest', 'slow']);
  take('five', 'last');
  assert.deepEqual(stopped, ['slowest', 'slow', 'second']);
  assert.throws(
    () => take('six', 'none'),
    /Too many files/,
    'whoever reads keeps the turn, and so does who has just begun',
  );
  fast.end();
  take('six', 'at last');
  assert.deepEqual(stopped, ['slowest', 'slow', 'second']);
});
