import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { debianBinaries } from './harness/debian-postgres.ts';
import { gatherFiles } from './harness/gather-files.ts';
import type { FileReport } from './harness/report-files.ts';

// `node test/run.ts <name>` runs one of these selections of the tests.

type Selection = {
  files: string[];
  without?: string[];
  concurrency?: number;
  isApart?: boolean;
  hasSecondTry?: boolean;
};
type Setting = { reporter: 'spec' | 'dot'; environment?: Record<string, string> };

// These measure memory or plans, or make as much load as the machine bears.
const ALONE = [
  'test/faults/holds-{mid-sale,stampede}.long.ts',
  'test/history/history.long.ts',
  'test/long/{export,failover,stampede,upgrade}.long.ts',
  'test/plans/hot-statements.long.ts',
  'test/torture/torture.long.ts',
];

// Programs that are started again and again, servers that die, every page and every role once more: with these `npm test` would take a
// quarter longer. They run with what takes long.
const SLOWEST = [
  'test/cluster/*.test.ts',
  'test/dashboard/{other-sites,powers-matrix}.test.ts',
  'test/docs/quickstart.test.ts',
  'test/e2e/{dashboard-accessible,demo-shop,embed-email,scanner}.test.ts',
  'test/faults/{bounded-work,database-restart,hostile-input,log-of-a-purchase}.test.ts',
  'test/program/{external-database,processes,refused-starts,secret-rotation,start-and-stop,waiting-room-restart}.test.ts',
  'test/races/{exchange-seat,shifted-payments}.test.ts',
];

// Files that have a process to themselves: they change or watch what belongs to the whole process.
const APART = new Set([
  // Its snapshot is found by the name of the file that the process was started with.
  'migrations/schema.test.ts',
]);

const SELECTIONS = {
  // Three at once: many wait for a browser or a server most of the time.
  all: {
    files: ['{src,migrations,packages,test}/**/*.test.ts'],
    without: SLOWEST,
    concurrency: 3,
    hasSecondTry: true,
  },

  // For after each change: what is quick and needs no browser, on the embedded PostgreSQL.
  quick: {
    files: ['{src,migrations,packages}/**/*.test.ts', 'test/{docs,structure}/**/*.test.ts'],
    without: [
      '**/*.browser.test.ts',
      // Each of these costs five seconds of a processor or more, or starts the program.
      'src/invariants/{broken-promises,check-command,healthy-sales}.test.ts',
      'src/pages/checkout/server/limit-order-pages.test.ts',
      'src/tickets/{fit-text,render-ticket-pdf,ticket-printer}.test.ts',
      'src/tickets/mails/{mail-languages,send-mail-job}.test.ts',
      'test/docs/{data-folder,quickstart}.test.ts',
    ],
  },

  // What takes long.
  long: {
    files: ['test/**/*.long.ts', ...SLOWEST],
    without: ALONE,
    concurrency: 2,
    isApart: true,
    hasSecondTry: true,
  },

  // What takes a machine to itself: one after the other.
  alone: { files: ALONE, concurrency: 1, isApart: true, hasSecondTry: true },

  // Once more, on the PostgreSQL of Debian's packages: what the server's version and make could change. Locks, races, functions,
  // plans and catalogue queries can differ, and the rooms that live by them are here; what is drawn, written, sent and answered from
  // rows does not.
  debian: {
    hasSecondTry: true,
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

// A file that fails beside two others, on a machine with neighbours, is run once more, alone, and named aloud either way. Where a
// failure may be a race that was lost or a sale that was, once is enough: those have no second try, nor has what fails in numbers.
const NO_SECOND_TRY = /^test\/(crash|history|races|torture)\//;
const MOST_SECOND_TRIES = 4;

const SLOWEST_SHOWN = 10;

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

/** Returns the exit code. */
function run(selection: Selection, setting: Setting): number {
  const { files, without = [], concurrency = 2, isApart = false, hasSecondTry = false } = selection;
  const found = globSync(files, { exclude: without }).toSorted();
  const first = runFiles(found, { ...setting, concurrency, ...(isApart && { atMost: 1 }) });
  tellSlowest(first.reports);
  const failed = new Set(first.reports.filter(({ hasFailed }) => hasFailed).map(({ file }) => file));
  if (first.status === 0 || !hasSecondTry || !mayTryAgain(failed)) return first.status;

  const names = [...failed].join(', ');
  process.stdout.write(`\nOnce more, alone: ${names}\n`);
  const { status } = runFiles([...failed], { ...setting, concurrency: 1, atMost: 1 });
  const outcome = status === 0 ? 'PASSED AT THE SECOND TRY ONLY, and wants mending' : 'FAILED TWICE';
  process.stdout.write(`\n${outcome}: ${names}\n`);
  return status;
}

function mayTryAgain(failed: ReadonlySet<string>): boolean {
  if (failed.size === 0 || failed.size > MOST_SECOND_TRIES) return false;
  return [...failed].every((file) => /\.(test|long)\.ts$/.test(file) && !NO_SECOND_TRY.test(file));
}

function runFiles(
  files: readonly string[],
  { reporter, environment = {}, concurrency, atMost }: Setting & { concurrency: number; atMost?: number },
): { status: number; reports: FileReport[] } {
  const reported = path.join(mkdtempSync(path.join(tmpdir(), 'tessera-test-run-')), 'files');
  const flags = [
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-global-setup=test/harness/global-setup.ts',
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/harness/report-files.ts',
    `--test-reporter-destination=${reported}`,
  ];
  const chosen = gatherFiles(files, { apart: APART, ...(atMost && { atMost }) });
  const { status } = spawnSync(process.execPath, [...flags, ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const lines = readFileSync(reported, 'utf8').split('\n').filter(Boolean);
  return { status: status ?? 1, reports: lines.map((line) => JSON.parse(line)) };
}

function tellSlowest(reports: readonly FileReport[]): void {
  if (reports.length <= SLOWEST_SHOWN) return;
  const slowest = reports.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  process.stdout.write(`\nThe slowest of ${reports.length} files, in seconds:\n`);
  for (const { file, seconds } of slowest) {
    process.stdout.write(`${seconds.toFixed(1).padStart(7)}  ${file}\n`);
  }
}
