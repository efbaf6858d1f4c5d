import assert from 'node:assert/strict';
import { OPERATOR } from '../../src/audit/actor.ts';
import { askForVisit } from '../../src/hosts/support/ask-for-visit.ts';
import { makeHost, type TestHost } from './make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

/** Somebody who supports hosts, with an account and a second factor: an owner of a host of their own, as operators' people are. */
export const makeSupporter = async (on: TestApp, options: { hasFactor?: boolean } = {}): Promise<SignedIn> =>
  signInAs(on, await makeHost(on), { hasFactor: true, ...options });

/** The operator asks for a visit. Answers its id. */
export async function askHost(on: TestApp, host: TestHost, supporter: SignedIn): Promise<string> {
  const { hostId } = host;
  const { email, personId } = supporter;
  return on.app.database.transaction(async (tx) => {
    await askForVisit(tx, { hostId, email, reason: 'The sale does not start', actor: OPERATOR });
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM support_visits WHERE host_id = $1 AND person_id = $2 AND ended_at IS NULL',
      [hostId, personId],
    );
    assert(rows[0]);
    return rows[0].id;
  });
}

/** And an owner allows it. */
export async function letIn(
  on: TestApp,
  host: TestHost,
  { supporter, owner, hours = 1 }: { supporter: SignedIn; owner: SignedIn; hours?: number },
): Promise<string> {
  const visitId = await askHost(on, host, supporter);
  const { status, body } = await askDashboard(on, `/hosts/${host.hostId}/support/${visitId}/allow`, {
    as: owner,
    method: 'POST',
    body: { hours },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return visitId;
}
