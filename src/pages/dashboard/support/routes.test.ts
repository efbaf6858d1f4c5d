import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../../audit/actor.ts';
import { addMember } from '../../../hosts/members/add-member.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { askHost, letIn, makeSupporter } from '../../../../test/harness/support.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';

suite('support in a host’s dashboard', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  let host: TestHost;
  let owner: SignedIn;
  let second: SignedIn;
  let supporter: SignedIn;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });
  const furnish = async (): Promise<void> => {
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    second = await signInAs(on, host, { hasFactor: true });
    supporter = await makeSupporter(on);
  };

  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;
  const see = (as: SignedIn, path = '', of = host) => askDashboard(on, `/hosts/${of.hostId}${path}`, { as });
  const press = (
    as: SignedIn,
    visitId: string,
    button: 'allow' | 'refuse' | 'end',
    body: object = button === 'allow' ? { hours: 4 } : {},
  ) => askDashboard(on, `/hosts/${host.hostId}/support/${visitId}/${button}`, { as, method: 'POST', body });
  const leave = (as: SignedIn, visitId: string) =>
    askDashboard(on, `/me/support-visits/${visitId}/end`, { as, method: 'POST' });
  const linesOf = async (visitId: string): Promise<string[]> =>
    (
      await query<{ line: string }>(
        `SELECT actor_kind || ' ' || action AS line FROM audit_log WHERE subject_id = $1 AND host_id = $2 ORDER BY id`,
        [visitId, host.hostId],
      )
    ).map(({ line }) => line);
  /** The mails to an address, once all are sent. */
  async function toldTo({ email }: { email: string }): Promise<ReceivedMail[]> {
    await until(
      'all is sent',
      async () => (await query(`SELECT FROM jobs WHERE kind = 'send_person_mail'`)).length === 0,
    );
    return smtp.received.filter(({ envelope }) => envelope.to.includes(email));
  }
  const subjects = (mails: ReceivedMail[]): string[] =>
    mails.map(({ mail }) => (mail.subject ?? '').replace(/^.*: /, ''));
  const plain = ({ mail }: ReceivedMail): string => (mail.text ?? '').replaceAll('\u200C', '');
  /** The time of the ask or the visit is up. */
  const passTime = (visitId: string) =>
    query(`UPDATE support_visits SET ends_at = now() - interval '1 millisecond' WHERE id = $1`, [visitId]);

  test('asked, allowed, looked at, ended: each is in the audit log and told to every owner', async () => {
    await furnish();
    const visitId = await askHost(on, host, supporter);
    assert.equal((await see(supporter)).status, 404, 'nothing before it is allowed');
    for (const who of [owner, second]) {
      const [asked] = await toldTo(who);
      assert(asked);
      assert.match(asked.mail.subject ?? '', /: support asks to see your dashboard$/);
      for (const fact of [
        `Who: ${supporter.email}`,
        'Why: The sale does not start',
        `/hosts/${host.hostId}/support`,
        'never asks for your password',
      ])
        assert.ok(plain(asked).includes(fact), `${fact} in ${plain(asked)}`);
      const { body } = await see(who);
      assert.partialDeepStrictEqual(body.context.support, [
        { visitId, email: supporter.email, about: 'asked' },
      ]);
    }

    const allowed = await press(owner, visitId, 'allow', { hours: 4 });
    assert.equal(allowed.status, 200, JSON.stringify(allowed.body));
    const [row] = await query<{ hours: number }>(
      `SELECT extract(epoch FROM ends_at - allowed_at) / 3600 AS hours FROM support_visits WHERE id = $1`,
      [visitId],
    );
    assert.equal(Number(row?.hours), 4);
    const home = await see(supporter);
    assert.equal(home.status, 200);
    assert.partialDeepStrictEqual(home.body.context.support, [
      { visitId, about: 'yours', endsAt: allowed.body.endsAt },
    ]);
    assert.equal(home.body.context.host.role, 'support');
    assert.ok(
      home.body.context.hosts.some((one: { hostId: string }) => one.hostId === host.hostId),
      'the host is in the list of hosts',
    );
    for (const path of ['', '/settings', '/settings', '/settings?x=1']) await see(supporter, path);
    assert.equal((await see(owner)).body.context.support[0].about, 'under_way');

    assert.equal((await press(second, visitId, 'end')).status, 200, 'an owner who did not allow it');
    assert.equal((await see(supporter)).status, 404);
    assert.deepEqual((await see(owner)).body.context.support, []);
    assert.deepEqual(await linesOf(visitId), [
      'operator support.ask',
      'member support.allow',
      'member support.look',
      'member support.look',
      'member support.end',
    ]);
    const pages = await query<{ page: string; person_id: string }>(
      `SELECT after ->> 'page' AS page, person_id FROM audit_log WHERE action = 'support.look' AND subject_id = $1 ORDER BY id`,
      [visitId],
    );
    assert.deepEqual(
      pages.map(({ page, person_id }) => [page, person_id]),
      [
        ['/', supporter.personId],
        ['/settings', supporter.personId],
      ],
    );
    for (const who of [owner, second])
      assert.deepEqual(subjects(await toldTo(who)), [
        'support asks to see your dashboard',
        'support can see your dashboard',
        'support’s visit has ended',
      ]);
    const ended = (await toldTo(owner)).at(-1);
    assert(ended);
    assert.ok(plain(ended).includes(`Ended by: ${second.email}`), plain(ended));
    const [yours, ...more] = await toldTo(supporter);
    assert.match(yours?.mail.subject ?? '', /^You can see the dashboard of /);
    assert.deepEqual(more, []);
  });

  test('the audit log’s page names the supporter, who is no member, and filters by support', async () => {
    await furnish();
    await query(`UPDATE people SET name = '' WHERE id = $1`, [supporter.personId]);
    const visitId = await letIn(on, host, { supporter, owner });
    await see(supporter, '/events');
    const { body } = await see(owner, '/audit?kind=support');
    assert.deepEqual(
      body.data.lines.map((line: { action: string; personEmail: string | null; subjectId: string }) => [
        line.action,
        line.personEmail,
        line.subjectId,
      ]),
      [
        ['support.look', supporter.email, visitId],
        ['support.allow', owner.email, visitId],
        ['support.ask', null, visitId],
      ],
    );
  });

  test('it ends by itself, by the database’s clock, whether or not the job has run; then the owners are told', async () => {
    await furnish();
    const visitId = await letIn(on, host, { supporter, owner });
    assert.equal((await see(supporter)).status, 200);
    await passTime(visitId);
    assert.equal((await see(supporter)).status, 404);
    assert.deepEqual((await see(owner)).body.context.support, []);
    assert.equal((await press(owner, visitId, 'end')).status, 404);
    assert.equal((await leave(supporter, visitId)).status, 404);
    await query(
      `UPDATE jobs SET run_at = now() WHERE kind = 'end_support_visits' AND payload ->> 'hostId' = $1`,
      [host.hostId],
    );
    await query(`SELECT pg_notify('jobs_due', 'end_support_visits')`);
    await until('its end to be written down', async () =>
      (await linesOf(visitId)).includes('system support.end'),
    );
    const [ended] = await query(
      `SELECT ended_how, ended_by, ended_at = ends_at AS "onTime" FROM support_visits WHERE id = $1`,
      [visitId],
    );
    assert.deepEqual(ended, { ended_how: 'time', ended_by: null, onTime: true });
    assert.equal(subjects(await toldTo(second)).at(-1), 'support’s visit has ended');
  });

  test('the job that ends it is due right after its end, and not before', async () => {
    await furnish();
    const visitId = await letIn(on, host, { supporter, owner, hours: 24 });
    const due = await query<{ seconds: number }>(
      `SELECT round(extract(epoch FROM j.run_at - v.ends_at)::numeric, 1)::float8 AS seconds
         FROM jobs AS j JOIN support_visits AS v ON v.host_id::text = j.payload ->> 'hostId'
        WHERE j.kind = 'end_support_visits' AND v.id = $1 ORDER BY j.run_at LIMIT 1`,
      [visitId],
    );
    assert.deepEqual(due, [{ seconds: 1 }]);
  });

  test('an ask that nobody answers lapses: it can’t be allowed any more, and support can ask again', async () => {
    await furnish();
    const visitId = await askHost(on, host, supporter);
    await passTime(visitId);
    const late = await press(owner, visitId, 'allow');
    assert.deepEqual([late.status, late.body.error_code], [409, 'wrong_state']);
    assert.equal((await see(supporter)).status, 404);
    const again = await askHost(on, host, supporter);
    assert.notEqual(again, visitId);
    assert.deepEqual(await linesOf(visitId), ['operator support.ask', 'system support.lapse']);
    assert.equal((await press(owner, again, 'allow')).status, 200);
  });

  test('a host is asked ten times a day at most: asks that are taken back fill no mailbox', async () => {
    await furnish();
    for (let asked = 0; asked < 10; asked += 1) {
      const visitId = await askHost(on, host, supporter);
      await query(`UPDATE support_visits SET ended_at = now(), ended_how = 'operator' WHERE id = $1`, [
        visitId,
      ]);
    }
    await assert.rejects(askHost(on, host, await makeSupporter(on)), /ten times within a day/);
    await query(
      `UPDATE support_visits SET asked_at = asked_at - interval '1 day', ends_at = ends_at - interval '1 day' WHERE host_id = $1`,
      [host.hostId],
    );
    await askHost(on, host, supporter);
  });

  test('a refusal is told to the supporter, and opens nothing', async () => {
    await furnish();
    const visitId = await askHost(on, host, supporter);
    assert.equal((await press(owner, visitId, 'refuse')).status, 200);
    assert.equal((await press(second, visitId, 'allow')).status, 409);
    assert.equal((await see(supporter)).status, 404);
    assert.match((await toldTo(supporter))[0]?.mail.subject ?? '', /refused your visit$/);
    assert.deepEqual(await linesOf(visitId), ['operator support.ask', 'member support.refuse']);
  });

  test('the supporter ends it, and nobody else’s', async () => {
    await furnish();
    const visitId = await letIn(on, host, { supporter, owner });
    const other = await makeSupporter(on);
    assert.equal((await leave(other, visitId)).status, 404);
    assert.equal((await leave(supporter, visitId)).status, 200);
    assert.equal((await see(supporter)).status, 404);
    assert.equal((await linesOf(visitId)).at(-1), 'member support.leave');
    assert.equal(subjects(await toldTo(owner)).at(-1), 'support’s visit has ended');
  });

  test('owners alone allow it, after a fresh second step, and for no other time', async () => {
    await furnish();
    const visitId = await askHost(on, host, supporter);
    for (const role of ['manager', 'finance', 'door'] as const) {
      const member = await signInAs(on, host, { role, hasFactor: true });
      for (const button of ['allow', 'refuse', 'end'] as const)
        assert.equal((await press(member, visitId, button)).body.error_code, 'not_allowed', role);
      assert.deepEqual((await see(member)).body.context.support, []);
    }
    const bare = await signInAs(on, host);
    assert.equal((await press(bare, visitId, 'allow')).body.error_code, 'factor_required');
    await query(`UPDATE sessions SET passed_factor_at = now() - interval '11 minutes' WHERE person_id = $1`, [
      second.personId,
    ]);
    assert.equal((await press(second, visitId, 'allow')).body.error_code, 'second_step_required');
    for (const hours of [0, 2, 25, -1, 1.5, '1', null, [1]])
      assert.equal((await press(owner, visitId, 'allow', { hours })).status, 400, String(hours));
    assert.equal((await press(owner, visitId, 'allow', { hours: 1, personId: owner.personId })).status, 400);
    const theirs = await makeHost(on);
    const stranger = await signInAs(on, theirs, { hasFactor: true });
    const elsewhere = `/hosts/${theirs.hostId}/support/${visitId}/allow`;
    const answer = await askDashboard(on, elsewhere, { as: stranger, method: 'POST', body: { hours: 1 } });
    assert.equal(answer.status, 404);
    assert.equal((await see(supporter)).status, 404);
    await assert.rejects(
      query(
        `UPDATE support_visits SET allowed_at = now(), ends_at = now() + interval '25 hours' WHERE id = $1`,
        [visitId],
      ),
      /support_visits_length/,
    );
  });

  test('a supporter who loses the second factor, or has not passed it, sees nothing', async () => {
    await furnish();
    await letIn(on, host, { supporter, owner });
    await query('UPDATE sessions SET passed_factor_at = NULL WHERE person_id = $1', [supporter.personId]);
    assert.equal((await see(supporter)).body.error_code, 'second_step_required');
    await query('UPDATE sessions SET passed_factor_at = now() WHERE person_id = $1', [supporter.personId]);
    assert.equal((await see(supporter)).status, 200);
    await query('DELETE FROM passkeys WHERE person_id = $1', [supporter.personId]);
    assert.equal((await see(supporter)).body.error_code, 'factor_required');
  });

  test('an ask is refused: no account, no factor, no confirmed address, a member, twice, a suspended host', async () => {
    await furnish();
    const refused = (who: SignedIn, code: string, message: RegExp) =>
      assert.rejects(askHost(on, host, who), (error: { code: string; message: string }) => {
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    await refused({ ...supporter, email: 'nobody@test.example' }, 'not_found', /No account/);
    await refused(await makeSupporter(on, { hasFactor: false }), 'wrong_state', /second factor/);
    await refused(owner, 'member_exists', /member of this host/);
    const unconfirmed = await makeSupporter(on);
    await query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [unconfirmed.personId]);
    await refused(unconfirmed, 'wrong_state', /confirmed/);
    const visitId = await askHost(on, host, supporter);
    await refused(supporter, 'wrong_state', /already asked/);
    assert.equal((await press(owner, visitId, 'allow')).status, 200);
    await refused(supporter, 'wrong_state', /already asked/);
    await query('UPDATE hosts SET suspended_at = now() WHERE id = $1', [host.hostId]);
    assert.equal((await see(supporter)).body.error_code, 'host_suspended');
    await refused(await makeSupporter(on), 'wrong_state', /suspended/);
  });

  test('a person who joins the team meanwhile is let in by nobody, and stays in no other way after a removal', async () => {
    await furnish();
    const join = (role: 'owner' | 'door') =>
      on.app.database.transaction((tx) =>
        addMember(tx, {
          hostId: host.hostId,
          actor: OPERATOR,
          personId: supporter.personId,
          role,
        }),
      );
    const remove = async (memberId: string) =>
      askDashboard(on, `/hosts/${host.hostId}/team/members/${memberId}`, { as: owner, method: 'DELETE' });
    const visitId = await askHost(on, host, supporter);
    let memberId = await join('owner');
    const own = await press(supporter, visitId, 'allow');
    assert.deepEqual([own.status, own.body.error_code], [409, 'wrong_state'], 'by themselves');
    assert.equal((await press(owner, visitId, 'allow')).status, 409);
    assert.equal((await remove(memberId)).status, 200);
    assert.equal((await press(owner, visitId, 'allow')).status, 409, 'the ask went with the membership');

    await letIn(on, host, { supporter, owner });
    assert.equal((await see(supporter, '/settings')).status, 200);
    memberId = await join('door');
    assert.equal((await see(supporter)).body.context.host.role, 'door');
    assert.equal((await see(supporter, '/settings')).body.error_code, 'not_allowed', 'by their role alone');
    assert.equal((await remove(memberId)).status, 200);
    assert.equal((await see(supporter)).status, 404);
  });

  test('an owner who is removed leaves the visit to the others; a supporter whose account goes sees nothing', async () => {
    await furnish();
    const visitId = await letIn(on, host, { supporter, owner });
    await query('DELETE FROM members WHERE person_id = $1', [owner.personId]);
    assert.equal((await press(owner, visitId, 'end')).status, 404);
    const { body } = await see(second, '/support');
    assert.partialDeepStrictEqual(body.data.visits, [{ visitId, state: 'under_way' }]);
    await query('DELETE FROM people WHERE id = $1', [owner.personId]);
    assert.equal((await see(second, '/support')).body.data.visits[0].allowedBy, null);
    await query('DELETE FROM members WHERE person_id = $1', [supporter.personId]);
    await query('DELETE FROM people WHERE id = $1', [supporter.personId]);
    assert.equal((await see(supporter)).status, 401);
    assert.deepEqual((await see(second, '/support')).body.data.visits, []);
    assert.ok((await linesOf(visitId)).includes('operator support.ask'), 'the audit log keeps it');
  });

  test('a person who is in no host is led to the one that they visit', async () => {
    await furnish();
    await query('DELETE FROM members WHERE person_id = $1', [supporter.personId]);
    const enter = () => askDashboard(on, '', { as: supporter });
    assert.equal((await enter()).headers.get('location'), '/dashboard/me');
    await letIn(on, host, { supporter, owner });
    assert.equal((await enter()).headers.get('location'), `/dashboard/hosts/${host.hostId}`);
  });

  test('a page that is not there, or not for support, is no line in the log; one address in any letters is one page', async () => {
    await furnish();
    const { eventId } = await makeEvent(on, host, { name: 'Summer ball' });
    const visitId = await letIn(on, host, { supporter, owner });
    for (const path of ['/keys', '/nothing', '/events/00000000-0000-7000-8000-000000000000/tickets'])
      assert.ok((await see(supporter, path)).status >= 403, path);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nothing'])
      assert.ok((await see(supporter, `/events/${id}/waiting-room/live`)).status >= 400, id);
    assert.deepEqual((await linesOf(visitId)).slice(2), []);
    for (const id of [eventId, eventId.toUpperCase()])
      assert.equal((await see(supporter, `/events/${id}/tickets`)).status, 200);
    const upper = `/hosts/${host.hostId.toUpperCase()}/settings`;
    assert.equal((await askDashboard(on, upper, { as: supporter })).status, 200);
    const pages = await query<{ page: string; event: string | null }>(
      `SELECT after ->> 'page' AS page, after ->> 'event' AS event FROM audit_log WHERE action = 'support.look' AND subject_id = $1 ORDER BY id`,
      [visitId],
    );
    assert.deepEqual(
      pages.map(({ page, event }) => [page, event]),
      [
        [`/events/${eventId}/tickets`, 'Summer ball'],
        ['/settings', null],
      ],
    );
  });

  test('the preview of a draft that support is shown the address of opens nothing', async () => {
    await furnish();
    const { eventId } = await makeEvent(on, host, { name: 'Not yet public' });
    await query(`UPDATE events SET status = 'DRAFT' WHERE id = $1`, [eventId]);
    await letIn(on, host, { supporter, owner });
    for (const [as, opens] of [
      [supporter, false],
      [owner, true],
    ] as const) {
      const { status, body } = await see(as, `/events/${eventId}/embed`);
      assert.equal(status, 200);
      const shown = await fetch(body.data.previewUrl, { headers: { cookie: as.cookie } });
      assert.equal((await shown.text()).includes('Not yet public'), opens, as.email);
    }
  });
});
