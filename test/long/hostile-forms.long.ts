import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { ALL_ROUTES } from '../../src/routes.ts';
import { HOSTILE_TEXTS as HOSTILE_VALUES } from '../faults/hostile-values.fixture.ts';
import { HOSTILE_TEXTS as HOSTILE_MARKUP } from '../harness/hostile-texts.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { ENVIRONMENT, written } from '../dashboard/good-requests.fixture.ts';
import { openForms, type Form, type Forms } from '../dashboard/forms.fixture.ts';

expectNothingUnhandled();

const TEXTS = [...HOSTILE_VALUES, ...HOSTILE_MARKUP];
// Some answers wait for their equal time. Few enough hash at once that hardly any is told to come back.
const AT_ONCE = 6;
// A machine with much else to do tells some of them so. A request that fails because of its body fails again.
const TRIES = 20;
// Attempts are limited by address. So many from one: some get to the end of the way, and the others cost no hash.
const FROM_ONE_ADDRESS = 50;
// One byte, or some, that are no UTF-8, an encoding that is none, half a pair, a zero.
const BROKEN = ['%ff%fe', '%c0%80', '%', '%zz', '%ed%a0%80', '%00', '%u0041', '+%2b%'];
const MORE = ['__proto__', 'constructor', 'constructor[prototype][isAdmin]', 'toString', '', 'a[]', 'deed'];
const FORMS = ALL_ROUTES.filter(
  ({ method, path, calledWith }) =>
    method === 'POST' &&
    path.startsWith('/dashboard') &&
    calledWith !== 'session' &&
    !path.includes('/passkey'),
);

/** Bodies as a browser would send them, if it were made to. */
function* hostileForms(
  fields: Record<string, string>,
): Generator<{ what: string; body: string; text: string }> {
  const good = new URLSearchParams(fields).toString();
  for (const name of Object.keys(fields)) {
    for (const text of TEXTS) {
      const what = `${name} = ${JSON.stringify(text.slice(0, 60))}`;
      yield { what, text, body: new URLSearchParams({ ...fields, [name]: text.toWellFormed() }).toString() };
    }
    const others = new URLSearchParams(Object.entries(fields).filter(([other]) => other !== name)).toString();
    for (const broken of BROKEN)
      yield { what: `${name} = ${broken}`, text: '', body: `${others}&${name}=${broken}` };
    yield { what: `${name} twice`, text: '', body: `${good}&${name}=another&${name}=` };
    yield { what: `${name} left out`, text: '', body: others };
  }
  for (const name of MORE) {
    const more = new URLSearchParams({ [name]: '<b>"x' }).toString();
    yield { what: `with ${name}`, text: '<b>"x', body: good === '' ? more : `${good}&${more}` };
  }
  const many = Array.from({ length: 1_000 }, (_, at) => `f${at}=<b>`).join('&');
  yield { what: '1,000 fields', text: '<b>', body: `${good}&${many}` };
  yield { what: 'no field', text: '', body: '&&=&=&&' };
}

suite('hostile text at every form of the entrance', () => {
  let on: TestApp;
  let forms: Forms;
  const cleanPrototype = Object.getOwnPropertyNames(Object.prototype);
  before(async () => {
    on = await startTestApp({
      environment: {
        ...ENVIRONMENT,
        SIGN_UP: 'open',
        TRUST_PROXY: 'loopback',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    });
    forms = await openForms(on);
  });
  after(() => on.close());

  let sent = 0;
  const send = async ({ path, cookie }: Pick<Form, 'path' | 'cookie'>, body: string, what: string) => {
    const address = Math.floor(sent++ / FROM_ONE_ADDRESS);
    const ask = (): Promise<Response> =>
      fetch(`${on.publicUrl}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': `10.9.${address >> 8}.${address & 255}`,
          ...(cookie !== undefined && { cookie }),
        },
        body,
      });
    let response = await ask();
    for (let tries = 1; response.status === 503 && tries < TRIES; tries++) {
      await response.text();
      response = await ask();
    }
    const page = await response.text();
    assert.ok(response.status < 500, `${what}: ${response.status}`);
    for (const [header, value] of response.headers) {
      assert.match(value, /^[\x20-\x7e]*$/, `${what}: ${header}`);
      assert.ok(!/inject/i.test(header + value), `${what}: ${header}`);
    }
    assert.doesNotMatch(response.headers.get('location') ?? '/', /^(?!\/(?![/\\]))/, `${what}: stays here`);
    return { status: response.status, page };
  };

  test('each has its good fields here, and no other', () => {
    assert.deepEqual(Object.keys(forms).toSorted(), FORMS.map(written).toSorted());
  });

  for (const route of FORMS) {
    test(`${written(route)}: refused or inert`, async () => {
      const make = forms[written(route)];
      assert(make);
      const good = await make();
      const { status } = await send(good, new URLSearchParams(good.fields).toString(), 'as it should be');
      assert.equal(status, good.status, 'as it should be');
      const next = [...hostileForms(good.fields)].values();
      const knock = async (): Promise<void> => {
        for (const { what, text, body } of next) {
          const { page } = await send(await make(), body, what);
          if (/[<"]/.test(text)) assert.ok(!page.includes(text), `${what}: stands in the page as it came`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, knock));
      assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), cleanPrototype);
    });
  }

  test('a link whose token is hostile opens nothing', async () => {
    for (const { path } of FORMS.filter(({ calledWith }) => calledWith === 'mailed token')) {
      for (const text of TEXTS) {
        const address = path.replace(':token', encodeURIComponent(text.toWellFormed()));
        const { status, page } = await send({ path: address }, '', address);
        assert.ok(status >= 400, `${address}: ${status}`);
        if (/[<"]/.test(text)) assert.ok(!page.includes(text), `${address}: stands in the page as it came`);
      }
    }
  });
});
