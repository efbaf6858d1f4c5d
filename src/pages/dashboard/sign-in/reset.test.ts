import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { openEntrance, PASSWORD, SESSION, type Entrance } from './entrance.fixture.ts';

const NEW_PASSWORD = 'seven quiet umbrellas leave';

suite('choosing a new password', () => {
  let entrance: Entrance;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closing) await close();
  });
  const query = (sql: string, values: unknown[]) => entrance.on.app.database.query(sql, values);

  /** The path of the link that was mailed. */
  async function askFor(email: string): Promise<string> {
    assert.equal((await entrance.visitor().send('/reset-password', { email })).status, 200);
    return entrance.linkTo(email, 'reset-password');
  }

  test('by a link that is good once: all sessions end, the old password too, and its owner is told', async () => {
    const { email, hostId } = await entrance.makeOwner();
    const signedIn = entrance.visitor();
    await signedIn.send('/sign-in', { email, password: PASSWORD });
    const path = await askFor(email);
    const visitor = entrance.visitor();
    const page = await visitor.open(path);
    assert.match(page.body, /autocomplete="new-password"/);
    assert.equal(await signedIn.isIn(), true, 'opening the link changes nothing');
    const weak = await visitor.send(path, { password: 'password1234' });
    assert.equal(weak.status, 422, 'and a weak one does not use it up');
    const entered = await visitor.send(path, { password: NEW_PASSWORD });
    assert.deepEqual([entered.status, entered.location], [303, '/dashboard']);
    assert.equal((await visitor.open(`/hosts/${hostId}`)).status, 200);
    assert.equal(await signedIn.isIn(), false, 'signed out');
    assert.equal((await entrance.visitor().send('/sign-in', { email, password: PASSWORD })).status, 401);
    assert.equal((await entrance.visitor().send('/sign-in', { email, password: NEW_PASSWORD })).status, 303);
    assert.equal((await entrance.visitor().open(path)).status, 404);
    assert.equal((await entrance.visitor().send(path, { password: 'another umbrella yet' })).status, 404);
    const mails = await entrance.mailsTo(email);
    assert.equal(mails.at(-1)?.mail.subject, 'Your password was changed');
  });

  test('pressed by two at the same moment it is used once', async () => {
    const { email } = await entrance.makeOwner();
    const path = await askFor(email);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => entrance.visitor().send(path, { password: `${NEW_PASSWORD} ${n}` })),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['303', '404', '404']);
  });

  test('a factor stays, and is asked for', async () => {
    const { email, personId, hostId } = await entrance.makeOwner();
    await query(
      `INSERT INTO passkeys (id, person_id, credential_id, public_key, name) VALUES (new_id(), $1, $2, '', 'A test key')`,
      [personId, `test-${personId}`],
    );
    const visitor = entrance.visitor();
    const { location } = await visitor.send(await askFor(email), { password: NEW_PASSWORD });
    assert.match(location ?? '', /^\/dashboard\/second-step\?/);
    assert.match((await visitor.open(`/hosts/${hostId}/keys`)).location ?? '', /second-step/);
    const { rows } = await query('SELECT 1 FROM passkeys WHERE person_id = $1', [personId]);
    assert.equal(rows.length, 1);
  });

  test('expired, replaced, foreign and malformed links open nothing, and say so in the same words', async () => {
    const { email, personId } = await entrance.makeOwner();
    const old = await askFor(email);
    const newer = await askFor(email);
    await query(`UPDATE people SET email_confirmed_at = NULL WHERE id = $1`, [personId]);
    await entrance.visitor().send('/sign-in', { email, password: PASSWORD });
    const foreign = (await entrance.linkTo(email, 'confirm-email')).replace(
      'confirm-email',
      'reset-password',
    );
    const dead = [
      old,
      foreign,
      `/reset-password/${'A'.repeat(43)}`,
      '/reset-password/x',
      `/reset-password/${'A'.repeat(90)}`,
      '/reset-password/%00',
      "/reset-password/'%20OR%201=1",
    ];
    const bodies = new Set<string>();
    for (const path of dead) {
      const [shown, pressed] = [
        await entrance.visitor().open(path),
        await entrance.visitor().send(path, { password: NEW_PASSWORD }),
      ];
      assert.deepEqual([shown.status, pressed.status], [404, 404], path);
      bodies.add(shown.body).add(pressed.body);
    }
    assert.equal(bodies.size, 1);
    await query(`UPDATE mailed_tokens SET expires_at = now() WHERE person_id = $1`, [personId]);
    assert.equal((await entrance.visitor().send(newer, { password: NEW_PASSWORD })).status, 404, 'expired');
    assert.equal((await entrance.visitor().send('/sign-in', { email, password: NEW_PASSWORD })).status, 401);
  });

  test('a link to an address that the account has no more opens nothing', async () => {
    const { email, personId } = await entrance.makeOwner();
    const path = await askFor(email);
    await query(`UPDATE people SET email = 'moved-' || email WHERE id = $1`, [personId]);
    assert.equal((await entrance.visitor().send(path, { password: NEW_PASSWORD })).status, 404);
    const moved = { email: `moved-${email}`, password: PASSWORD };
    assert.equal(
      (await entrance.visitor().send('/sign-in', moved)).status,
      303,
      'the password is the old one',
    );
  });

  test('whether somebody has the e-mail is not to be seen, and a mail goes where it is known', async () => {
    const { email } = await entrance.makeOwner();
    const known = await entrance.visitor().send('/reset-password', { email });
    const unknown = await entrance.visitor().send('/reset-password', { email: 'nobody@mail.example' });
    assert.deepEqual([known.status, unknown.status], [200, 200]);
    assert.equal(
      known.body.replaceAll(email, 'TYPED'),
      unknown.body.replaceAll('nobody@mail.example', 'TYPED'),
    );
    assert.equal((await entrance.mailsTo(email)).length, 1);
    assert.deepEqual(await entrance.mailsTo('nobody@mail.example'), []);
  });

  test('the link leads to DASHBOARD_URL, whatever the request says its host is', async () => {
    const { email } = await entrance.makeOwner();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    await entrance.visitor().send('/reset-password', { email }, headers);
    const [mail] = await entrance.mailsTo(email);
    assert.ok(mail);
    assert.ok(!`${mail.mail.html}${mail.mail.text}`.includes('evil.example'));
    assert.match(mail.mail.text ?? '', /http:\/\/localhost:\d+\/dashboard\/reset-password\//);
  });

  test('asked for again and again it fills nobody’s mailbox, and one address is limited', async () => {
    const { email } = await entrance.makeOwner();
    for (let n = 0; n < 6; n++)
      assert.equal((await entrance.visitor().send('/reset-password', { email })).status, 200);
    assert.equal((await entrance.mailsTo(email)).length, 4, 'three, and one before the first wait');
    const visitor = entrance.visitor();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push((await visitor.send('/reset-password', { email: `nobody-${n}@mail.example` })).status);
    assert.deepEqual([statuses[10], statuses[11]], [200, 429]);
  });

  test('the mail gets the owner in during an attack that makes strangers wait', async () => {
    const { email } = await entrance.makeOwner();
    await entrance.visitor().send('/sign-in', { email, password: 'not it at all' });
    await query(`UPDATE attempts SET wait_until = now() + interval '1 hour' WHERE name LIKE 'account %'`, []);
    const visitor = entrance.visitor();
    assert.equal((await visitor.send('/sign-in', { email, password: PASSWORD })).status, 429);
    assert.equal((await visitor.send(await askFor(email), { password: NEW_PASSWORD })).status, 303);
    assert.ok(visitor.cookies.has(SESSION));
    await visitor.send('/sign-out', {});
    assert.equal(
      (await visitor.send('/sign-in', { email, password: NEW_PASSWORD })).status,
      303,
      'known from now on',
    );
  });
});
