import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Colours are written out here. All other sheets name them. */
const PALETTES: Readonly<Record<string, string>> = {
  'src/pages/shared/theme.css': 'the theme itself',
  'src/pages/checkout/receipt/styles/wallet-badges.css': 'the badges of two platforms look alike everywhere',
  'src/pages/sandbox/styles/palette.css': 'to the buyer, a gateway is another company',
};

/** The demo shop is an integrator's own site, with a look of its own. */
const ELSEWHERE = /^src\/pages\/demo-shop\//;

const RAW_COLOR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|\b(?:black|white|red|green|blue|grey|gray|orange|yellow|purple)\b/i;
// Sizes that follow the text around them name no size: code within a sentence is a little smaller than the sentence.
const SIZE = /^(?:var\(--size-[\w-]+\)|(?:calc|min)\(.*var\(--size-[\w-]+\).*\)|[\d.]+em|inherit|100%)$/;
const RADIUS = /^(?:var\(--radius-[\w-]+\)|calc\(.*var\(--radius-[\w-]+\).*\)|0|inherit)$/;

type Declaration = { property: string; value: string; line: number };

function declarationsOf(sheet: string): Declaration[] {
  const text = sheet.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  return Array.from(text.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+)(?=[;}])/g), (found) => ({
    property: found[1] ?? '',
    value: (found[2] ?? '').replace(/\s+/g, ' ').trim(),
    line: text.slice(0, found.index).split('\n').length,
  }));
}

function complaintAbout({ property, value }: Declaration): string | null {
  const withoutAddresses = value.replace(/url\([^)]*\)/g, '');
  if (RAW_COLOR.test(withoutAddresses)) return 'names a colour';
  if (property === 'font-size') return SIZE.test(value) ? null : 'names a size of letters';
  if (property === 'font') {
    const size = value.replace(/^(?:(?:italic|normal|bold|\d{3}) )*/, '').split(/[/ ](?![^(]*\))/)[0] ?? '';
    return SIZE.test(size) ? null : 'names a size of letters';
  }
  if (property.endsWith('radius')) {
    return value.split(/ (?![^(]*\))/).every((part) => RADIUS.test(part)) ? null : 'names a radius';
  }
  return null;
}

const sheets = globSync('src/**/*.css', { cwd: ROOT })
  .filter((file) => !ELSEWHERE.test(file))
  .sort();

function complaintsAbout(file: string): string[] {
  if (Object.hasOwn(PALETTES, file)) return [];
  return declarationsOf(readFileSync(path.join(ROOT, file), 'utf8')).flatMap((declaration) => {
    const complaint = complaintAbout(declaration);
    const { property, value, line } = declaration;
    return complaint === null ? [] : [`${file}:${line} ${complaint} itself: ${property}: ${value}`];
  });
}

test('pages take colours, sizes of letters and radii from the theme', () => {
  assert.deepEqual(sheets.flatMap(complaintsAbout), []);
});

test('the sheets that may name colours are there', () => {
  assert.deepEqual(
    Object.keys(PALETTES).filter((file) => !sheets.includes(file)),
    [],
  );
});

test('forbidden lines of a sheet are noticed', () => {
  const complaints = (sheet: string): (string | null)[] => declarationsOf(sheet).map(complaintAbout);
  const bad = `a { color: #fff; background: rgb(1 2 3 / 4%); font-size: 1.1rem; font: 600 2rem/1.2 var(--serif);
    border-radius: 0 4px; border-color: white }`;
  assert.ok(complaints(bad).every((complaint) => complaint !== null));
  assert.equal(complaints(bad).length, 6);
  const good = `a { color: var(--text); font: 600 var(--size-title)/1.2 var(--serif); font-size: 0.9em; font: inherit;
    border-radius: 0 var(--radius-card); white-space: nowrap }`;
  assert.deepEqual(
    complaints(good).filter((complaint) => complaint !== null),
    [],
  );
});
