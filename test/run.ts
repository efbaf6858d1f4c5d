import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { debianBinaries } from './harness/debian-postgres.ts';
import { gatherFiles } from './harness/gather-files.ts';
import type { FileReport } from './harness/report-files.ts';
import { findSelection, processesOf, SELECTION_NAMES, type SelectionName } from './selections.ts';

// `node test/run.ts <name>…` runs selections of the tests, one after the other. `check` among the names: `npm run check` runs beside them.

const SLOWEST_SHOWN = 10;

// Ctrl-C reaches the test runner too, which ends its servers: its end is waited for.
process.on('SIGINT', () => {});

const names = process.argv.slice(2);
const unknown = names.filter((name) => name !== 'check' && !isSelection(name));
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(
    `There is no selection "${unknown.join(' ')}": it is one of ${SELECTION_NAMES.join(', ')}.\n`,
  );
  process.exitCode = 1;
} else {
  const checking = names.includes('check') ? check() : null;
  for (const name of names.filter(isSelection)) {
    const status = await (findSelection(name).server === 'debian' ? runOnDebian(name) : run(name));
    process.exitCode = status;
    if (status !== 0) break;
  }
  const checked = await checking;
  if (checked) {
    process.stdout.write(`\n${checked.output}npm run check: ${checked.status === 0 ? 'passed' : 'FAILED'}\n`);
    if (checked.status !== 0) process.exitCode = checked.status;
  }
}

function isSelection(name: string): name is SelectionName {
  return (SELECTION_NAMES as string[]).includes(name);
}

/** Types, lint, format and unused code. Their output comes after the tests. */
async function check(): Promise<{ status: number; output: string }> {
  const child = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status: status ?? 1, output };
}

async function runOnDebian(name: SelectionName): Promise<number> {
  const binaries = await debianBinaries();
  if (binaries) {
    const version = execFileSync(path.join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
    process.stdout.write(`${name}, against ${version.trim()}:\n`);
    return run(name, { TESSERA_TEST_POSTGRES: 'debian' });
  }
  process.stdout.write(
    `NOT against an external PostgreSQL (Debian's package postgresql is not installed): ${name}\n`,
  );
  return findSelection(name).isAgain ? 0 : run(name);
}

/** Returns the exit code. */
async function run(name: SelectionName, environment: Record<string, string> = {}): Promise<number> {
  const { concurrency, isAgain = false } = findSelection(name);
  const reported = path.join(mkdtempSync(path.join(tmpdir(), 'tessera-test-run-')), 'files');
  const flags = [
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-global-setup=test/harness/global-setup.ts',
    `--test-reporter=${isAgain ? 'dot' : 'spec'}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/harness/report-files.ts',
    `--test-reporter-destination=${reported}`,
  ];
  const child = spawn(process.execPath, [...flags, ...gatherFiles(processesOf(name), concurrency)], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  const lines = readFileSync(reported, 'utf8').split('\n').filter(Boolean);
  tellSlowest(lines.map((line) => JSON.parse(line)));
  return status ?? 1;
}

function tellSlowest(reports: readonly FileReport[]): void {
  if (reports.length <= SLOWEST_SHOWN) return;
  const slowest = reports.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  process.stdout.write(`\nThe slowest of ${reports.length} files, in seconds:\n`);
  for (const { file, seconds } of slowest) {
    process.stdout.write(`${seconds.toFixed(1).padStart(7)}  ${file}\n`);
  }
}
