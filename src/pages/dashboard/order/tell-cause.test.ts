import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tellCause } from './server/tell-cause.ts';
import { textsIn } from './texts/causes/texts.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');

test('a line of an order’s history is told in the member’s language, with the reason that a member gave', () => {
  assert.equal(tellCause('the buyer ordered', 'fr'), 'l’acheteur a commandé');
  assert.equal(tellCause('a refund was asked for: she is ill', 'es'), 'se pidió un reembolso: she is ill');
  assert.equal(
    tellCause('its tickets were cancelled (refund 7f)', 'pt'),
    'os seus bilhetes foram cancelados',
  );
  assert.equal(tellCause('something new', 'fr'), 'something new');
});

test('every line that is translated is one that the program writes', () => {
  const files = globSync(['functions/*.sql', 'src/orders/**/*.ts', 'src/buyer-data/*.ts'], { cwd: ROOT });
  const program = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  for (const [key, english] of Object.entries(textsIn('en'))) {
    const [before = '', after = ''] = (typeof english === 'string' ? english : english('#')).split('#');
    assert.ok(program.includes(before.replace(/: $/, '')) && program.includes(after), `${key}: ${before}`);
  }
});
