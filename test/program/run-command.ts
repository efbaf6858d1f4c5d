import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import type { TestApp } from '../harness/test-app.ts';

const ROOT = path.join(import.meta.dirname, '../..');
// A command takes a second; one that waits for nothing would wait for ever. A backup and a restore take as long as their disk does.
const PATIENCE_MS = 60_000;
const LONG_PATIENCE_MS = 300_000;
const LONG_COMMANDS = new Set(['backup', 'restore']);

export type Run = { code: number | null; stdout: string; stderr: string };

/** The environment of somebody who works beside a running program. */
export const besideOf = (on: TestApp): Record<string, string> => ({
  ENVIRONMENT: 'development',
  DATABASE_URL: on.testDatabase.url,
  SECRET_KEY: on.secretKey.toString('hex'),
});

/** As `npm run -s tessera -- …`, with what is typed into it. */
export function runCommand(environment: Record<string, string>, words: string[], typed = ''): Promise<Run> {
  const timeout = LONG_COMMANDS.has(words[0] ?? '') ? LONG_PATIENCE_MS : PATIENCE_MS;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/bin/tessera.ts', ...words],
      { cwd: ROOT, env: { PATH: process.env['PATH'], ...environment }, timeout },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
    // One that refuses before it has read everything closes its end.
    child.stdin?.on('error', () => {});
    child.stdin?.end(typed);
  });
}

/** The command's output, but for the steps of opening the database. */
export function saidBy({ code, stdout, stderr }: Run): string {
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  return stdout
    .split('\n')
    .filter((line) => !/^ {2}[✓…]/.test(line))
    .join('\n');
}

/** The one line with which the command has refused, having said and done nothing else. */
export function refusalOf({ code, stdout, stderr }: Run): string {
  assert.equal(code, 1, stdout + stderr);
  assert.doesNotMatch(stdout, /^(?! {2}[✓…]).*\S/m);
  const [blank, line = '', ...more] = stderr.split('\n');
  assert.deepEqual([blank, ...more], ['', ''], stderr);
  assert.match(line, /^tessera: \S.*\.$/);
  return line.slice('tessera: '.length);
}
