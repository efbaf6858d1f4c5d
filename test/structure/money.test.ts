import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../..');

// Amounts are read and written here, for server and pages alike; and a shop of somebody else, as the docs show it, with the demo's stories.
const THE_ONES = new Set([
  'src/values/decimal.ts',
  'src/values/major-units.ts',
  'src/values/money-formatter.ts',
]);
const OF_OTHERS = ['src/pages/demo-shop/site/**', 'src/demo/**', '**/*.test.ts', '**/*.fixture.ts'];

const SECOND_WAYS: [RegExp, string][] = [
  [/style: ['"]currency['"]/, 'formats money itself: take moneyFormatter, or decimalsOf'],
  [
    /(minor|amount|price|total|fee).*\.toFixed\(/i,
    'rounds: amounts are whole numbers; take toMajorUnits or moneyFormatter',
  ],
  [/[mM]inor\w*\)? *[/*] *1_?0+\b/, 'moves the point by arithmetic: take toMajorUnits or readDecimal'],
  [/\* 1_?0+\b.*[mM]inor|[mM]inor: .*\* *1_?0+\b/, 'moves the point by arithmetic: take readDecimal'],
  [/10 \*\* (digits|decimals)/, 'moves the point by arithmetic: take toMajorUnits or readDecimal'],
  [
    /(function|const) (read|parse)(Price|Money|Amount)\b(?!.*currency: string)/,
    'reads amounts itself: take readDecimal',
  ],
  [/(function|const) (write|show)Price\b/, 'writes amounts itself: take moneyFormatter or writeDecimal'],
];

/** The second ways that a text uses, line by line. */
const secondWaysIn = (name: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      SECOND_WAYS.filter(([way]) => way.test(line)).map(([, why]) => `${name}:${at + 1} ${why}`),
    );

test('amounts of money are read and written in one place', () => {
  const names = globSync('{src,packages}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: [...OF_OTHERS, '**/node_modules/**'],
  });
  assert.ok(names.length > 500, 'it looks at the code');
  const found = names
    .filter((name) => !THE_ONES.has(name))
    .flatMap((name) => secondWaysIn(name, readFileSync(path.join(ROOT, name), 'utf8')));
  assert.deepEqual(found, []);
});

test('a second reader or writer would be found', () => {
  for (const line of [
    'export function readPrice(text: string): number {',
    'const parseAmount = (text: string) => Number(text);',
    'function writePrice(minor: number): string {',
    'return (minor / 100).toFixed(2);',
    'const naira = amountMinor / 100;',
    'priceMinor: price * 100,',
    "new Intl.NumberFormat('en', { style: 'currency', currency: 'NGN' })",
    'format.format(amountMinor / 10 ** digits)',
  ])
    assert.notDeepEqual(secondWaysIn('x.ts', line), [], line);
});
