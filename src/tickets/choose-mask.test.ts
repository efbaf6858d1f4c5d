import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { create } from 'qrcode';
import { drawUnderBestMask } from './choose-mask.ts';

const code = fc.stringMatching(/^[0-9A-Z]{1,180}$/);

test('a code is, module for module, the one that the library makes when it chooses the mask', () => {
  const chosen = new Set<number | undefined>();
  fc.assert(
    fc.property(code, (letters) => {
      const text = [{ data: letters, mode: 'alphanumeric' as const }];
      const { modules, maskPattern } = create(text, { errorCorrectionLevel: 'M' });
      chosen.add(maskPattern);
      assert.deepEqual(drawUnderBestMask(text), { size: modules.size, modules: modules.data });
    }),
    { numRuns: 300 },
  );
  assert.ok(chosen.size > 5, 'hardly any mask was chosen');
});
