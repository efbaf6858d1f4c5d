import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutRepeats } from './without-repeats.ts';

test('ticks that would read the same are written once', () => {
  assert.deepEqual(withoutRepeats(['₦0', '₦1K', '₦1K', '₦2K']), ['₦0', '₦1K', '', '₦2K']);
});
