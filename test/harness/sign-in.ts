import { OPERATOR } from '../../src/audit/actor.ts';
import { addMember } from '../../src/hosts/members/add-member.ts';
import { createPerson } from '../../src/people/create-person.ts';
import { startSession } from '../../src/people/sessions/sessions.ts';
import type { Role } from '../../src/powers.ts';
import type { Answer } from './client.ts';
import type { TestHost } from './make-catalog.ts';
import type { TestApp } from './test-app.ts';

export type SignedIn = { personId: string; email: string; cookie: string };

let count = 0;

/** A new member of the host, signed in. With a factor, it was passed just now: the cookie opens what needs a second step. */
export async function signInAs(
  on: TestApp,
  host: TestHost,
  {
    role = 'owner',
    hasFactor = false,
    eventIds = null,
  }: { role?: Role; hasFactor?: boolean; eventIds?: string[] | null } = {},
): Promise<SignedIn> {
  count += 1;
  const email = `member-${process.pid}-${count}@test.example`;
  return on.app.database.transaction(async (tx) => {
    const personId = await createPerson(tx, {
      email,
      name: `Member ${count}`,
      passwordHash: 'none',
      isEmailConfirmed: true,
    });
    await addMember(tx, { hostId: host.hostId, actor: OPERATOR, personId, role, eventIds });
    if (hasFactor) {
      await tx.query(
        `INSERT INTO passkeys (id, person_id, credential_id, public_key, name) VALUES (new_id(), $1, $2, '', 'A test key')`,
        [personId, `test-${personId}`],
      );
    }
    const token = await startSession(tx, {
      personId,
      hasPassedFactor: hasFactor,
      address: '127.0.0.1',
      userAgent: 'a test',
    });
    return { personId, email, cookie: `tessera-session=${token}` };
  });
}

/** Asks the dashboard as its page's script would, over a real socket. */
export async function askDashboard(
  on: Pick<TestApp, 'publicUrl'>,
  path: string,
  {
    as,
    method = 'GET',
    body,
    text = body === undefined ? undefined : JSON.stringify(body),
    headers = {},
  }: {
    as?: SignedIn;
    method?: string;
    body?: unknown;
    text?: string | undefined;
    headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const response = await fetch(`${on.publicUrl}/dashboard${path}`, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(as && { cookie: as.cookie }),
      ...(method !== 'GET' && { 'sec-fetch-site': 'same-origin' }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && answer ? JSON.parse(answer) : answer,
  };
}
