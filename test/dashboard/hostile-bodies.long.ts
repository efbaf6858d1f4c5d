import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startSession } from '../../src/people/sessions/sessions.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { hostileBodies, thinnedOut } from '../faults/hostile-values.fixture.ts';
import { askDashboard, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import {
  addressOf,
  bodyOf,
  ENVIRONMENT,
  furnishHost,
  GOOD_BODIES,
  written,
  type Furnished,
} from './good-requests.fixture.ts';

expectNothingUnhandled();

// Each waits for the database now and then: together they take no longer than one.
const AT_ONCE = 8;
// The rest are forms: test/long/hostile-forms.long.ts.
const TAKING = ALL_ROUTES.filter(
  ({ path, calledWith, maxBodyBytes }) =>
    maxBodyBytes > 0 &&
    (['session', 'unfinished session'].includes(calledWith) || path.startsWith('/dashboard/sign-in/passkey')),
);

suite('hostile text at every door of the dashboard that takes JSON', () => {
  let on: TestApp;
  let mine: Furnished;
  /** The password was given, and the factor not yet. */
  let unfinished: SignedIn;
  const cleanPrototype = Object.getOwnPropertyNames(Object.prototype);
  before(async () => {
    on = await startTestApp({ environment: ENVIRONMENT });
    mine = await furnishHost(on);
    const { personId } = mine.owner;
    const token = await on.app.database.transaction((tx) =>
      startSession(tx, { personId, hasPassedFactor: false, address: '127.0.0.1', userAgent: 'a test' }),
    );
    unfinished = { ...mine.owner, cookie: `tessera-session=${token}` };
  });
  after(() => on.close());

  test('the good bodies are of routes that exist', () => {
    const names = new Set(TAKING.map(written));
    assert.deepEqual(
      Object.keys(GOOD_BODIES).filter((name) => !names.has(name)),
      [],
    );
  });

  for (const route of TAKING) {
    test(`${written(route)}: refused or inert`, async () => {
      const valid = JSON.parse(JSON.stringify(bodyOf(route, mine.ids) ?? {}));
      const next = thinnedOut(hostileBodies(valid)).values();
      const as = { session: mine.owner, 'unfinished session': unfinished }[route.calledWith as string];
      const knock = async (): Promise<void> => {
        for (const { what, body } of next) {
          const answer = await askDashboard(on, addressOf(route, mine.ids), {
            ...(as && { as }),
            method: route.method,
            text: body,
          });
          assert.ok(answer.status < 500, `${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
          for (const [header, value] of answer.headers)
            assert.match(value, /^[\x20-\x7e]*$/, `${what}: ${header}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, knock));
      assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), cleanPrototype);
    });
  }
});
