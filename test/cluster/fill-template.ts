import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../docs/operating/cluster');

/** A file of settings as the documentation has it, with addresses and folders of the test's own instead of those named in it. */
export async function fillTemplate(name: string, own: [named: string, instead: string][]): Promise<string> {
  let text = await readFile(path.join(FOLDER, name), 'utf8');
  for (const [named, instead] of own) {
    assert.ok(text.includes(named), `${name} does not say ${named}`);
    text = text.replaceAll(named, instead);
  }
  const left = text
    .split('\n')
    .filter((line) => /\.internal|(?<!\d\.?)0\.0\.0\.0|\/var\//.test(line.replace(/^\s*#.*/, '')));
  assert.deepEqual(left, [], `of ${name} this is not the test's own`);
  return text;
}
