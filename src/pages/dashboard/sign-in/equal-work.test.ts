import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, before, suite, test } from 'node:test';
import { openEntrance, PASSWORD, type Entrance } from './entrance.fixture.ts';

/** Records the password hashes during an action: they take most of the time of a sign-in. */
async function hashesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const made: string[] = [];
  const hook = createHook({
    init(_id, type) {
      // Not PBKDF2: a new connection to the database makes one.
      if (/ARGON2|SCRYPT/i.test(type)) made.push(type);
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return made;
}

suite('whether somebody has an account is not to be told from the work that is done', () => {
  let entrance: Entrance;
  let email: string;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
    ({ email } = await entrance.makeOwner());
  });
  after(async () => {
    for (const close of closing) await close();
  });
  const UNKNOWN = 'nobody-at-all@mail.example';
  const send = (path: string, fields: Record<string, string>) => () => entrance.visitor().send(path, fields);
  const auditLines = async (): Promise<number> =>
    (await entrance.on.app.database.query('SELECT 1 FROM audit_log')).rows.length;

  test('a sign-in hashes once: unknown e-mail, wrong password and right one alike', async () => {
    const wrong = { password: 'not the password at all' };
    const known = await hashesDuring(send('/sign-in', { email, ...wrong }));
    assert.equal(known.length, 1, 'the control: a hash is seen');
    const linesBefore = await auditLines();
    assert.deepEqual(await hashesDuring(send('/sign-in', { email: UNKNOWN, ...wrong })), known);
    assert.equal((await auditLines()) - linesBefore, 1, 'a line for each');
    assert.deepEqual(await hashesDuring(send('/sign-in', { email, password: PASSWORD })), known);
  });

  test('a sign-up hashes once, whether the e-mail has an account or not', async () => {
    const typed = { hostName: 'Moonlight', country: 'GHANA', name: 'Ama', password: PASSWORD };
    const known = await hashesDuring(send('/sign-up', { ...typed, email }));
    assert.equal(known.length, 1);
    assert.deepEqual(await hashesDuring(send('/sign-up', { ...typed, email: UNKNOWN })), known);
  });

  test('a reset that is asked for hashes nothing, either way', async () => {
    assert.deepEqual(await hashesDuring(send('/reset-password', { email })), []);
    assert.deepEqual(await hashesDuring(send('/reset-password', { email: 'nobody@else.example' })), []);
  });
});
