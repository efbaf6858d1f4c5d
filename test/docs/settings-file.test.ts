import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parseEnv } from 'node:util';
import { SETTINGS } from '../../src/config/settings.ts';
import { VERSION } from '../../src/version.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const EXAMPLE = path.join(ROOT, 'deploy/tessera.env.example');
const COMMAND = path.join(ROOT, 'deploy/tessera');

const folder = await mkdtemp(path.join(tmpdir(), 'tessera-settings-'));
after(() => rm(folder, { recursive: true }));

type Run = { code: number | null; stdout: string; stderr: string };

function run(file: string, words: string[], environment: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      words,
      { env: { PATH: process.env['PATH'], ...environment } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The command as it is installed, with its settings in this folder, by the user who runs the test. */
async function tessera(
  settings: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<Run> {
  await writeFile(path.join(folder, 'tessera.env'), settings);
  return run(COMMAND, words, {
    ...environment,
    TESSERA_FOLDER: ROOT,
    TESSERA_SETTINGS: folder,
    TESSERA_USER: userInfo().username,
  });
}

test('a shell and a reader of such files find the same values in the example of settings', async () => {
  const read = parseEnv(await readFile(EXAMPLE, 'utf8'));
  const names = Object.keys(read);
  assert.ok(names.length > 8);
  const shown = names.map((name) => `printf '%s\\n' "$${name}"`).join('; ');
  const { stdout, stderr } = await run('sh', ['-euc', `. ${EXAMPLE}; ${shown}`]);
  assert.equal(stderr, '');
  assert.deepEqual(stdout.split('\n').slice(0, -1), Object.values(read));
  const others = names.filter((name) => name !== 'POSTGRES_PASSWORD' && !Object.hasOwn(SETTINGS, name));
  assert.deepEqual(others, []);
});

test('the command beside systemd has the settings of the units, and none of the caller’s own', async () => {
  assert.deepEqual(await tessera(await readFile(EXAMPLE, 'utf8'), ['version'], {}), {
    code: 0,
    stdout: `${VERSION}\n`,
    stderr: '',
  });
  // The caller's PORT is none, and is not read; that of the file is.
  const own = await tessera(`DATA_DIR=${folder}/nowhere\n`, ['check'], { PORT: 'canary' });
  assert.equal(own.code, 1);
  assert.match(own.stderr, new RegExp(`^\\ntessera: No Tessera data in ${folder}/nowhere: `));
  const fromFile = await tessera("PORT='canary'\n", ['check'], { PORT: '4000' });
  assert.match(fromFile.stderr, /^\ntessera: PORT must be a port, 1 to 65535, not "canary"\.\n$/);
});

test('a value that systemd and a shell would read differently is named by its line, and never run', async () => {
  for (const value of [
    'Shop <a@b.example>',
    `$(touch ${folder}/canary)`,
    'a;b',
    `"$HOME"`,
    's3://pictures?a=1&b=2',
    `'a' 'b'`,
  ]) {
    const { code, stderr } = await tessera(`# A comment.\n\nPORT=4000\nMAIL_FROM=${value}\n`, ['version']);
    assert.equal(code, 1, value);
    assert.equal(
      stderr,
      `\ntessera: ${folder}/tessera.env, line 4 (MAIL_FROM): write the value in single quotes, so that systemd and shells read it alike.\n`,
    );
  }
  assert.equal((await run('ls', [`${folder}/canary`])).code, 2);
});

test('without settings, and for a user who may not read them, the command says so in a line', async () => {
  await rm(path.join(folder, 'tessera.env'), { force: true });
  const { code, stderr } = await run(COMMAND, ['version'], {
    TESSERA_SETTINGS: folder,
    TESSERA_USER: userInfo().username,
  });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^\ntessera: \S+tessera\.env can't be read by \S+: see docs\/operating\/systemd\.md\.\n$/,
  );
});
