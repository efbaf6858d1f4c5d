import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Actor } from '../../src/audit/actor.ts';
import type { Transaction } from '../../src/db/database.ts';
import { removeMember } from '../../src/hosts/members/remove-member.ts';
import type { Answer } from '../harness/client.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp } from '../harness/test-app.ts';

const on = await startTestApp();
const second = await startTestApp({ on });
after(async () => {
  await second.close();
  assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
});
// A race that is lost by chance is won by chance as well: often enough to be seen.
const ROUNDS = 12;

type Owner = SignedIn & { memberId: string };

async function makeOwners(): Promise<{ host: TestHost; owners: [Owner, Owner] }> {
  const host = await makeHost(on);
  const enter = async (): Promise<Owner> => {
    const signedIn = await signInAs(on, host, { hasFactor: true });
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM members WHERE person_id = $1',
      [signedIn.personId],
    );
    return { ...signedIn, memberId: rows[0]?.id ?? '' };
  };
  const owners: [Owner, Owner] = [await enter(), await enter()];
  await on.app.database.query('DELETE FROM members WHERE person_id = $1', [host.personId]);
  return { host, owners };
}

const countOwners = async ({ hostId }: TestHost): Promise<number> => {
  const { rows } = await on.app.database.query<{ count: number }>(
    `SELECT count(*) FROM members WHERE host_id = $1 AND role = 'owner'`,
    [hostId],
  );
  return rows[0]?.count ?? 0;
};

const refusalsIn = (answers: Answer[]): unknown[] =>
  answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.error_code]));

describe('two owners at the same moment, through two processes', () => {
  test('remove each other: one of them remains', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { host, owners } = await makeOwners();
      const [one, other] = owners;
      const answers = await Promise.all([
        askDashboard(on, `/hosts/${host.hostId}/team/members/${other.memberId}`, {
          as: one,
          method: 'DELETE',
        }),
        askDashboard(second, `/hosts/${host.hostId}/team/members/${one.memberId}`, {
          as: other,
          method: 'DELETE',
        }),
      ]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(await countOwners(host), 1);
    }
  });

  test('make managers of themselves: one of them remains an owner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { host, owners } = await makeOwners();
      const answers = await Promise.all(
        owners.map((owner, at) =>
          askDashboard(at ? second : on, `/hosts/${host.hostId}/team/members/${owner.memberId}`, {
            as: owner,
            method: 'PATCH',
            body: { role: 'manager', eventIds: null, version: 1 },
          }),
        ),
      );
      assert.deepEqual(refusalsIn(answers), ['last_owner']);
      assert.equal(await countOwners(host), 1);
    }
  });

  test('leave: one of them remains', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { host, owners } = await makeOwners();
      const answers = await Promise.all(
        owners.map((owner, at) =>
          askDashboard(at ? second : on, `/hosts/${host.hostId}/team/leave`, { as: owner, method: 'POST' }),
        ),
      );
      assert.deepEqual(refusalsIn(answers), ['last_owner']);
      assert.equal(await countOwners(host), 1);
    }
  });
});

test('without the lock, two owners who remove each other leave a host that nobody owns', async () => {
  const { host, owners } = await makeOwners();
  const [one, other] = owners;
  let arrived = 0;
  let open = (): void => {};
  const bothHaveLooked = new Promise<void>((resolve) => (open = resolve));
  /** The same statements, but for the lock; neither commits before the other has looked whether an owner remains. */
  const unlocked = (tx: Transaction): Transaction => ({
    isTransaction: true,
    query: async (text, values) => {
      const answer = await tx.query<never>(text.replace('FOR NO KEY UPDATE', ''), values);
      if (text.includes(`role = 'owner' LIMIT 1`)) {
        if (++arrived === 2) open();
        await bothHaveLooked;
      }
      return answer;
    },
  });
  const actor = ({ personId, email }: Owner): Actor => ({
    kind: 'member',
    personId,
    email,
    role: 'owner',
    address: '127.0.0.1',
  });
  await Promise.all(
    (
      [
        [on, one, other],
        [second, other, one],
      ] as const
    ).map(([through, from, whom]) =>
      through.app.database.transaction((tx) =>
        removeMember(unlocked(tx), { hostId: host.hostId, actor: actor(from), memberId: whom.memberId }),
      ),
    ),
  );
  assert.equal(await countOwners(host), 0);
});
