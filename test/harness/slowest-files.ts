import type { TestEvent } from 'node:test/reporters';

const MAX_SHOWN = 10;

/** A reporter beside the usual one: at the end of a run it names the files that took longest, reading them included. */
async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { name: string; seconds: number }[] = [];
  for await (const { type, data } of events) {
    // A file is a test of its own, named after its path.
    if (type !== 'test:complete' || !/^[\w/.-]+\.(test|long)\.ts$/.test(data.name)) continue;
    files.push({ name: data.name, seconds: data.details.duration_ms / 1_000 });
  }
  if (files.length <= MAX_SHOWN) return;
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_SHOWN);
  yield `\nThe slowest of ${files.length} files, in seconds:\n`;
  for (const { name, seconds } of slowest) yield `${seconds.toFixed(1).padStart(7)}  ${name}\n`;
}

// The test runner takes a reporter from nowhere else.
// oxlint-disable-next-line import/no-default-export
export default slowestFiles;
