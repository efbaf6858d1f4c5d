import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { askDashboard, type SignedIn } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

export type WithApp = SignedIn & { secret: string; recoveryCodes: string[] };

/** The code that the authenticator app shows now. */
export const codeOf = (secret: string): string => TOTP.generate({ secret: Secret.fromBase32(secret) });

/** As if no code had been used yet: the next one would come in half a minute only. */
export async function forgetUsedCodes(on: Pick<TestApp, 'app'>, personId: string): Promise<void> {
  await on.app.database.query('UPDATE people SET totp_used_step = NULL WHERE id = $1', [personId]);
}

/** The cookie that an answer has set, in place of the one that was sent. */
export function cookieFrom(headers: Headers): string {
  const [cookie] = (headers.get('set-cookie') ?? '').split(';');
  assert.ok(cookie, 'the answer sets a cookie');
  return cookie;
}

/** Sets up an authenticator app, as the page does. The person is signed in with it then. */
export async function setUpApp(on: Pick<TestApp, 'app' | 'publicUrl'>, person: SignedIn): Promise<WithApp> {
  const begun = await askDashboard(on, '/me/authenticator-app/begin', { as: person, method: 'POST' });
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const { secret, setUp } = begun.body;
  const added = await askDashboard(on, '/me/authenticator-app', {
    as: person,
    method: 'POST',
    body: { setUp, code: codeOf(secret) },
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  await forgetUsedCodes(on, person.personId);
  return { ...person, cookie: cookieFrom(added.headers), secret, recoveryCodes: added.body.recoveryCodes };
}
