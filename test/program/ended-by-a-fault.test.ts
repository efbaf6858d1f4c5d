import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, makeDataDir, untilHealthy } from '../harness/program.ts';
import { createTestDatabase } from '../harness/test-database.ts';

// As a fault of ours would: thrown where nobody catches it, with all that a database's error has on it.
const FAULT = `Object.assign(new Error('a fault of a test'), { detail: process.env['FAULT_DETAIL'] })`;
const WAYS = {
  'an error that nobody caught': `throw ${FAULT}`,
  'a promise that nobody waited for': `Promise.reject(${FAULT})`,
};

for (const [way, script] of Object.entries(WAYS)) {
  test(`${way} ends the program with its message and place, and without the row that it was about`, async (t) => {
    const { dataDir, remove } = await makeDataDir();
    const testDatabase = await createTestDatabase();
    const source = `process.on('SIGUSR2', () => { ${script}; })`;
    const program = await launch({
      ENVIRONMENT: 'development',
      DATABASE_URL: testDatabase.url,
      SECRET_KEY: 'a'.repeat(64),
      DATA_DIR: dataDir,
      DEMO: 'off',
      // Not in the script, whose text is in the stack.
      FAULT_DETAIL: 'Failing row contains (canary@example.com)',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}`,
    });
    t.after(async () => {
      program.child.kill('SIGKILL');
      await program.exited;
      await testDatabase.drop();
      await remove();
    });
    await untilHealthy(program);
    program.child.kill('SIGUSR2');
    assert.equal(await program.exited, 1);
    assert.match(program.output(), /^tessera: ended by a fault: a fault of a test\n {4}at /m);
    assert.doesNotMatch(program.output(), /canary/);
  });
}
