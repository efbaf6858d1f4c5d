import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAX_IN_A_PROCESS = 18;

// No file takes half as long beside any load. One that waits for what never comes is to fail, and not to stop the run.
const MAX_MINUTES_OF_A_FILE = 15;
// A test that failed may have left a server open behind it, which would keep its process alive for good.
const SECONDS_TO_END = 30;

/**
 * Entry files for the test runner, which gives each a process and starts them in the order of their names: each runs some test files, one
 * after the other. A process that reads the whole product takes longer to warm up than most files take to run. A file that leaves
 * something behind in its process, or that takes long, is named in `apart`.
 */
export function gatherFiles(
  { shared, apart }: { shared: readonly string[]; apart: readonly string[] },
  concurrency: number,
): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-test-files-'));
  const groups = [...deal(shared, concurrency), ...apart.map((file) => [file])];
  return groups.map((group, index) => {
    const entry = path.join(folder, `${String(index).padStart(3, '0')}.mjs`);
    writeFileSync(entry, entryOf(group));
    return entry;
  });
}

/**
 * By turns, so that the slow files of one folder are not all in one process, for which all others would wait at the end. As many
 * processes end in the last round as in each before it.
 */
function deal(files: readonly string[], concurrency: number): string[][] {
  const count = Math.ceil(files.length / MAX_IN_A_PROCESS / concurrency) * concurrency;
  return Array.from({ length: count }, (_, group) => files.filter((_file, index) => index % count === group));
}

// A test waits for the tests and hooks that its file brings in: the next file begins when they are through. They wait in turn until
// their file was read to its end, as they would in a process of its own.
const entryOf = (group: readonly string[]): string => `import test, { after } from 'node:test';
const files = ${JSON.stringify(group.map((file) => ({ name: file, file: path.resolve(file) })))};
for (const { name, file } of files) {
  test(name, { timeout: ${MAX_MINUTES_OF_A_FILE * 60_000} }, async (t) => {
    const wasRead = Promise.withResolvers();
    t.before(() => wasRead.promise);
    await import(file).finally(wasRead.resolve);
  });
}
after(() => {
  setTimeout(() => {
    process.stderr.write('Left open by ' + files.map(({ name }) => name).join(', ') + ': ' + process.getActiveResourcesInfo().join(', ') + '\\n');
    process.exit(1);
  }, ${SECONDS_TO_END * 1000}).unref();
});
`;
