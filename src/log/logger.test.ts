import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createLogger, tellOutage } from './logger.ts';

test('an outage is told when it begins and every ten seconds, without passwords and stacks', () => {
  const written = new PassThrough({ encoding: 'utf8' });
  let nowMs = 5_000;
  const tell = tellOutage(createLogger('info', written), 'the cache does not answer', () => nowMs);
  for (; nowMs < 25_000; nowMs += 200) tell(new Error('connect ECONNREFUSED redis://:secret@cache:6379'));
  const lines = String(written.read()).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => {
      const { time: _, ...told } = JSON.parse(line) as Record<string, unknown>;
      return told;
    }),
    Array.from({ length: 2 }, () => ({
      level: 40,
      error: 'connect ECONNREFUSED redis://***@cache:6379',
      msg: 'the cache does not answer',
    })),
  );
});
