import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MOST_IN_A_PROCESS = 8;

/**
 * Entry files for the test runner, which gives each a process: each runs some test files, neighbours by name, one after the other.
 * A process that reads the whole product takes longer to warm up than most files take to run. What a file leaves behind in its
 * process its neighbours would find: a file that must leave something is named in `apart`, and has a process to itself.
 */
export function gatherFiles(files: readonly string[], apart: ReadonlySet<string>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-test-files-'));
  // Whole programs and browsers, in test/, before what is quick: so that at the end nobody waits for one long file.
  const groups = chunk(files.filter((file) => !apart.has(file)).toReversed());
  const entries = groups.map((group, index) => {
    const entry = path.join(folder, `${String(index).padStart(3, '0')}.mjs`);
    writeFileSync(entry, entryOf(group));
    return entry;
  });
  return [...files.filter((file) => apart.has(file)), ...entries];
}

function chunk(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / MOST_IN_A_PROCESS);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}

// A test waits for the tests and hooks that its file brings in: the next file begins when they are through. They wait in turn until
// their file was read to its end, as they would in a process of its own.
const entryOf = (group: readonly string[]): string => `import test from 'node:test';
const files = ${JSON.stringify(group.map((file) => ({ name: file, file: path.resolve(file) })))};
for (const { name, file } of files) {
  test(name, async (t) => {
    const wasRead = Promise.withResolvers();
    t.before(() => wasRead.promise);
    await import(file).finally(wasRead.resolve);
  });
}
`;
