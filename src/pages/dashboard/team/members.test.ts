import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { addMember } from '../../../hosts/members/add-member.ts';
import { admitMember } from '../../../hosts/members/admit-member.ts';
import { POWERS, ROLES } from '../../../powers.ts';

suite('the members of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let smtp: TestSmtp;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  const teamOf = ({ hostId }: TestHost): string => `/hosts/${hostId}/team`;
  const memberOf = async (who: { personId: string }, of = host) => {
    const { rows } = await on.app.database.query<{
      id: string;
      role: string;
      has_all_events: boolean;
      version: number;
    }>('SELECT id, role, has_all_events, version FROM members WHERE host_id = $1 AND person_id = $2', [
      of.hostId,
      who.personId,
    ]);
    return rows[0] ?? null;
  };
  const change = async (who: SignedIn, body: object, as = owner, of = host) => {
    const member = await memberOf(who, of);
    return askDashboard(on, `${teamOf(of)}/members/${member?.id}`, {
      as,
      method: 'PATCH',
      body: { version: member?.version, eventIds: null, ...body },
    });
  };
  const remove = async (who: SignedIn, as = owner) => {
    const member = await memberOf(who);
    return askDashboard(on, `${teamOf(host)}/members/${member?.id}`, { as, method: 'DELETE' });
  };
  const linesOf = async (memberId: string | undefined) => {
    const { rows } = await on.app.database.query<{
      action: string;
      before: unknown;
      after: unknown;
      subject_name: string;
    }>('SELECT action, before, after, subject_name FROM audit_log WHERE subject_id = $1 ORDER BY id', [
      memberId,
    ]);
    return rows;
  };

  test('are listed with role, events, factor and when they were last here, owners first', async () => {
    const { eventId } = await makeEvent(on, host);
    const door = await signInAs(on, host, { role: 'door', eventIds: [eventId] });
    await askDashboard(on, `/hosts/${host.hostId}`, { as: door });
    const { status, body } = await askDashboard(on, teamOf(host), { as: owner });
    assert.equal(status, 200);
    const roles = body.data.members.map(({ role }: { role: string }) => role);
    assert.deepEqual(
      roles,
      roles.toSorted((a: never, b: never) => ROLES.indexOf(a) - ROLES.indexOf(b)),
    );
    const mine = body.data.members.find(({ isYou }: { isYou: boolean }) => isYou);
    assert.partialDeepStrictEqual(mine, {
      email: owner.email,
      role: 'owner',
      eventIds: null,
      hasFactor: true,
    });
    const theirs = body.data.members.find(({ email }: { email: string }) => email === door.email);
    assert.partialDeepStrictEqual(theirs, { role: 'door', eventIds: [eventId], hasFactor: false });
    assert.ok(Date.parse(theirs.lastSeenAt) > 0);
  });

  test('the table of powers is shown as the server asks it', async () => {
    const { body } = await askDashboard(on, teamOf(host), { as: owner });
    const shown = body.data.powers.map(({ power, roles }: { power: string; roles: string[] }) => [
      power,
      roles,
    ]);
    assert.deepEqual(Object.fromEntries(shown), POWERS);
  });

  test('a manager sees the team and changes nothing; who has chosen events does not see it', async () => {
    const { eventId } = await makeEvent(on, host);
    const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    assert.equal((await askDashboard(on, teamOf(host), { as: manager })).status, 200);
    const chosen = await signInAs(on, host, { role: 'manager', hasFactor: true, eventIds: [eventId] });
    assert.equal((await askDashboard(on, teamOf(host), { as: chosen })).status, 403);
    const door = await signInAs(on, host, { role: 'door' });
    assert.equal((await change(door, { role: 'owner' }, manager)).body.error_code, 'not_allowed');
    assert.equal((await remove(door, manager)).body.error_code, 'not_allowed');
    assert.equal((await askDashboard(on, teamOf(host), { as: door })).status, 403);
  });

  test('another role counts at the next request, and the log has before and after', async () => {
    const { eventId } = await makeEvent(on, host, { name: 'Summer ball' });
    const member = await signInAs(on, host, { role: 'manager' });
    const changed = await change(member, { role: 'door', eventIds: [eventId] });
    assert.deepEqual([changed.status, changed.body], [200, { version: 2 }]);
    assert.equal((await askDashboard(on, `/hosts/${host.hostId}/orders`, { as: member })).status, 403);
    const row = await memberOf(member);
    assert.partialDeepStrictEqual(row, { role: 'door', has_all_events: false });
    assert.partialDeepStrictEqual((await linesOf(row?.id)).at(-1), {
      action: 'member.change',
      subject_name: member.email,
      before: { role: 'manager', events: 'all' },
      after: { role: 'door', events: ['Summer ball'] },
    });
  });

  test('a member who saves over another change is told so, and nothing is lost', async () => {
    const member = await signInAs(on, host, { role: 'manager' });
    assert.equal((await change(member, { role: 'finance' })).status, 200);
    const late = await change(member, { role: 'door', version: 1 });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    assert.equal((await memberOf(member))?.role, 'finance');
  });

  test('events are of this host, and an owner has them all', async () => {
    const { eventId } = await makeEvent(on, host);
    const other = await makeEvent(on, await makeHost(on));
    const member = await signInAs(on, host, { role: 'door' });
    for (const [body, field] of [
      [{ role: 'door', eventIds: [eventId, other.eventId] }, 'eventIds'],
      [{ role: 'door', eventIds: [randomUUID()] }, 'eventIds'],
      [{ role: 'door', eventIds: [] }, 'eventIds'],
      [{ role: 'owner', eventIds: [eventId] }, 'eventIds'],
      [{ role: 'queen' }, 'role'],
      [{ role: 'door' }, 'role'],
    ] as const) {
      const refused = await change(member, body);
      assert.deepEqual([refused.status, refused.body.field], [400, field], JSON.stringify(body));
    }
    assert.partialDeepStrictEqual(await memberOf(member), { role: 'door', version: 1 });
  });

  test('a removed member is out at once, and stays a member of other hosts', async () => {
    const member = await signInAs(on, host, { role: 'finance' });
    const elsewhere = await makeHost(on);
    await on.app.database.transaction((tx) =>
      addMember(tx, {
        hostId: elsewhere.hostId,
        actor: OPERATOR,
        personId: member.personId,
        role: 'door',
      }),
    );
    const id = (await memberOf(member))?.id;
    assert.equal((await remove(member)).status, 200);
    assert.equal((await askDashboard(on, `/hosts/${host.hostId}`, { as: member })).status, 404);
    assert.equal((await askDashboard(on, `/hosts/${elsewhere.hostId}`, { as: member })).status, 200);
    assert.equal(await memberOf(member), null);
    assert.equal((await memberOf(member, elsewhere))?.role, 'door');
    assert.partialDeepStrictEqual((await linesOf(id)).at(-1), {
      action: 'member.remove',
      before: { role: 'finance', events: 'all' },
    });
  });

  test('everybody may leave, and the last owner may not', async () => {
    const lonely = await makeHost(on);
    const last = await signInAs(on, lonely, { hasFactor: true });
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [lonely.personId]);
    const door = await signInAs(on, lonely, { role: 'door' });
    assert.equal(
      (await askDashboard(on, `${teamOf(lonely)}/leave`, { as: door, method: 'POST' })).status,
      200,
    );
    assert.equal(await memberOf(door, lonely), null);
    const refused = await askDashboard(on, `${teamOf(lonely)}/leave`, { as: last, method: 'POST' });
    assert.deepEqual([refused.status, refused.body.error_code], [409, 'last_owner']);
    const demoted = await change(last, { role: 'manager' }, last, lonely);
    assert.deepEqual([demoted.status, demoted.body.error_code], [409, 'last_owner']);
    assert.equal((await memberOf(last, lonely))?.role, 'owner');
    assert.equal((await askDashboard(on, `/hosts/${lonely.hostId}`, { as: last })).status, 200);
  });

  test("another host's member is not there", async () => {
    const elsewhere = await makeHost(on);
    const theirs = await signInAs(on, elsewhere, { role: 'door' });
    const member = await memberOf(theirs, elsewhere);
    for (const method of ['PATCH', 'DELETE']) {
      const { status } = await askDashboard(on, `${teamOf(host)}/members/${member?.id}`, {
        as: owner,
        method,
        ...(method === 'PATCH' && { body: { role: 'owner', eventIds: null, version: 1 } }),
      });
      assert.equal(status, 404);
    }
    assert.equal((await memberOf(theirs, elsewhere))?.role, 'door');
  });

  test('owners are told of an owner who comes, is changed or goes, and so is that owner', async () => {
    const told = await makeHost(on);
    const boss = await signInAs(on, told, { hasFactor: true });
    const member = await signInAs(on, told, { role: 'door' });
    const joining = await signInAs(on, await makeHost(on));
    const subjectsTo = async ({ email }: SignedIn): Promise<string[]> => {
      await until('all is sent', async () => {
        const { rowCount } = await on.app.database.query(
          `SELECT 1 FROM jobs WHERE kind = 'send_person_mail'`,
        );
        return rowCount === 0;
      });
      return smtp.received
        .filter(({ envelope }) => envelope.to.includes(email))
        .map(({ mail }) => mail.subject ?? '');
    };
    await on.app.database.transaction((tx) =>
      admitMember(tx, { hostId: told.hostId, actor: OPERATOR, ...joining, role: 'owner', eventIds: null }),
    );
    assert.equal((await subjectsTo(boss)).length, 1);
    assert.equal((await subjectsTo(joining)).length, 1);
    await change(member, { role: 'manager' }, boss, told);
    assert.equal((await subjectsTo(boss)).length, 1, 'nobody hears of other roles');
    await change(joining, { role: 'manager' }, boss, told);
    assert.deepEqual([(await subjectsTo(boss)).length, (await subjectsTo(joining)).length], [2, 2]);
    await change(joining, { role: 'owner' }, boss, told);
    const id = (await memberOf(joining, told))?.id;
    await askDashboard(on, `${teamOf(told)}/members/${id}`, { as: boss, method: 'DELETE' });
    // Owners just heard of a new owner, but by another member, so this is mailed at once.
    assert.deepEqual([(await subjectsTo(boss)).length, (await subjectsTo(joining)).length], [4, 4]);
    assert.deepEqual(new Set(await subjectsTo(boss)).size, 3);
    assert.deepEqual(await subjectsTo(member), []);
  });

  test('to change or remove somebody needs the second step', async () => {
    const withoutFactor = await signInAs(on, host);
    const member = await signInAs(on, host, { role: 'door' });
    assert.equal((await change(member, { role: 'owner' }, withoutFactor)).body.error_code, 'factor_required');
    assert.equal((await remove(member, withoutFactor)).body.error_code, 'factor_required');
  });
});
