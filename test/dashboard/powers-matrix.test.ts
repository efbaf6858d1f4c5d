import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { mayMember, POWERS, ROLES, type Power, type VisitorRole } from '../../src/powers.ts';
import { ALL_ROUTES, ROUTES, type Route } from '../../src/routes.ts';
import type { Answer } from '../harness/client.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { askHost, letIn, makeSupporter } from '../harness/support.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import {
  addressOf,
  bodyOf,
  ENVIRONMENT,
  furnishHost,
  HOST_ROUTES,
  written,
  type Furnished,
} from './good-requests.fixture.ts';
import { digestTables } from './whole-database.fixture.ts';

const may = (role: VisitorRole, power: Power | null): boolean =>
  power !== null && (POWERS[power] as readonly VisitorRole[]).includes(role);

/** A person's own routes, whichever hosts they work for. */
const OWN_ROUTES = ALL_ROUTES.filter(({ calledWith, power }) => calledWith === 'session' && power === null);

// Routes without an id.
// To the event that is meant.
const LEADS_ON = new Set<Route>([
  ROUTES.dashboard.guests,
  ROUTES.dashboard.checkIn,
  ROUTES.eventPreview.show,
]);

const NOBODYS: Record<string, string> = {
  reference: 'TSR-0000-0000-0000-0000',
  number: '2147483646',
  kind: 'thanks',
};

/** Routes without an event that a member of chosen events may call: each reads, or sends, what is of these events alone. */
const KEPT_TO_CHOSEN_EVENTS = new Set(
  [
    ROUTES.team.leave,
    ROUTES.orders.resend,
    ROUTES.resendings.start,
    ROUTES.resendings.stop,
    ROUTES.resendings.resume,
    ROUTES.bankTransfers.checkStatement,
    ROUTES.bankTransfers.confirmStatement,
    ROUTES.exports.orders,
    ROUTES.exports.guests,
    ROUTES.exports.promoUses,
    ROUTES.exports.report,
    ROUTES.exports.newsletter,
    ROUTES.exports.checkIns,
  ].map(written),
);

/** All that support can read: whoever adds a route here has looked at what it shows. */
const READ_BY_SUPPORT = [
  ROUTES.dashboard.home,
  ROUTES.dashboard.events,
  ROUTES.dashboard.live,
  ROUTES.dashboard.event,
  ROUTES.dashboard.eventSales,
  ROUTES.eventDetails.view,
  ROUTES.eventPictures.view,
  ROUTES.eventTickets.view,
  ROUTES.eventQuestions.view,
  ROUTES.eventReturns.view,
  ROUTES.eventTranslations.view,
  ROUTES.eventSeats.view,
  ROUTES.eventSeats.map,
  ROUTES.eventSeats.states,
  ROUTES.eventEmbed.view,
  ROUTES.eventEmbed.share,
  ROUTES.eventWaitingRoom.view,
  ROUTES.eventWaitingRoom.live,
  ROUTES.reports.view,
  ROUTES.team.view,
  ROUTES.paymentAccounts.view,
  ROUTES.bankTransfers.settings,
  ROUTES.settings.view,
  ROUTES.search.search,
].map(written);

