import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { debianBinaries } from './harness/debian-postgres.ts';
import { gatherFiles } from './harness/gather-files.ts';

// `node test/run.ts <name>` runs one of these selections of the tests.

type Selection = { files: string[]; without?: string[]; concurrency?: number; isApart?: boolean };

// These measure memory or plans, or make as much load as the machine bears.
const ALONE = [
  'test/faults/holds-{mid-sale,stampede}.long.ts',
  'test/history/history.long.ts',
  'test/long/{export,failover,stampede,upgrade}.long.ts',
  'test/plans/hot-statements.long.ts',
  'test/torture/torture.long.ts',
];

// Files that have a process to themselves: they change or watch what belongs to the whole process.
const APART = new Set([
  // Its snapshot is found by the name of the file that the process was started with.
  'migrations/schema.test.ts',
]);

const SELECTIONS = {
  // Three at once: many wait for a browser or a server most of the time.
  all: { files: ['{src,migrations,web,packages,test}/**/*.test.ts'], concurrency: 3 },

  // For after each change: what is quick and needs no browser, on the embedded PostgreSQL.
  quick: {
    files: ['{src,migrations,web,packages}/**/*.test.ts', 'test/{docs,structure}/**/*.test.ts'],
    without: [
      '**/*.browser.test.ts',
      // Each of these costs five seconds of a processor or more, or starts the program.
      'src/invariants/{broken-promises,check-command,healthy-sales}.test.ts',
      'src/checkout/limit-order-pages.test.ts',
      'src/tickets/{fit-text,render-ticket-pdf,ticket-printer}.test.ts',
      'src/tickets/mails/{mail-languages,send-mail-job}.test.ts',
      'test/docs/{data-folder,quickstart}.test.ts',
    ],
  },

  // What takes long.
  long: { files: ['test/**/*.long.ts'], without: ALONE, concurrency: 2, isApart: true },

  // What takes a machine to itself: one after the other.
  alone: { files: ALONE, concurrency: 1, isApart: true },

  // Once more, on the PostgreSQL of Debian's packages: what the server's version and make could change. Locks, races, functions,
  // plans and catalogue queries can differ, and the rooms that live by them are here; what is drawn, written, sent and answered from
  // rows does not.
  debian: {
    files: [
      'src/{check-in,db,inventory,invariants,jobs,orders,reservations}/**/*.test.ts',
      'migrations/**/*.test.ts',
      'test/races/**/*.test.ts',
    ],
    without: [
      // What these hold does not hang on the server: the programs and servers that they start, and the clock of a process.
      'src/invariants/check-command.test.ts',
      'src/db/embedded/*.test.ts',
      'test/races/shifted-payments.test.ts',
    ],
  },
} satisfies Record<string, Selection>;

const FLAGS = [
  '--test',
  '--test-global-setup=test/harness/global-setup.ts',
  '--test-reporter-destination=stdout',
  '--test-reporter=./test/harness/slowest-files.ts',
  '--test-reporter-destination=stdout',
];

const [name = ''] = process.argv.slice(2);
if (name === 'all' || name === 'quick' || name === 'long' || name === 'alone') {
  process.exitCode = run(SELECTIONS[name], { reporter: 'spec' });
} else if (name === 'debian') {
  process.exitCode = await runOnDebian();
} else {
  process.stderr.write(
    `There is no selection "${name}": it is one of ${Object.keys(SELECTIONS).join(', ')}.\n`,
  );
  process.exitCode = 1;
}

async function runOnDebian(): Promise<number> {
  const binaries = await debianBinaries();
  if (!binaries) {
    process.stdout.write(
      "SKIPPED: the tests against an external PostgreSQL (Debian's package postgresql is not installed).\n",
    );
    return 0;
  }
  const version = execFileSync(path.join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
  process.stdout.write(`Again, against ${version.trim()}:\n`);
  return run(SELECTIONS.debian, { reporter: 'dot', environment: { TESSERA_TEST_POSTGRES: 'debian' } });
}

/** Resolves to the exit code. */
function run(
  { files, without = [], concurrency = 2, isApart = false }: Selection,
  { reporter, environment = {} }: { reporter: 'spec' | 'dot'; environment?: Record<string, string> },
): number {
  const found = globSync(files, { exclude: without }).toSorted();
  const chosen = gatherFiles(found, { apart: APART, ...(isApart && { atMost: 1 }) });
  const flags = [`--test-concurrency=${concurrency}`, `--test-reporter=${reporter}`, ...FLAGS];
  const { status } = spawnSync(process.execPath, [...flags, ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}
