import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesOf, findSelection, SELECTION_NAMES, type SelectionName } from '../selections.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const namesIn = (script: string): string[] => scripts[script]?.split(' ').slice(2) ?? [];

test('npm test and npm run test:long run every test file once, apart from the round on Debian’s PostgreSQL', () => {
  const isOurs = (folder: string): boolean => folder !== 'node_modules' && folder !== 'dist';
  const all = globSync('**/*.{test,long}.ts', { exclude: (name) => !isOurs(name) });
  const names = [...namesIn('test'), ...namesIn('test:long')].filter(
    (name): name is SelectionName => name !== 'check' && name !== 'debian',
  );
  assert.deepEqual(names.flatMap(filesOf).toSorted(), all.toSorted());
});

test('CI runs both', () => {
  const commands = readFileSync('.ci/run', 'utf8').split('\n');
  assert.ok(commands.includes('npm test') && commands.includes('npm run test:long'));
});

test('every name in a selection is that of a file', () => {
  const patterns = SELECTION_NAMES.flatMap((name) => {
    const { files, without = [] } = findSelection(name);
    return [...files, ...without];
  });
  const found = [...new Set(patterns)].flatMap(inEachWay).filter((pattern) => globSync(pattern).length === 0);
  assert.deepEqual(found, []);
});

/** A pattern with the words in its last braces one at a time. */
function inEachWay(pattern: string): string[] {
  const [, start = '', words, end = ''] = /^((?:src|test)\/.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return words === undefined ? [pattern] : words.split(',').map((word) => start + word + end);
}
