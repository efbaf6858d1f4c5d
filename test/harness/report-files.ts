import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

export type FileReport = { file: string; seconds: number };

/** A reporter for a program: of each test file a line of JSON, and how long it took, reading it included. */
async function* reportFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    // A file that shares its process is a test of that name; one that has a process to itself is known by its path.
    const file = /\.(test|long)\.ts$/.test(data.name)
      ? data.name
      : path.relative('.', data.file ?? data.name);
    const seconds = data.details.duration_ms / 1_000;
    yield `${JSON.stringify({ file, seconds } satisfies FileReport)}\n`;
  }
}

// The test runner takes a reporter from nowhere else.
// oxlint-disable-next-line import/no-default-export
export default reportFiles;
