import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { until } from '../../../../test/harness/until.ts';
import { countWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import type { Transaction } from '../../../db/database.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';
import { openEntrance, PASSWORD, SESSION, type Entrance, type Page } from './entrance.fixture.ts';

const OTHER_PASSWORD = 'seven quiet umbrellas leave';

suite('two things at the same moment', () => {
  let entrance: Entrance;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closing) await close();
  });

  /** One change is made and not committed yet when the other comes in; it is once the other is answered, or waits. */
  async function meanwhile(
    work: (tx: Transaction) => Promise<unknown>,
    other: () => Promise<Page>,
  ): Promise<Page> {
    const { database } = entrance.on.app;
    const { answer } = await database.transaction(async (tx) => {
      await work(tx);
      let isAnswered = false;
      const coming = other().finally(() => (isAnswered = true));
      await until(
        'the other is answered, or waits',
        async () => isAnswered || (await countWaiting(database)) > 0,
      );
      return { answer: coming };
    });
    return answer;
  }

  const enters = async (email: string, password: string): Promise<boolean> => {
    const visitor = entrance.visitor();
    await visitor.send('/sign-in', { email, password });
    return visitor.cookies.has(SESSION);
  };
  const signUp = (email: string, password: string) => ({
    hostName: 'Moonlight Shows',
    country: 'GHANA',
    name: 'Ama Mensah',
    email,
    password,
  });

  test('a sign-in with the old password leaves no session behind when the password changes', async () => {
    const { personId, email } = await entrance.makeOwner();
    const hash = await hashPassword(OTHER_PASSWORD);
    const thief = entrance.visitor();
    const answer = await meanwhile(
      async (tx) => {
        await tx.query('UPDATE people SET password_hash = $2 WHERE id = $1', [personId, hash]);
        await tx.query('DELETE FROM sessions WHERE person_id = $1', [personId]);
      },
      () => thief.send('/sign-in', { email, password: PASSWORD }),
    );
    assert.equal(await thief.isIn(), false);
    assert.equal(answer.status, 401);
    assert.equal(await enters(email, OTHER_PASSWORD), true);
  });

  test('nobody signs up over an account that is confirmed at this moment', async () => {
    const email = `race-${process.pid}-1@mail.example`;
    await entrance.visitor().send('/sign-up', signUp(email, PASSWORD));
    await meanwhile(
      (tx) => tx.query('UPDATE people SET email_confirmed_at = now() WHERE email = $1', [email]),
      () => entrance.visitor().send('/sign-up', signUp(email, OTHER_PASSWORD)),
    );
    assert.equal(await enters(email, OTHER_PASSWORD), false, 'the stranger');
    assert.equal(await enters(email, PASSWORD), true, 'the owner');
  });

  test('nobody confirms an account that somebody else signs up with at this moment', async () => {
    const email = `race-${process.pid}-2@mail.example`;
    const owner = entrance.visitor();
    await owner.send('/sign-up', signUp(email, PASSWORD));
    const link = await entrance.linkTo(email, 'confirm-email');
    const hash = await hashPassword(OTHER_PASSWORD);
    await meanwhile(
      (tx) => tx.query('UPDATE people SET password_hash = $2 WHERE email = $1', [email, hash]),
      () => owner.send(link, {}),
    );
    const { rows } = await entrance.on.app.database.query(
      'SELECT 1 FROM people WHERE email = $1 AND email_confirmed_at IS NOT NULL',
      [email],
    );
    assert.equal(rows.length, 0, 'with the stranger’s password');
    assert.equal(await enters(email, OTHER_PASSWORD), false);
  });
});
