import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { acceptAsNewPerson, acceptInvitation } from '../../src/hosts/invitations/accept-invitation.ts';
import { inviteMember } from '../../src/hosts/invitations/invite-member.ts';
import { withdrawInvitation } from '../../src/hosts/invitations/withdraw-invitation.ts';
import { hashToken, makeToken } from '../../src/people/sessions/session-token.ts';
import { Refusal } from '../../src/refusal.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { signInAs } from '../harness/sign-in.ts';
import { startTestApp } from '../harness/test-app.ts';

const on = await startTestApp();
const second = await startTestApp({ on });
after(async () => {
  await second.close();
  assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
});
const ROUNDS = 10;
const address = '127.0.0.1';
const host = await makeHost(on);

async function inviteWithToken(email: string): Promise<{ invitationId: string; token: string }> {
  const token = makeToken();
  const { hostId } = await makeHost(on);
  return on.app.database.transaction(async (tx) => {
    const input = { hostId, actor: OPERATOR, email, role: 'manager', eventIds: null } as const;
    const { invitationId } = await inviteMember(tx, input);
    // The job that sends it would make a link of its own.
    await tx.query(`DELETE FROM jobs WHERE payload ->> 'invitationId' = $1`, [invitationId]);
    await tx.query('UPDATE invitations SET token_sha256 = $2 WHERE id = $1', [
      invitationId,
      hashToken(token),
    ]);
    return { invitationId, token };
  });
}

/** How many went through, and what the others were told. */
async function outcomes(attempts: Promise<unknown>[]): Promise<{ done: number; refused: string[] }> {
  const settled = await Promise.allSettled(attempts);
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  return {
    done: settled.length - failed.length,
    refused: failed.map((error) => (error instanceof Refusal ? error.code : String(error))),
  };
}

const membersBy = async (email: string): Promise<number> => {
  const { rowCount } = await on.app.database.query(
    'SELECT 1 FROM members AS m JOIN people AS p ON p.id = m.person_id WHERE lower(p.email) = lower($1)',
    [email],
  );
  return rowCount ?? 0;
};

test('a new person who presses twice, through two processes, becomes one member', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const email = `new-${round}@race.example`;
    const { token } = await inviteWithToken(email);
    const attempts = [on, second, on, second].map(({ app }) =>
      app.database.transaction((tx) =>
        acceptAsNewPerson(tx, { token, name: 'Ada', passwordHash: 'none', address }),
      ),
    );
    assert.deepEqual(await outcomes(attempts), {
      done: 1,
      refused: ['not_found', 'not_found', 'not_found'],
    });
    assert.equal(await membersBy(email), 1);
  }
});

test('so does somebody with an account', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const person = await signInAs(on, host, { role: 'door' });
    const { token } = await inviteWithToken(person.email);
    const attempts = [on, second].map(({ app }) =>
      app.database.transaction((tx) => acceptInvitation(tx, { token, person, address })),
    );
    assert.deepEqual(await outcomes(attempts), { done: 1, refused: ['not_found'] });
    assert.equal(await membersBy(person.email), 2, 'of the host before, and of this one');
  }
});

test('withdrawn at the very moment of acceptance: one of the two happens', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const email = `withdrawn-${round}@race.example`;
    const { token, invitationId } = await inviteWithToken(email);
    const { rows } = await on.app.database.query<{ hostId: string }>(
      'SELECT host_id AS "hostId" FROM invitations WHERE id = $1',
      [invitationId],
    );
    const { hostId = '' } = rows[0] ?? {};
    const { done } = await outcomes([
      on.app.database.transaction((tx) =>
        acceptAsNewPerson(tx, { token, name: 'Ada', passwordHash: 'none', address }),
      ),
      second.app.database.transaction((tx) =>
        withdrawInvitation(tx, { hostId, actor: OPERATOR, invitationId }),
      ),
    ]);
    assert.equal(done, 1);
    const found = await on.app.database.query<{ accepted: boolean }>(
      'SELECT accepted_at IS NOT NULL AS accepted FROM invitations WHERE id = $1',
      [invitationId],
    );
    assert.equal(await membersBy(email), found.rows[0]?.accepted ? 1 : 0);
  }
});