suite('every route of the dashboard, by everybody who may not', () => {
  let on: TestApp;
  let mine: Furnished;
  let theirs: Furnished;
  let untouched: Record<string, string>;
  before(async () => {
    on = await startTestApp({ environment: ENVIRONMENT });
    mine = await furnishHost(on);
    theirs = await furnishHost(on);
  });
  after(() => on.close());

  const call = (route: Route, ids: Record<string, string>, as?: SignedIn): Promise<Answer> =>
    askDashboard(on, addressOf(route, ids), {
      method: route.method,
      ...(as && { as }),
      ...(route.method !== 'GET' && { body: bodyOf(route, ids) }),
    });

  /** The answer of every route, by its name. */
  async function callAll(
    routes: readonly Route[],
    ask: (route: Route) => Promise<Answer>,
  ): Promise<Record<string, string>> {
    const answers: Record<string, string> = {};
    for (const route of routes) {
      const { status, body } = await ask(route);
      answers[written(route)] = `${status} ${body.error_code ?? ''}`;
    }
    return answers;
  }
  const all = (routes: readonly Route[], answer: string): Record<string, string> =>
    Object.fromEntries(routes.map((route) => [written(route), answer]));

  async function changesNothing(work: () => Promise<void>): Promise<void> {
    untouched = await digestTables(on.app.database);
    await work();
    assert.deepEqual(await digestTables(on.app.database), untouched);
  }

  test('there is something to ask for', () => {
    assert.ok(HOST_ROUTES.length >= 6);
    assert.ok(HOST_ROUTES.some(({ needsSecondStep }) => needsSecondStep));
  });

  test('nobody who is not signed in', () =>
    changesNothing(async () => {
      const signedIn = ALL_ROUTES.filter(({ calledWith }) => calledWith.endsWith('session'));
      assert.deepEqual(
        await callAll(signedIn, (route) => call(route, mine.ids)),
        all(signedIn, '401 sign_in_required'),
      );
    }));

  test('nobody with a cookie that we did not make, or whose session has ended', () =>
    changesNothing(async () => {
      const ended = await signInAs(on, mine.host, { hasFactor: true });
      await on.app.database.query(`UPDATE sessions SET expires_at = now() WHERE person_id = $1`, [
        ended.personId,
      ]);
      const idle = await signInAs(on, mine.host, { hasFactor: true });
      await on.app.database.query(
        `UPDATE sessions SET last_used_at = now() - interval '25 hours' WHERE person_id = $1`,
        [idle.personId],
      );
      const made = { ...ended, cookie: `tessera-session=${'A'.repeat(43)}` };
      untouched = await digestTables(on.app.database);
      for (const as of [ended, idle, made]) {
        assert.deepEqual(
          await callAll(HOST_ROUTES, (route) => call(route, mine.ids, as)),
          all(HOST_ROUTES, '401 sign_in_required'),
        );
      }
    }));

  for (const role of ROLES) {
    test(`no ${role} where the role does not include it; and where it does, nobody is in the way`, async () => {
      const member = await signInAs(on, mine.host, { role, hasFactor: true });
      const refused = HOST_ROUTES.filter(({ power }) => !may(role, power));
      await changesNothing(async () => {
        assert.deepEqual(
          await callAll(refused, (route) => call(route, mine.ids, member)),
          all(refused, '403 not_allowed'),
        );
      });
      // Reads only: what is allowed would change something.
      for (const route of HOST_ROUTES.filter(
        ({ power, method, isStream }) => may(role, power) && method === 'GET' && !isStream,
      )) {
        const { status } = await call(route, mine.ids, member);
        assert.equal(status, LEADS_ON.has(route) ? 303 : 200, `${role}: ${written(route)}`);
      }
    });
  }

  test('no support before it is let in, nor after it has ended, nor in another host', async () => {
    const [asked, over, refused, elsewhere] = [
      await makeSupporter(on),
      await makeSupporter(on),
      await makeSupporter(on),
      await makeSupporter(on),
    ];
    await askHost(on, mine.host, asked);
    const { database } = on.app;
    await letIn(on, mine.host, { supporter: over, owner: mine.owner });
    await database.query(`UPDATE support_visits SET ends_at = now() WHERE person_id = $1`, [over.personId]);
    const visitId = await askHost(on, mine.host, refused);
    await askDashboard(on, `/hosts/${mine.host.hostId}/support/${visitId}/refuse`, {
      as: mine.owner,
      method: 'POST',
    });
    await letIn(on, theirs.host, { supporter: elsewhere, owner: theirs.owner });
    await changesNothing(async () => {
      for (const as of [asked, over, refused, elsewhere])
        assert.deepEqual(
          await callAll(HOST_ROUTES, (route) => call(route, mine.ids, as)),
          all(HOST_ROUTES, '404 not_found'),
        );
    });
  });

  test('support that is let in reads what is named here, and changes, exports and streams nothing else', async () => {
    const supporter = await makeSupporter(on);
    await letIn(on, mine.host, { supporter, owner: mine.owner });
    const refused = HOST_ROUTES.filter((route) => !READ_BY_SUPPORT.includes(written(route)));
    assert.equal(HOST_ROUTES.length - refused.length, READ_BY_SUPPORT.length);
    assert.ok(refused.some(({ power, method }) => method !== 'GET' && may('support', power)));
    await changesNothing(async () => {
      assert.deepEqual(
        await callAll(refused, (route) => call(route, mine.ids, supporter)),
        all(refused, '403 not_allowed'),
      );
    });
    const read = HOST_ROUTES.filter((route) => READ_BY_SUPPORT.includes(written(route)));
    const [order] = (
      await on.app.database.query<{ email: string; reference: string; first_name: string }>(
        'SELECT email, reference, first_name FROM orders WHERE reference = $1',
        [mine.ids['reference']],
      )
    ).rows;
    assert.ok(order);
    for (const route of read.filter(({ isStream }) => !isStream)) {
      const q = route === ROUTES.search.search ? `?q=${order.email}` : '';
      const { status, body } = await askDashboard(on, `${addressOf(route, mine.ids)}${q}`, { as: supporter });
      assert.equal(status, 200, written(route));
      const said = JSON.stringify(body);
      for (const secret of [order.email, order.reference, 'sk_test', 'FURNISHED-', 'https://127.0.0.1/'])
        assert.ok(!said.includes(secret), `${written(route)} shows ${secret}`);
    }
    // By the ids of another host, nothing of it: through the visited one.
    const through = { ...theirs.ids, hostId: mine.host.hostId };
    for (const route of read.filter(({ path }) => path.includes(':eventId')))
      assert.equal((await call(route, through, supporter)).status, 404, written(route));
  });

  test('no member of another host, and a host that is not there looks the same', () =>
    changesNothing(async () => {
      const nowhere = { ...mine.ids, hostId: randomUUID() };
      for (const route of HOST_ROUTES) {
        const [foreign, missing] = [
          await call(route, mine.ids, theirs.owner),
          await call(route, nowhere, theirs.owner),
        ];
        assert.equal(foreign.status, 404, written(route));
        assert.deepEqual(foreign.body, missing.body, written(route));
      }
    }));

  test('no member of another host by way of their own: its things are not there', () =>
    changesNothing(async () => {
      // A gateway is nobody's thing: its page shows the host's own account.
      const routes = HOST_ROUTES.filter(
        ({ path }) => path.split('/:').length > 2 && !path.endsWith('/:gateway'),
      );
      assert.ok(routes.length >= 2);
      const throughTheirs = { ...mine.ids, hostId: theirs.ids['hostId'] ?? '' };
      for (const route of routes) {
        const { status, body } = await call(route, throughTheirs, theirs.owner);
        assert.equal(status, 404, `${written(route)}: ${JSON.stringify(body)}`);
        const names = Object.keys(mine.ids).filter(
          (name) => route.path.includes(`:${name}`) && name !== 'hostId',
        );
        const nowhere: Record<string, string> = { ...throughTheirs };
        for (const name of names) nowhere[name] = NOBODYS[name] ?? randomUUID();
        assert.deepEqual((await call(route, nowhere, theirs.owner)).body, body, written(route));
      }
    }));

  test('nobody whose second factor is still to come, or long past where a fresh one is asked for', () =>
    changesNothing(async () => {
      const [unfinished, stale, without] = [
        await signInAs(on, mine.host, { hasFactor: true }),
        await signInAs(on, mine.host, { hasFactor: true }),
        await signInAs(on, mine.host),
      ];
      const { database } = on.app;
      await database.query('UPDATE sessions SET passed_factor_at = NULL WHERE person_id = $1', [
        unfinished.personId,
      ]);
      await database.query(
        `UPDATE sessions SET passed_factor_at = now() - interval '11 minutes' WHERE person_id = $1`,
        [stale.personId],
      );
      untouched = await digestTables(database);
      assert.deepEqual(
        await callAll(HOST_ROUTES, (route) => call(route, mine.ids, unfinished)),
        all(HOST_ROUTES, '403 second_step_required'),
      );
      assert.deepEqual(
        await callAll(OWN_ROUTES, (route) => call(route, mine.ids, unfinished)),
        all(OWN_ROUTES, '403 second_step_required'),
      );
      const guarded = [...HOST_ROUTES, ...OWN_ROUTES].filter(({ needsSecondStep }) => needsSecondStep);
      assert.deepEqual(
        await callAll(guarded, (route) => call(route, mine.ids, stale)),
        all(guarded, '403 second_step_required'),
      );
      assert.deepEqual(
        await callAll(guarded, (route) => call(route, mine.ids, without)),
        all(guarded, '403 factor_required'),
      );
    }));

  test('nobody by the ids of another person’s own things', () =>
    changesNothing(async () => {
      const named = OWN_ROUTES.filter(({ path }) => path.includes('/:'));
      assert.ok(named.length >= 3);
      const answers = await callAll(named, (route) => call(route, mine.ids, theirs.owner));
      assert.deepEqual(answers, all(named, '404 not_found'));
    }));

  test('nobody in a host that the operator has suspended', async () => {
    const closed = await furnishHost(on);
    await on.app.database.query('UPDATE hosts SET suspended_at = now() WHERE id = $1', [closed.host.hostId]);
    await changesNothing(async () => {
      assert.deepEqual(
        await callAll(HOST_ROUTES, (route) => call(route, closed.ids, closed.owner)),
        all(HOST_ROUTES, '403 host_suspended'),
      );
    });
  });

  test('a member of chosen events, with the events of others', async () => {
    const chosen = await signInAs(on, mine.host, { role: 'manager', hasFactor: true, eventIds: [] });
    const byEvent = HOST_ROUTES.filter(
      ({ path, power }) => /:eventId|:reference/.test(path) && may('manager', power),
    );
    await changesNothing(async () => {
      const ofHost = HOST_ROUTES.filter(({ path }) =>
        /\/(keys|settings|team|payment-accounts|audit|seating-plans)/.test(path),
      );
      const refused = ofHost.filter(({ path }) => !path.endsWith('/leave'));
      assert.deepEqual(
        await callAll(refused, (route) => call(route, mine.ids, chosen)),
        all(refused, '403 not_allowed'),
      );
      for (const route of byEvent)
        assert.equal((await call(route, mine.ids, chosen)).status, 404, written(route));
    });
  });

  for (const role of ['manager', 'finance', 'door'] as const) {
    test(`a ${role} of chosen events changes nothing that is the whole host’s`, async () => {
      const member = { role, eventIds: [mine.ids['eventId'] ?? ''] };
      const chosen = await signInAs(on, mine.host, { ...member, hasFactor: true });
      const refused = HOST_ROUTES.filter(({ power }) => power === null || !mayMember(member, power));
      await changesNothing(async () => {
        assert.deepEqual(
          await callAll(refused, (route) => call(route, mine.ids, chosen)),
          all(refused, '403 not_allowed'),
        );
      });
      const unnamed = HOST_ROUTES.filter(
        ({ method, path, power }) =>
          method !== 'GET' && power !== null && mayMember(member, power) && !/:eventId|:reference/.test(path),
      );
      assert.deepEqual(
        unnamed.map(written).filter((route) => !KEPT_TO_CHOSEN_EVENTS.has(route)),
        [],
        'changes that name no event: keep them to the member’s events, and name them in KEPT_TO_CHOSEN_EVENTS',
      );
    });
  }

  test('a person who opens a page is led to where they can correct it', async () => {
    const page = HOST_ROUTES.find(({ method, needsSecondStep }) => method === 'GET' && !needsSecondStep);
    assert.ok(page);
    const answer = await fetch(`${on.publicUrl}/dashboard${addressOf(page, mine.ids)}`, {
      redirect: 'manual',
    });
    const address = encodeURIComponent(`/dashboard${addressOf(page, mine.ids)}`);
    assert.deepEqual(
      [answer.status, answer.headers.get('location')],
      [303, `/dashboard/sign-in?next=${address}`],
    );
  });
});
