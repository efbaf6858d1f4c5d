import { randomUUIDv7 } from 'node:crypto';
import { createPerson } from '../../src/people/create-person.ts';
import { makeMailedToken, type TokenPurpose } from '../../src/people/mails/make-mailed-token.ts';
import { hashToken, makeToken } from '../../src/people/sessions/session-token.ts';
import { startSession } from '../../src/people/sessions/sessions.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { signInAs } from '../harness/sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';

/** A form that can be sent now, by somebody of its own, and the status that it is answered with. */
export type Form = { path: string; fields: Record<string, string>; cookie?: string; status: number };
/** By method and path of the route. */
export type Forms = Record<string, () => Promise<Form>>;

const PASSWORD = 'quiet lantern orbit maple';

/** Every form of the entrance, filled in as it should be. A new one needs its line here. */
export async function openForms(on: TestApp): Promise<Forms> {
  const { database } = on.app;
  const host = await makeHost(on);
  const { personId: ownerId } = await signInAs(on, host, { hasFactor: true });
  let count = 0;
  const newEmail = (): string => `form-${process.pid}-${++count}@test.example`;

  const linkTo = async (page: string, purpose: TokenPurpose): Promise<string> => {
    const email = newEmail();
    const token = await database.transaction(async (tx) => {
      const isEmailConfirmed = purpose !== 'confirm_email';
      const personId = await createPerson(tx, { email, name: 'Ada', passwordHash: 'none', isEmailConfirmed });
      return makeMailedToken(tx, {
        purpose,
        personId,
        email: purpose === 'change_email' ? newEmail() : email,
      });
    });
    return `/dashboard/${page}/${token}`;
  };
  const linkOfInvitation = async (): Promise<string> => {
    const token = makeToken();
    await database.query(
      `INSERT INTO invitations (id, host_id, email, role, token_sha256, expires_at)
       VALUES ($1, $2, $3, 'door', $4, now() + interval '1 day')`,
      [randomUUIDv7(), host.hostId, newEmail(), hashToken(token)],
    );
    return `/dashboard/invitation/${token}`;
  };
  const unfinished = async (): Promise<string> => {
    const of = { personId: ownerId, hasPassedFactor: false, address: '127.0.0.1', userAgent: 'a test' };
    return `tessera-session=${await database.transaction((tx) => startSession(tx, of))}`;
  };
  // The password is never right, so it stays good.
  const confirmLink = await linkTo('confirm-email', 'confirm_email');
  const signIn = { email: 'nobody@test.example', password: 'not the password', next: '/dashboard' };
  const signUp = { hostName: 'Lagos Nights', country: 'NIGERIA', name: 'Ada Obi', password: PASSWORD };

  return {
    'POST /dashboard/sign-in': async () => ({ path: '/dashboard/sign-in', fields: signIn, status: 401 }),
    'POST /dashboard/sign-out': async () => ({ path: '/dashboard/sign-out', fields: {}, status: 303 }),
    'POST /dashboard/sign-up': async () => ({
      path: '/dashboard/sign-up',
      // Nobody's yet: who signs up with it again takes it over.
      fields: { ...signUp, email: 'new@test.example' },
      status: 200,
    }),
    'POST /dashboard/reset-password': async () => ({
      path: '/dashboard/reset-password',
      fields: { email: signIn.email },
      status: 200,
    }),
    'POST /dashboard/reset-password/:token': async () => ({
      path: await linkTo('reset-password', 'reset_password'),
      fields: { password: PASSWORD },
      status: 303,
    }),
    'POST /dashboard/confirm-email/:token': async () => ({
      path: confirmLink,
      fields: { password: PASSWORD },
      status: 401,
    }),
    'POST /dashboard/invitation/:token': async () => ({
      path: await linkOfInvitation(),
      fields: { name: 'Ada Obi', password: PASSWORD },
      status: 303,
    }),
    'POST /dashboard/change-email/:token': async () => ({
      path: await linkTo('change-email', 'change_email'),
      fields: {},
      status: 303,
    }),
    'POST /dashboard/second-step': async () => ({
      path: '/dashboard/second-step',
      fields: { code: '123456', next: '/dashboard' },
      cookie: await unfinished(),
      status: 400,
    }),
  };
}
