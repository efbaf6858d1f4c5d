import { ConfigError } from '../config/config-error.ts';
import { isUuid } from '../values/is-uuid.ts';
import { createDrawCheck, type DrawVerdict } from '../waiting-room/verify-draw.ts';
import { readLines } from './read-lines.ts';
import { readWords } from './read-words.ts';
import { bold, dim, print, step, visible } from './terminal.ts';

const HELP = `tessera waiting-room <command>

  verify <file|url> [--hash <hash>] [--entry <id>]
      repeat a waiting room's draw from its list, which is at <checkout>/<event>/room/draw, and say whether it matches its
      seed. With --hash: check the seed against the hash that you saw before the draw. With --entry: show the place of an entry.

  Exits with 0 if the draw matches its seed, with 2 if it does not, and with 1 if that can't be decided.`;

const NOT_AS_DRAWN = 2;
// The head of a list is its longest line; a line of the largest on-sale there was has some millions of entries.
const LIMITS = { maxLineLength: 200, maxBytes: 2 * 1024 ** 3 };

/** Needs no database and no settings: anybody can verify a draw, with what is public of it. */
export async function waitingRoom(words: string[]): Promise<void> {
  const { values, positionals } = readWords('waiting-room', words, {
    hash: { type: 'string' },
    entry: { type: 'string' },
  });
  const [name = 'help', source, ...more] = positionals;
  if (name === 'help') return print(HELP);
  if (name !== 'verify') throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (source === undefined || more.length > 0)
    throw new ConfigError('waiting-room verify takes one file or address: see tessera waiting-room help.');
  if (values.hash !== undefined && !/^[0-9a-f]{64}$/i.test(values.hash))
    throw new ConfigError(
      '--hash takes the 64 hexadecimal digits that the waiting room showed before the draw.',
    );
  if (values.entry !== undefined && !isUuid(values.entry))
    throw new ConfigError("--entry takes an entry's id, as the waiting room's page shows it.");
  await verify(source, { hash: values.hash?.toLowerCase(), entry: values.entry?.toLowerCase() });
}

type Wanted = { hash?: string | undefined; entry?: string | undefined };

async function verify(source: string, { hash, entry: wanted }: Wanted): Promise<void> {
  // A million entries are seconds of work.
  const { head, verdict, placeOfWanted } = await step('drawn again', () => drawAgain(source, wanted));
  if (verdict.isRight && hash !== undefined && hash !== head.seedHash)
    return tellWrong(
      'The hash of this list differs from the one you gave: its seed is not the promised one.',
    );
  if (!verdict.isRight) return tellWrong(verdict.problem);
  tellRight(verdict, head.seedHash, hash !== undefined);
  if (wanted === undefined) return;
  print(
    placeOfWanted === null
      ? `  Entry ${wanted} was not in the draw: it joined later, or was left out.`
      : `  Entry ${wanted} has place ${placeOfWanted.toLocaleString('en')}.`,
  );
}

async function drawAgain(source: string, wanted: string | undefined) {
  const first: string[] = [];
  let check: ReturnType<typeof createDrawCheck> | null = null;
  let place = 0;
  let placeOfWanted: number | null = null;
  reading: for await (const lines of readLines(source, LIMITS)) {
    for (const line of lines) {
      if (!check) {
        first.push(line);
        if (first.length === HEAD.length) check = createDrawCheck(readHead(source, first));
        continue;
      }
      place += 1;
      if (line === wanted) placeOfWanted = place;
      if (!check.take(line)) break reading;
    }
  }
  const head = readHead(source, first);
  return { head, verdict: (check ?? createDrawCheck(head)).end(), placeOfWanted };
}

// A line each, with a word of this form.
const HEAD = [
  ['seed', /[0-9a-f]{1,128}/],
  ['hash', /[0-9a-f]{64}/],
  ['count', /\d{1,12}/],
] as const;

function readHead(source: string, lines: string[]): { seed: string; seedHash: string; count: number } {
  const [seed = '', seedHash = '', count] = HEAD.map(([name, form], index) => {
    const [, word] = new RegExp(`^${name} (${form.source})$`).exec(lines[index] ?? '') ?? [];
    if (word === undefined)
      throw new ConfigError(`${visible(source)} is not a draw list: "${name}" is missing.`);
    return word;
  });
  return { seed, seedHash, count: Number(count) };
}

function tellWrong(problem: string): void {
  print(`  ${bold('The draw does NOT match its seed.')} ${visible(problem)}`);
  process.exitCode = NOT_AS_DRAWN;
}

function tellRight({ count }: DrawVerdict & { isRight: true }, hash: string, isPromised: boolean): void {
  const entries = count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;
  print(`  ${bold('The draw matches its seed:')} ${entries}, each in its place by rank.`);
  print(
    isPromised
      ? '  The seed matches the hash you gave.'
      : `  ${dim(`Its hash is ${hash}. Compare it with the hash that the waiting room showed before the draw.`)}`,
  );
}
