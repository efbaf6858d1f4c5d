import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import { cookieFrom, setUpApp } from '../../../../test/harness/factors.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { SEND_PERSON_MAIL } from '../../../people/mails/enqueue-person-mail.ts';
import { makeMailedToken } from '../../../people/mails/make-mailed-token.ts';
import { checkPassword, hashPassword } from '../../../people/passwords/password-hash.ts';
import { startSession } from '../../../people/sessions/sessions.ts';

const PASSWORD = 'violet tractor seldom ocean';
const OTHER = 'marble kitchen thunder nine';

suite('name, password and e-mail of one’s own account', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  let host: TestHost;
  let passwordHash: string;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
    host = await makeHost(on);
    passwordHash = await hashPassword(PASSWORD);
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  async function withPassword(): Promise<SignedIn> {
    const person = await signInAs(on, host);
    await on.app.database.query('UPDATE people SET password_hash = $2 WHERE id = $1', [
      person.personId,
      passwordHash,
    ]);
    return person;
  }
  const post = (path: string, as: SignedIn | null, body: object = {}): Promise<Answer> =>
    askDashboard(on, path, { ...(as && { as }), method: 'POST', body });
  const opens = async (as: SignedIn): Promise<number> =>
    (await askDashboard(on, '/me/sessions', { as })).status;
  const isPassword = async ({ personId }: SignedIn, password: string): Promise<boolean> => {
    const { rows } = await on.app.database.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM people WHERE id = $1',
      [personId],
    );
    return (await checkPassword(password, rows[0]?.hash ?? null)).isRight;
  };
  async function mailTo(email: string, subject: string): Promise<string> {
    const find = () =>
      smtp.received.find(
        ({ envelope, mail }) =>
          envelope.to.some((to) => to.toLowerCase() === email.toLowerCase()) && mail.subject === subject,
      );
    await until(`${subject} for ${email}`, () => find() !== undefined);
    return find()?.mail.text ?? '';
  }

  test('a name is changed, and the audit log has the one before', async () => {
    const person = await withPassword();
    const answer = await askDashboard(on, '/me', {
      as: person,
      method: 'PATCH',
      body: { name: ' Ada Obi ' },
    });
    assert.equal(answer.status, 200);
    const { body } = await askDashboard(on, '/me', { as: person });
    assert.partialDeepStrictEqual(body.data, { name: 'Ada Obi', email: person.email });
    const { rows } = await on.app.database.query(
      `SELECT after FROM audit_log WHERE person_id = $1 AND action = 'person.change_name'`,
      [person.personId],
    );
    assert.deepEqual(rows, [{ after: { name: 'Ada Obi' } }]);
  });

  test('the dashboard speaks the language that a person has chosen, or else that of the browser', async () => {
    const person = await withPassword();
    const open = async (headers: Record<string, string> = {}): Promise<string> => {
      const answer = await fetch(`${on.publicUrl}/dashboard/me`, {
        headers: { accept: 'text/html', cookie: person.cookie, 'accept-language': 'fr', ...headers },
      });
      return answer.text();
    };
    assert.match(await open(), /<html lang="fr"[^]*Votre compte/);
    assert.match(await open({ 'accept-language': 'xx' }), /<html lang="en"[^]*Your account/);
    const choose = (language: string): Promise<{ status: number; body: { message?: string } }> =>
      askDashboard(on, '/me/language', { as: person, method: 'PATCH', body: { language } });
    assert.equal((await choose('pt')).status, 200);
    assert.match(await open(), /<html lang="pt"[^]*A sua conta/);
    assert.deepEqual(await choose('tlh').then(({ status, body }) => [status, body.message]), [
      400,
      'Escolha um.',
    ]);
    assert.equal((await choose('')).status, 200);
    assert.match(await open(), /<html lang="fr"/);
  });

  test('the switch before the dashboard is kept by the browser, and led on by a choice of the person alone', async () => {
    const person = await withPassword();
    const page = await fetch(`${on.publicUrl}/dashboard/sign-in?lang=pt`, {
      headers: { accept: 'text/html' },
    });
    assert.match(await page.text(), /<html lang="pt"/);
    const [kept = ''] = page.headers.getSetCookie();
    const cookie = `${person.cookie}; ${kept.split(';')[0] ?? ''}`;
    const open = (): Promise<string> =>
      fetch(`${on.publicUrl}/dashboard/me`, { headers: { accept: 'text/html', cookie } }).then((answer) =>
        answer.text(),
      );
    assert.match(await open(), /<html lang="pt"/);
    await askDashboard(on, '/me/language', { as: person, method: 'PATCH', body: { language: 'en' } });
    assert.match(await open(), /<html lang="en"/);
  });

  test('a password is changed by who knows it: all other sessions end, this one has a new token, and it is mailed', async () => {
    const person = await withPassword();
    const token = await on.app.database.transaction((tx) =>
      startSession(tx, { ...person, hasPassedFactor: false, address: '127.0.0.1', userAgent: '' }),
    );
    const elsewhere = { ...person, cookie: `tessera-session=${token}` };
    const wrong = await post('/me/password', person, { current: 'not that one at all', password: OTHER });
    assert.deepEqual([wrong.status, wrong.body.field], [400, 'current']);
    const weak = await post('/me/password', person, { current: PASSWORD, password: 'passwordpassword' });
    assert.deepEqual([weak.status, weak.body.field], [400, 'password']);
    assert.equal(await isPassword(person, PASSWORD), true);

    const changed = await post('/me/password', person, { current: PASSWORD, password: OTHER });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(await isPassword(person, OTHER), true);
    const renewed = { ...person, cookie: cookieFrom(changed.headers) };
    assert.deepEqual([await opens(person), await opens(elsewhere), await opens(renewed)], [401, 401, 200]);
    await mailTo(person.email, 'Your password was changed');
  });

  test('guessing the password from an open browser is slow, also many at once', async () => {
    const person = await withPassword();
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, nr) =>
        post('/me/confirm-password', person, { password: `guess number ${nr}` }),
      ),
    );
    assert.equal(guesses.filter(({ status }) => status === 400).length, 4);
    assert.equal(guesses.filter(({ status }) => status === 429).length, 4);
    assert.equal((await post('/me/confirm-password', person, { password: PASSWORD })).status, 429);
  });

  test('the right password gives no more guesses at the second factor', async () => {
    const person: SignedIn = await setUpApp(on, await withPassword());
    const counts = [];
    for (const _ of Array(3)) {
      assert.equal((await post('/second-step', person, { code: '000000' })).status, 400);
      const given = await post('/me/confirm-password', person, { password: PASSWORD });
      person.cookie = cookieFrom(given.headers);
      const { rows } = await on.app.database.query(
        `SELECT p.wrong_codes AS person, s.wrong_codes AS session FROM people AS p JOIN sessions AS s ON s.person_id = p.id
          WHERE p.id = $1`,
        [person.personId],
      );
      counts.push(...rows);
    }
    assert.deepEqual(counts, [
      { person: 1, session: 1 },
      { person: 2, session: 2 },
      { person: 3, session: 3 },
    ]);
  });

  test('a person who signed in a while ago gives the password again, and sets up a first factor then', async () => {
    const person = await withPassword();
    await on.app.database.query(
      `UPDATE sessions SET signed_in_at = now() - interval '1 hour' WHERE person_id = $1`,
      [person.personId],
    );
    assert.equal((await post('/me/passkeys/options', person)).body.error_code, 'password_required');
    assert.equal((await post('/me/email', person, { email: 'new@test.example' })).status, 403);
    const given = await post('/me/confirm-password', person, { password: PASSWORD });
    assert.equal(given.status, 200);
    assert.equal(await opens(person), 401, 'under a new token');
    const fresh = { ...person, cookie: cookieFrom(given.headers) };
    const withApp = await setUpApp(on, fresh);

    await on.app.database.query(
      `UPDATE sessions SET passed_factor_at = now() - interval '1 hour' WHERE person_id = $1`,
      [person.personId],
    );
    const again = await post('/me/confirm-password', withApp, { password: PASSWORD });
    const proved = { ...person, cookie: cookieFrom(again.headers) };
    assert.equal(
      (await post('/me/passkeys/options', proved)).body.error_code,
      'second_step_required',
      'a password never stands in for the factor',
    );
  });

  test('a new e-mail counts once its link was pressed, once, and the old address is told', async () => {
    const person = await withPassword();
    const email = `new-${person.email}`;
    assert.equal((await post('/me/email', person, { email })).status, 200);
    const mail = await mailTo(email, 'Confirm your new e-mail address');
    const link = /\/dashboard(\/change-email\/[\w-]{43})/.exec(mail)?.[1] ?? '';
    const emailNow = async (): Promise<string> =>
      (await askDashboard(on, '/me', { as: person })).body.data.email;
    const opened = await askDashboard(on, link, { headers: { accept: 'text/html' } });
    assert.equal(opened.status, 200);
    assert.ok(String(opened.body).includes(email));
    assert.equal(await emailNow(), person.email, 'opening it changes nothing');
    const press = (): Promise<Answer> =>
      askDashboard(on, link, { as: person, method: 'POST', headers: { accept: 'text/html' } });
    assert.equal((await press()).status, 303);
    assert.equal(await emailNow(), email);
    assert.equal((await press()).status, 404);
    const told = await mailTo(person.email, 'Your e-mail address was changed');
    assert.ok(told.includes('new-'));
  });

  test('an address that somebody else has is not given away, and not taken', async () => {
    const [person, other] = [await withPassword(), await withPassword()];
    assert.equal((await post('/me/email', person, { email: other.email.toUpperCase() })).status, 200);
    const mail = await mailTo(other.email.toUpperCase(), 'Confirm your new e-mail address');
    const link = /\/dashboard(\/change-email\/[\w-]{43})/.exec(mail)?.[1] ?? '';
    const pressed = await askDashboard(on, link, { method: 'POST', headers: { accept: 'text/html' } });
    assert.equal(pressed.status, 404);
    const { body } = await askDashboard(on, '/me', { as: person });
    assert.equal(body.data.email, person.email);
  });

  test('a link to a new e-mail is dead after 30 minutes', async () => {
    const person = await withPassword();
    const email = `late-${person.email}`;
    await post('/me/email', person, { email });
    const mail = await mailTo(email, 'Confirm your new e-mail address');
    await on.app.database.query(
      `UPDATE mailed_tokens SET expires_at = expires_at - interval '30 minutes' WHERE person_id = $1`,
      [person.personId],
    );
    const link = /\/dashboard(\/change-email\/[\w-]{43})/.exec(mail)?.[1] ?? '';
    for (const method of ['GET', 'POST'])
      assert.equal((await askDashboard(on, link, { method, headers: { accept: 'text/html' } })).status, 404);
  });

  /** A link requested by somebody who signed in with the old password. */
  async function linkToNewEmail(person: SignedIn, email: string): Promise<string> {
    assert.equal((await post('/me/email', person, { email })).status, 200);
    const mail = await mailTo(email, 'Confirm your new e-mail address');
    return /\/dashboard(\/change-email\/[\w-]{43})/.exec(mail)?.[1] ?? '';
  }
  const pressLink = (link: string, as?: SignedIn): Promise<Answer> =>
    askDashboard(on, link, { ...(as && { as }), method: 'POST', headers: { accept: 'text/html' } });

  test('after a new password, no link that was asked for before takes another e-mail: not even one still on its way', async () => {
    const person = await withPassword();
    const thief = `thief-${person.email}`;
    const link = await linkToNewEmail(person, thief);
    // A mailbox that says "come back later" gets its mail, with a link made then, in half an hour.
    await on.app.database.transaction((tx) =>
      enqueueJob(tx, {
        kind: SEND_PERSON_MAIL,
        payload: { mail: 'change_email', personId: person.personId, newEmail: thief },
        delayMs: 1_800_000,
      }),
    );
    const changed = await post('/me/password', person, { current: PASSWORD, password: OTHER });
    assert.equal(changed.status, 200);
    assert.equal((await pressLink(link)).status, 404);
    const { rows } = await on.app.database.query(
      `SELECT 1 FROM jobs WHERE payload ->> 'mail' = 'change_email' AND payload ->> 'personId' = $1`,
      [person.personId],
    );
    assert.equal(rows.length, 0, 'the mail that waits');

    const owner = { ...person, cookie: cookieFrom(changed.headers) };
    const second = await linkToNewEmail(owner, `other-${thief}`);
    await askDashboard(on, '/reset-password', {
      method: 'POST',
      text: new URLSearchParams({ email: person.email }).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    const mail = await mailTo(person.email, 'Choose a new password');
    const reset = /\/dashboard(\/reset-password\/[\w-]{43})/.exec(mail)?.[1] ?? '';
    const done = await askDashboard(on, reset, {
      method: 'POST',
      text: new URLSearchParams({ password: PASSWORD }).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(done.status, 303);
    assert.equal((await pressLink(second)).status, 404);
  });

  test('a new e-mail ends the sessions of other browsers, and the one that pressed goes on', async () => {
    const person = await withPassword();
    const token = await on.app.database.transaction((tx) =>
      startSession(tx, {
        personId: person.personId,
        hasPassedFactor: false,
        address: '127.0.0.1',
        userAgent: '',
      }),
    );
    const elsewhere = { ...person, cookie: `tessera-session=${token}` };
    const stranger = await withPassword();
    const link = await linkToNewEmail(person, `moved-${person.email}`);
    assert.equal((await pressLink(link, person)).status, 303);
    assert.equal(await opens(person), 200);
    assert.equal(await opens(elsewhere), 401);
    assert.equal(await opens(stranger), 200);
  });

  test('of two who take the same address at the same moment one gets it, and the other a dead link', async () => {
    const people = [await withPassword(), await withPassword(), await withPassword(), await withPassword()];
    const email = `wanted-${people[0]?.email}`;
    const tokens = await Promise.all(
      people.map(({ personId }) =>
        on.app.database.transaction((tx) =>
          makeMailedToken(tx, { purpose: 'change_email', personId, email }),
        ),
      ),
    );
    const pressed = await Promise.all(tokens.map((token) => pressLink(`/change-email/${token}`)));
    const got = (wanted: number): number => pressed.filter(({ status }) => status === wanted).length;
    assert.deepEqual([got(303), got(404)], [1, 3]);
  });

  test('nobody mails the whole world by asking for one new address after the other', async () => {
    const person = await withPassword();
    const answers: number[] = [];
    for (let nr = 0; nr < 12; nr++)
      answers.push((await post('/me/email', person, { email: `world-${nr}-${person.email}` })).status);
    assert.deepEqual(
      answers.slice(0, 10),
      Array.from({ length: 10 }, () => 200),
    );
    assert.equal(answers.at(-1), 429);
  });
});
