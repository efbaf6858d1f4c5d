import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endAllIn } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { runCommand } from './run-command.ts';

const { dataDir, remove } = await makeSeededDataDir();
let program: Program;
before(async () => {
  program = await launch({ DATA_DIR: dataDir });
  await untilHealthy(program);
});
after(async () => {
  program.child.kill('SIGKILL');
  await program.exited;
  await endAllIn(dataDir);
  await remove();
});

const doctor = (words: string[], more: Record<string, string> = {}) =>
  runCommand({ DATA_DIR: dataDir, PORT: String(program.port), ...more }, ['doctor', ...words]);

type Report = { light: string; findings: { check: string; light: string; says: string }[] };

test('doctor ends with 0 on a sound embedded product, with 1 for a yellow line, and with 2 for a red one', async () => {
  const well = await doctor(['--json']);
  const { light, findings } = JSON.parse(well.stdout) as Report;
  assert.deepEqual([well.code, light, well.stderr], [0, 'green', ''], well.stdout);
  assert.match(
    findings.find(({ check }) => check === 'database')?.says ?? '',
    /the embedded one.*schema up to date/,
  );
  const misspelt = await doctor([], { REDIS_URI: 'redis://127.0.0.1' });
  assert.equal(misspelt.code, 1);
  assert.match(
    misspelt.stdout,
    /yellow {2}settings {6}REDIS_URI is not a setting\.\n.*→ Did you mean REDIS_URL\?/,
  );
  const dead = await doctor([], { REDIS_URL: 'redis://127.0.0.1:1' });
  assert.equal(dead.code, 2);
  assert.match(dead.stdout, /red {5}Redis .*ECONNREFUSED/);
  assert.equal(dead.stderr, '');
});

test('settings that can’t be used, words that are none, and a product that never ran are no stack traces', async () => {
  const unset = await doctor([], { PORT: 'canary' });
  assert.equal(unset.code, 2);
  assert.match(unset.stdout, /red {5}settings {6}PORT must be/);
  assert.deepEqual(await doctor(['--mail', 'nobody']), {
    code: 2,
    stdout: '',
    stderr: '\ntessera: --mail takes one e-mail address.\n',
  });
  const nowhere = await doctor(['--json'], { DATA_DIR: `${dataDir}-none` });
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stdout, /Tessera has not run on/);
});
