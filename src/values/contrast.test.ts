import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from './contrast.ts';

test('contrast is worked out as WCAG does', () => {
  assert.equal(contrast('000000', 'ffffff'), 21);
  assert.equal(contrast('777777', 'ffffff').toFixed(2), '4.48');
});
