import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { accentFor, HARDEST_GROUND } from './accent.ts';
import { contrast, type HexColor } from '../../values/contrast.ts';

const theme = readFileSync(path.join(import.meta.dirname, 'theme.css'), 'utf8');
const MODES = ['light', 'dark'] as const;
type Mode = (typeof MODES)[number];

/** Text that people read, on the grounds that it stands on: WCAG 2 asks for 4.5 to 1. */
const TEXT: readonly [text: string, ...grounds: string[]][] = [
  ['text', 'surface', 'surface-raised', 'surface-sunk', 'accent-surface'],
  ['text-muted', 'surface', 'surface-raised', 'surface-sunk'],
  ['accent-text', 'surface', 'surface-raised', 'surface-sunk', 'accent-surface'],
  ['on-accent', 'accent'],
  ['success', 'surface', 'surface-raised', 'success-surface'],
  ['warning', 'surface', 'surface-raised', 'warning-surface'],
  ['danger', 'surface', 'surface-raised', 'danger-surface'],
  ...[1, 2, 3, 4, 5, 6].map((n): [string, string] => ['on-category', `category-${n}`]),
  ['code-text', 'code-surface', 'code-surface-raised'],
  ['code-text-muted', 'code-surface', 'code-surface-raised'],
  ['code-key', 'code-surface', 'code-surface-raised'],
  ['code-string', 'code-surface', 'code-surface-raised'],
  ['code-number', 'code-surface', 'code-surface-raised'],
  ['ticket-text', 'ticket-surface'],
  ['ticket-text-muted', 'ticket-surface'],
  ['ticket-accent', 'ticket-surface'],
  ['ticket-used-text', 'ticket-used-surface', 'ticket-surface'],
  ['ticket-void', 'ticket-surface'],
  ['on-ticket-void', 'ticket-void', 'ticket-void-deep'],
  ['on-verdict-yes', 'verdict-yes'],
  ['on-verdict-ask', 'verdict-ask'],
  ['on-verdict-early', 'verdict-early'],
  ['on-verdict-no', 'verdict-no'],
];

/** Marks must be seen but are not read: 3 to 1. */
const MARKS: readonly [mark: string, ...grounds: string[]][] = [
  ['line-field', 'surface', 'surface-raised', 'surface-sunk'],
  [
    'focus',
    'surface',
    'surface-raised',
    'surface-sunk',
    'accent-surface',
    'success-surface',
    'warning-surface',
    'danger-surface',
    'line',
  ],
  ['ticket-focus', 'ticket-surface'],
  ['ticket-used', 'ticket-surface'],
];

function colorOf(name: string, mode: Mode): HexColor {
  const declared = new RegExp(`--${name}: ([^;]+);`).exec(theme)?.[1] ?? '';
  const color = new RegExp(`var\\(--${mode}, (#\\w{6})\\)`).exec(declared)?.[1] ?? declared;
  assert.match(color, /^#[0-9a-f]{6}$/, `--${name} is no colour for ${mode}`);
  return color.slice(1);
}

for (const mode of MODES) {
  test(`text of the ${mode} theme can be read on the grounds that it is for`, () => {
    for (const [pairs, least] of [[TEXT, 4.5] as const, [MARKS, 3] as const]) {
      for (const [name, ...grounds] of pairs) {
        for (const ground of grounds) {
          const found = contrast(colorOf(name, mode), colorOf(ground, mode));
          assert.ok(found >= least, `--${name} on --${ground} has ${found.toFixed(2)} to 1, not ${least}`);
        }
      }
    }
  });
}

test('the focus has a colour that no news has', () => {
  for (const mode of MODES)
    for (const news of ['danger', 'warning', 'success'])
      assert.notEqual(colorOf('focus', mode), colorOf(news, mode), `--focus and --${news}, ${mode}`);
});

test('the embed works out its accents from the colours of the theme', () => {
  for (const mode of MODES) {
    assert.equal(accentFor(mode, null).accent, colorOf('accent', mode));
    // Text that can be read on this ground can be read on the others.
    const grounds = ['surface', 'surface-raised', 'surface-sunk'].map((ground) => colorOf(ground, mode));
    const text = mode === 'light' ? '000000' : 'ffffff';
    const [hardest] = grounds.sort((one, other) => contrast(text, one) - contrast(text, other));
    assert.equal(HARDEST_GROUND[mode], hardest);
  }
});

test('there are six sizes of letters', () => {
  const sizes = Array.from(theme.matchAll(/--size-[\w-]+(?=:)/g), ([name]) => name);
  assert.deepEqual(sizes, [
    '--size-fine',
    '--size-small',
    '--size-text',
    '--size-large',
    '--size-heading',
    '--size-title',
  ]);
});
