import { readFileSync } from 'node:fs';
import path from 'node:path';

const EXAMPLES = path.join(import.meta.dirname, '../../examples');

export type SampleReceiver = { name: string; file: string; code: string };

const read = (name: string, file: string): SampleReceiver => ({
  name,
  file,
  code: readFileSync(path.join(EXAMPLES, file), 'utf8'),
});

/** The samples that the dashboard shows: the very files that the tests run (examples/). */
export const SAMPLE_RECEIVERS: readonly SampleReceiver[] = [
  read('Node', 'javascript/receiver.mjs'),
  read('Python', 'python/receiver.py'),
  read('PHP', 'php/receiver.php'),
  read('Go', 'go/receiver.go'),
  read('curl', 'curl/send-test.sh'),
];
