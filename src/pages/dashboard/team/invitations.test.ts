import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { findInvitation } from '../../../hosts/invitations/find-invitation.ts';
import { startTeam } from './team.fixture.ts';

suite('inviting somebody', () => {
  let team: Awaited<ReturnType<typeof startTeam>>;
  before(async () => {
    team = await startTeam();
  });
  after(() => team.close());

  const isGood = async (token: string): Promise<boolean> =>
    (await findInvitation(team.on.app.database, token)) !== null;
  const listed = async (of = team.host, as = team.owner) => {
    const { body } = await askDashboard(team.on, `/hosts/${of.hostId}/team`, { as });
    return body.data.invitations as { invitationId: string; email: string; role: string }[];
  };
  const inviteOne = async (email: string): Promise<string> => {
    const { status, body } = await team.invite({ email });
    assert.equal(status, 201, JSON.stringify(body));
    return body.invitationId;
  };
  const withdraw = (invitationId: string, as = team.owner) =>
    askDashboard(team.on, `/hosts/${team.host.hostId}/team/invitations/${invitationId}`, {
      as,
      method: 'DELETE',
    });
  const sendAgain = (invitationId: string) =>
    askDashboard(team.on, `/hosts/${team.host.hostId}/team/invitations/${invitationId}/send`, {
      as: team.owner,
      method: 'POST',
    });

  test('sends a link that is good for seven days, and only its hash is stored', async () => {
    const { eventId } = await makeEvent(team.on, team.host);
    const email = 'ada@invited.example';
    const { body } = await team.invite({ email, role: 'door', eventIds: [eventId] });
    const token = await team.tokenSentTo(email);
    assert.partialDeepStrictEqual(await findInvitation(team.on.app.database, token), {
      invitationId: body.invitationId,
      hostId: team.host.hostId,
      email,
      role: 'door',
      isKnown: false,
    });
    const { rows } = await team.on.app.database.query<{ days: number; row: string }>(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 86400 AS days, i::text AS row
         FROM invitations AS i WHERE id = $1`,
      [body.invitationId],
    );
    assert.equal(rows[0]?.days, 7);
    assert.ok(!rows[0]?.row.includes(token));
    assert.ok(!team.on.logLines().join('').includes(token));
    assert.partialDeepStrictEqual(
      (await listed()).find((one) => one.email === email),
      { role: 'door', eventIds: [eventId], isExpired: false },
    );
    assert.ok((await team.linesOf(team.host.hostId)).includes(`invitation.create ${email}`));
  });

  test('again sends a new link, and the old one is dead', async () => {
    const email = 'again@invited.example';
    const first = await inviteOne(email);
    const old = await team.tokenSentTo(email);
    const { status, body } = await sendAgain(first);
    assert.equal(status, 200);
    assert.equal(await isGood(old), false, 'before the new one is even sent');
    assert.equal(await isGood(await team.tokenSentTo(email)), true);
    assert.deepEqual(
      (await listed()).filter((one) => one.email === email).map(({ invitationId }) => invitationId),
      [body.invitationId],
    );
    assert.equal((await sendAgain(first)).status, 404);
  });

  test('can be withdrawn: the link is dead, and the address can be invited anew', async () => {
    const email = 'withdrawn@invited.example';
    const invitationId = await inviteOne(email);
    const token = await team.tokenSentTo(email);
    assert.equal((await withdraw(invitationId)).status, 200);
    assert.equal(await isGood(token), false);
    assert.equal((await withdraw(invitationId)).status, 404);
    assert.ok((await listed()).every((one) => one.email !== email));
    await inviteOne(email);
  });

  test('is refused for a member, twice at a time, and for what is no address', async () => {
    await inviteOne('twice@invited.example');
    for (const email of [
      'TWICE@invited.example',
      team.owner.email.toUpperCase(),
      'nobody',
      `${'a'.repeat(250)}@x.example`,
    ]) {
      const { status, body } = await team.invite({ email });
      assert.deepEqual([status, body.error_code, body.field], [400, 'validation_failed', 'email'], email);
    }
  });

  test('one that has expired opens nothing, can be sent again, and makes room for a new one', async () => {
    const email = 'late@invited.example';
    const invitationId = await inviteOne(email);
    const token = await team.tokenSentTo(email);
    await team.on.app.database.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [
      invitationId,
    ]);
    assert.equal(await isGood(token), false);
    assert.partialDeepStrictEqual(
      (await listed()).find((one) => one.email === email),
      { isExpired: true },
    );
    await inviteOne(email);
    assert.equal((await listed()).filter((one) => one.email === email).length, 1);
  });

  test('of a known and of an unknown address is answered alike, and looks at nobody’s account', async () => {
    const elsewhere = await signInAs(team.on, await makeHost(team.on));
    const known = await team.invite({ email: elsewhere.email });
    const unknown = await team.invite({ email: 'nobody-knows@invited.example' });
    assert.deepEqual([known.status, Object.keys(known.body)], [unknown.status, Object.keys(unknown.body)]);
    const [one, other] = [
      await team.mailsTo(elsewhere.email),
      await team.mailsTo('nobody-knows@invited.example'),
    ].map((mails) => mails.map(({ mail }) => mail.text?.replace(/invitation\/\S+/, 'invitation/…')));
    assert.deepEqual(one, other);
  });

  test('needs the power, a fresh second step, and a confirmed host', async () => {
    const manager = await signInAs(team.on, team.host, { role: 'manager', hasFactor: true });
    const withoutFactor = await signInAs(team.on, team.host);
    const email = 'x@invited.example';
    assert.equal((await team.invite({ email }, { as: manager })).body.error_code, 'not_allowed');
    assert.equal((await team.invite({ email }, { as: withoutFactor })).body.error_code, 'factor_required');
    const unconfirmed = await makeHost(team.on, { isEmailConfirmed: false });
    const boss = await signInAs(team.on, unconfirmed, { hasFactor: true });
    assert.equal(
      (await team.invite({ email }, { as: boss, of: unconfirmed })).body.error_code,
      'not_allowed',
    );
    assert.deepEqual(await team.mailsTo(email), []);
  });

  test('nobody is flooded: an address gets five a day from all hosts together, a host sends forty', async () => {
    const email = 'flooded@invited.example';
    const answers = [];
    for (let at = 0; at < 6; at++) {
      const of = await makeHost(team.on);
      const as = await signInAs(team.on, of, { hasFactor: true });
      answers.push(await team.invite({ email: at % 2 ? email : email.toUpperCase() }, { as, of }));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201, 201, 429],
    );
    assert.equal(answers.at(-1)?.body.field, 'email');
    const of = await makeHost(team.on);
    const as = await signInAs(team.on, of, { hasFactor: true });
    const statuses = [];
    for (let at = 0; at < 41; at++) {
      statuses.push((await team.invite({ email: `many-${at}@invited.example` }, { as, of })).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 40 }, () => 201), 429]);
    await team.on.app.database.query(
      `UPDATE invitations SET created_at = created_at - interval '25 hours' WHERE host_id = $1`,
      [of.hostId],
    );
    assert.equal((await team.invite({ email: 'next-day@invited.example' }, { as, of })).status, 201);
  });

  test('an owner who goes leaves no open invitation behind', async () => {
    const leaving = await signInAs(team.on, team.host, { hasFactor: true });
    const email = 'accomplice@invited.example';
    await team.invite({ email, role: 'owner' }, { as: leaving });
    const token = await team.tokenSentTo(email);
    assert.equal(await isGood(token), true);
    const left = await askDashboard(team.on, `/hosts/${team.host.hostId}/team/leave`, {
      as: leaving,
      method: 'POST',
    });
    assert.equal(left.status, 200);
    assert.equal(await isGood(token), false);
    assert.ok((await team.linesOf(team.host.hostId)).includes(`invitation.withdraw ${email}`));
  });

  test('the name of a host is text in the mail, short, and no link', async () => {
    for (const [at, text] of HOSTILE_TEXTS.slice(0, 12).entries()) {
      const name = `https://evil.example/${at} ${text}`.padEnd(199, ' x').slice(0, 199);
      const of = await makeHost(team.on, { name });
      const as = await signInAs(team.on, of, { hasFactor: true });
      const email = `hostile-${at}@invited.example`;
      assert.equal((await team.invite({ email }, { as, of })).status, 201);
      const [received] = await team.mailsTo(email);
      assert(received);
      assert.ok((received.mail.subject ?? '').length < 140, received.mail.subject);
      assert.ok(!/https?:\/\/evil/.test(received.mail.html ?? ''), name);
      assert.ok(!/<script|<img/i.test(received.mail.html ?? ''), name);
    }
  });
});
