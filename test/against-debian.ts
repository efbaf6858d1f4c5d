import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { debianBinaries } from './harness/debian-postgres.ts';

// The tests that touch the database once more, against the PostgreSQL of Debian's packages, as an external server.

const FILES = [
  'src/{check,db,demo,events,hosts,inventory,jobs,mail,orders,reservations,tickets,webhooks}/**/*.test.ts',
  'migrations/**/*.test.ts',
  'test/contract/**/*.test.ts',
];
const WORDS = [
  '--test',
  '--test-concurrency=2',
  '--test-global-setup=test/harness/global-setup.ts',
  '--test-reporter=dot',
];

const binaries = await debianBinaries();
if (binaries) {
  const version = execFileSync(path.join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
  process.stdout.write(`Again, against ${version.trim()}:\n`);
  const { status } = spawnSync(process.execPath, [...WORDS, ...FILES], {
    stdio: 'inherit',
    env: { ...process.env, TESSERA_TEST_POSTGRES: 'debian' },
  });
  process.exitCode = status ?? 1;
} else {
  process.stdout.write(
    "SKIPPED: the tests against an external PostgreSQL (Debian's package postgresql is not installed).\n",
  );
}
