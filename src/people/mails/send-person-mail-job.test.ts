import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/harness/hostile-texts.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR, type Actor } from '../../audit/actor.ts';
import { addMember } from '../../hosts/members/add-member.ts';
import { hashToken } from '../sessions/session-token.ts';
import { enqueueInvitationMail, enqueuePersonMail } from './enqueue-person-mail.ts';
import { enqueueFactorNotice, enqueueOwnerNotice } from './enqueue-owner-notice.ts';
import type { PersonMail } from './person-mail.ts';

const DASHBOARD_URL = 'http://dashboard.example:9999/the-dashboard';

suite('mails to people', () => {
  let smtp: TestSmtp;
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  const refused = new Set<string>();
  before(async () => {
    smtp = await startSmtp({ refuse: (address) => (refused.has(address) ? 550 : null) });
    on = await startTestApp({ environment: { SMTP_URL: smtp.url, DASHBOARD_URL } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  const enqueue = (mail: PersonMail) => on.app.database.transaction((tx) => enqueuePersonMail(tx, mail));
  const jobs = async (): Promise<{ payload: string; last_error: string | null }[]> =>
    (
      await on.app.database.query<{ payload: string; last_error: string | null }>(
        `SELECT payload::text, last_error FROM jobs WHERE kind = 'send_person_mail'`,
      )
    ).rows;
  /** Collects the mails to the address until nothing more is to be sent. */
  async function mailsTo(address: string): Promise<ReceivedMail[]> {
    await until('all is sent', async () => (await jobs()).length === 0);
    return smtp.received.filter(({ envelope }) => envelope.to.includes(address));
  }
  async function onlyMailTo(address: string): Promise<ReceivedMail> {
    const mails = await mailsTo(address);
    assert.equal(mails.length, 1, `mails to ${address}`);
    return mails[0] as ReceivedMail;
  }
  const linkIn = ({ mail }: ReceivedMail, page: string): string => {
    const found = new RegExp(`${DASHBOARD_URL}/${page}/([A-Za-z0-9_-]{43})\\b`).exec(mail.text ?? '');
    assert(found?.[1], `a link to ${page} in: ${mail.text}`);
    assert.ok(mail.html?.includes(`href="${found[0]}"`), 'and in the HTML');
    return found[1];
  };
  const tokensOf = async (personId: string) =>
    (
      await on.app.database.query<{ token_sha256: Buffer; email: string; minutes: number; is_live: boolean }>(
        `SELECT token_sha256, email, round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes,
                expires_at > now() AND used_at IS NULL AS is_live
           FROM mailed_tokens WHERE person_id = $1 ORDER BY created_at`,
        [personId],
      )
    ).rows;

  for (const [mail, page, minutes] of [
    ['confirm_email', 'confirm-email', 24 * 60],
    ['reset_password', 'reset-password', 30],
  ] as const) {
    test(`${mail}: the link is made when the mail is sent, and only its hash is stored`, async () => {
      const person = await signInAs(on, host);
      await on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [
        person.personId,
      ]);
      await enqueue({ mail, personId: person.personId });
      const token = linkIn(await onlyMailTo(person.email), page);
      const rows = await tokensOf(person.personId);
      assert.deepEqual(rows, [
        { token_sha256: hashToken(token), email: person.email, minutes, is_live: true },
      ]);
      assert.ok(!on.logLines().join('').includes(token));
    });
  }

  test('a second mail to confirm an address leaves the first link good', async () => {
    const { personId, email } = await signInAs(on, host);
    await on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [personId]);
    await enqueue({ mail: 'confirm_email', personId });
    await enqueue({ mail: 'confirm_email', personId });
    await mailsTo(email);
    assert.deepEqual(
      (await tokensOf(personId)).map((row) => row.is_live),
      [true, true],
    );
  });

  test('a second link for the same purpose ends the first', async () => {
    const person = await signInAs(on, host);
    for (const count of [1, 2]) {
      await enqueue({ mail: 'reset_password', personId: person.personId });
      assert.equal((await mailsTo(person.email)).length, count);
    }
    assert.deepEqual(
      (await tokensOf(person.personId)).map(({ is_live }) => is_live),
      [false, true],
    );
  });

  test('while the mail server is down no link is at rest in the job, and the mail comes when it is up', async () => {
    const person = await signInAs(on, host);
    await smtp.stop();
    await enqueue({ mail: 'reset_password', personId: person.personId });
    await until('it was tried', async () => (await jobs())[0]?.last_error != null);
    const [waiting] = await jobs();
    assert.deepEqual(JSON.parse(waiting?.payload ?? ''), {
      mail: 'reset_password',
      personId: person.personId,
    });
    assert.match(waiting?.last_error ?? '', /^The mail server failed/);
    await smtp.start();
    await on.app.database.query('UPDATE jobs SET run_at = now()');
    const token = linkIn(await onlyMailTo(person.email), 'reset-password');
    const live = (await tokensOf(person.personId)).filter(({ is_live }) => is_live);
    assert.deepEqual(
      live.map(({ token_sha256 }) => token_sha256),
      [hashToken(token)],
    );
  });

  test('an address that is confirmed by now, or refused for good, costs no more tries', async () => {
    const person = await signInAs(on, host);
    await enqueue({ mail: 'confirm_email', personId: person.personId });
    assert.deepEqual(await mailsTo(person.email), []);
    refused.add(person.email);
    await enqueue({ mail: 'password_changed', personId: person.personId });
    assert.deepEqual(await mailsTo(person.email), []);
    const said = on.logLines().join('');
    assert.match(said, /mail refused for good: not sent/);
    assert.ok(!said.includes(person.email), 'no address in the log');
  });

  test('a changed e-mail is told to the old address, a wanted one to the new one', async () => {
    const { personId } = await signInAs(on, host);
    await enqueue({ mail: 'change_email', personId, newEmail: 'new@mail.example' });
    const token = linkIn(await onlyMailTo('new@mail.example'), 'change-email');
    assert.deepEqual(await tokensOf(personId), [
      { token_sha256: hashToken(token), email: 'new@mail.example', minutes: 30, is_live: true },
    ]);
    await on.app.database.query(`UPDATE people SET email = 'new@mail.example' WHERE id = $1`, [personId]);
    await enqueue({ mail: 'email_changed', personId, oldEmail: 'old@mail.example' });
    const { mail } = await onlyMailTo('old@mail.example');
    assert.match((mail.text ?? '').replaceAll('\u200C', ''), /now has the address new@mail\.example/);
    assert.match(mail.text ?? '', /If this was not you/);
  });

  test('a person who signs up with a known e-mail is told to sign in, without any token', async () => {
    const person = await signInAs(on, host);
    await enqueue({ mail: 'sign_up_with_known_email', personId: person.personId });
    const { mail } = await onlyMailTo(person.email);
    for (const address of [`${DASHBOARD_URL}/sign-in`, `${DASHBOARD_URL}/reset-password`])
      for (const body of [mail.html, mail.text]) assert.ok(body?.includes(address));
    assert.deepEqual(await tokensOf(person.personId), []);
  });

  test('an invitation says who invites to what, and only its newest link is good', async () => {
    const { rows } = await on.app.database.query<{ id: string }>(
      `INSERT INTO invitations (id, host_id, email, role, invited_by, expires_at)
       VALUES (new_id(), $1, 'guest@mail.example', 'manager', $2, now() + interval '7 days') RETURNING id`,
      [host.hostId, owner.personId],
    );
    const invitationId = rows[0]?.id ?? '';
    const send = () => on.app.database.transaction((tx) => enqueueInvitationMail(tx, { invitationId }));
    const stored = async () =>
      (
        await on.app.database.query<{ token_sha256: Buffer }>(
          'SELECT token_sha256 FROM invitations WHERE id = $1',
          [invitationId],
        )
      ).rows[0]?.token_sha256;
    await send();
    const first = await onlyMailTo('guest@mail.example');
    assert.match(first.mail.subject ?? '', /^You are invited to /);
    assert.match(first.mail.text ?? '', /Member \d+ invites you .* as a manager/);
    assert.deepEqual(await stored(), hashToken(linkIn(first, 'invitation')));
    await send();
    const [, second] = await mailsTo('guest@mail.example');
    assert(second);
    assert.deepEqual(await stored(), hashToken(linkIn(second, 'invitation')));
    await on.app.database.query('UPDATE invitations SET withdrawn_at = now() WHERE id = $1', [invitationId]);
    await send();
    assert.equal((await mailsTo('guest@mail.example')).length, 2, 'withdrawn: nothing is sent');
  });

  test('every owner hears of a change that matters: what, who, when, from where and what to do', async () => {
    const shop = await makeHost(on);
    const [one, two] = [await signInAs(on, shop), await signInAs(on, shop)];
    const manager = await signInAs(on, shop, { role: 'manager' });
    const gone = await signInAs(on, shop, { role: 'door' });
    const actor: Actor = { kind: 'member', ...one, role: 'owner', address: '203.0.113.7' };
    await on.app.database.transaction((tx) =>
      enqueueOwnerNotice(tx, {
        hostId: shop.hostId,
        what: 'owner_removed',
        subject: gone.email,
        actor,
        alsoTo: [gone.personId],
      }),
    );
    assert.deepEqual(await mailsTo(manager.email), []);
    for (const { email } of [one, two, gone]) {
      const { mail } = await onlyMailTo(email);
      assert.match(mail.subject ?? '', /: an owner was removed$/);
      const text = (mail.text ?? '').replaceAll('\u200C', '');
      for (const fact of [
        `Whose: ${gone.email}`,
        `By: ${one.email}`,
        'From: 203.0.113.7',
        String(new Date().getFullYear()),
        'If nobody in your team did this',
      ])
        assert.ok(text.includes(fact), `${fact} in ${text}`);
    }
  });

  test('a factor’s change is told to its person and to the owners of all their hosts, once each', async () => {
    const [here, there] = [await makeHost(on), await makeHost(on)];
    const boss = await signInAs(on, here);
    const person = await signInAs(on, here, { role: 'finance' });
    await on.app.database.transaction(async (tx) => {
      await addMember(tx, { actor: OPERATOR, hostId: there.hostId, personId: boss.personId, role: 'owner' });
      await addMember(tx, { actor: OPERATOR, hostId: there.hostId, personId: person.personId, role: 'door' });
      await enqueueFactorNotice(tx, {
        personId: person.personId,
        what: 'factor_removed',
        subject: person.email,
        actor: { kind: 'operator' },
      });
    });
    for (const { email } of [boss, person]) {
      const { mail } = await onlyMailTo(email);
      assert.match(mail.subject ?? '', /a second factor was removed/);
      assert.match(mail.text ?? '', /By: the operator of this service/);
    }
  });

  test('names of people and hosts are text in their mails, and no link', async () => {
    for (const [index, hostile] of HOSTILE_TEXTS.entries()) {
      const shop = await makeHost(on);
      const person = await signInAs(on, shop);
      const { personId } = person;
      await on.app.database.query('UPDATE hosts SET name = $2 WHERE id = $1', [shop.hostId, hostile]);
      await on.app.database.query('UPDATE people SET name = $2 WHERE id = $1', [personId, hostile]);
      const guest = `guest-${index}@mail.example`;
      const { rows } = await on.app.database.query<{ id: string }>(
        `INSERT INTO invitations (id, host_id, email, role, invited_by, expires_at)
         VALUES (new_id(), $1, $2, 'owner', $3, now() + interval '7 days') RETURNING id`,
        [shop.hostId, guest, personId],
      );
      await on.app.database.transaction(async (tx) => {
        await enqueueInvitationMail(tx, { invitationId: rows[0]?.id ?? '' });
        await enqueuePersonMail(tx, { mail: 'password_changed', personId });
        await enqueueOwnerNotice(tx, {
          hostId: shop.hostId,
          what: 'payment_account_changed',
          subject: hostile,
          actor: { kind: 'member', personId, email: hostile, role: 'owner', address: '203.0.113.7' },
        });
      });
      const mails = [...(await mailsTo(person.email)), ...(await mailsTo(guest))];
      assert.equal(mails.length, 3, hostile);
      for (const { mail, envelope } of mails) {
        assert.equal(envelope.to.length, 1);
        assert.deepEqual([mail.cc, mail.bcc].flat().filter(Boolean), []);
        const markup = mail.html ?? '';
        assert.doesNotMatch(markup, /<(script|img|svg|iframe|base|link|form|object|embed|video|textarea)\b/i);
        for (const [, address = ''] of markup.matchAll(/(?:href|src)="([^"]*)"/g))
          assert.ok(address.startsWith(DASHBOARD_URL), `${address} in a mail for ${hostile}`);
        assert.doesNotMatch(mail.text ?? '', /evil\.example|http:\/\/evil/, 'no program makes a link of it');
      }
    }
  });
});
