import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

// Go compiles before it runs, on a busy machine for minutes.
const PATIENCE_MS = 300_000;

type Runtime = { asks: string[]; command: string[]; file: string };

/** Runs the samples of the reference, by the language's name on the page. */
export const RUNTIMES: Readonly<Record<string, Runtime>> = {
  curl: { asks: ['curl', '--version'], command: ['bash', '-eu'], file: 'sample.sh' },
  TypeScript: { asks: [process.execPath, '--version'], command: [process.execPath], file: 'sample.mts' },
  Python: { asks: ['python3', '--version'], command: ['python3'], file: 'sample.py' },
  PHP: { asks: ['php', '--version'], command: ['php'], file: 'sample.php' },
  Go: { asks: ['go', 'version'], command: ['go', 'run'], file: 'sample.go' },
};

export function isHere({ asks: [program = '', ...words] }: Runtime): boolean {
  return spawnSync(program, words).status === 0;
}

/** The samples of a page in one language, by the operation. */
export async function readSamples(address: string, language: string): Promise<Map<string, string>> {
  const page = await (await fetch(address)).text();
  const operations = page.matchAll(/<article class="operation" id="(\w+)"(.*?)<\/article>/gs);
  const samples = new Map<string, string>();
  for (const [, operation = '', markup = ''] of operations) {
    const found = new RegExp(`aria-label="${language}: [^"]*"><code>(.*?)</code>`, 's').exec(markup)?.[1];
    if (found !== undefined) samples.set(operation, textOf(found));
  }
  return samples;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Runs a sample as a reader would, from a file. Returns what it prints, once it has ended well. */
export async function runSample(
  { command, file }: Runtime,
  { text, folder, key }: { text: string; folder: string; key: string },
): Promise<string> {
  const [program = '', ...words] = command;
  const sample = path.join(folder, file);
  await writeFile(sample, text);
  const { stdout } = await promisify(execFile)(program, [...words, sample], {
    cwd: folder,
    env: { ...process.env, TESSERA_KEY: key },
    timeout: PATIENCE_MS,
  });
  return stdout;
}
