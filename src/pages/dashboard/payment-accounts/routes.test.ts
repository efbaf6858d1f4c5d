import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  gatewaySettings,
  ofEach,
  SIMULATED,
  SIMULATORS,
  startAllSimulators,
} from '../../../../test/harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../../../../test/harness/gateways/simulator.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Country } from '../../../money/countries.ts';
import { GATEWAYS } from '../../../rules/gateways/all-gateways.ts';
import { methodsOnPageOf } from '../../../payments/payment-methods.ts';
import { createGateways } from '../../../payments/gateways.ts';

type Simulators = Record<(typeof SIMULATED)[number], GatewaySimulator>;

suite('the payment accounts of a host', () => {
  let on: TestApp;
  let simulators: Simulators;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    simulators = await startAllSimulators();
    on = await startTestApp({
      environment: gatewaySettings(ofEach((name) => simulators[name].url)),
    });
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await on.close();
    await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
  });

  const accountsOf = ({ hostId }: TestHost): string => `/hosts/${hostId}/payment-accounts`;
  const newHost = async (country: Country = 'NIGERIA') => {
    const fresh = await makeHost(on, { country });
    return { host: fresh, owner: await signInAs(on, fresh, { hasFactor: true }) };
  };
  const bodyOf = (name: keyof Simulators, more: object = {}) => {
    const { gateway, credentials } = simulators[name].account;
    const { currency } = simulators[name].traits;
    return { gateway, currency, replaces: '', ...credentials, ...more };
  };
  const connect = (body: object, to = host, as = owner): Promise<Answer> =>
    askDashboard(on, accountsOf(to), { as, method: 'POST', body });
  const readView = async (to = host, as = owner) =>
    (await askDashboard(on, accountsOf(to), { as })).body.data;
  const accountIn = async (currency: string, to = host, as = owner) =>
    (await readView(to, as)).currencies.find((one: { currency: string }) => one.currency === currency)
      .account;
  const readGuide = async (gateway: string, to = host, as = owner) =>
    (await askDashboard(on, `${accountsOf(to)}/gateways/${gateway}`, { as })).body.data;
  /** The mails to somebody, from the mailbox of development. */
  const mailsTo = async ({ email }: SignedIn): Promise<number> => {
    const page = await (await fetch(`${on.publicUrl}/mailbox`)).text();
    return page.split(email).length - 1;
  };

  test('nothing is set up: the sandbox takes all, and every gateway has a page with its currencies and our address', async () => {
    assert.deepEqual(await readView(), {
      currencies: [{ currency: 'NGN', account: null }],
      earlier: [],
      hasSandbox: true,
    });
    const publicUrl = on.publicUrl.replace('127.0.0.1', 'localhost');
    for (const gateway of SIMULATED) {
      const { currency, country } = simulators[gateway].traits;
      const fresh = await newHost(country);
      assert.deepEqual(await readGuide(gateway, fresh.host, fresh.owner), {
        gateway,
        currency,
        currencies: [currency],
        account: null,
        beside: null,
        callbackUrl: `${publicUrl}/payments/${gateway}/callback`,
        takesTestKeys: true,
      });
    }
    assert.equal((await askDashboard(on, `${accountsOf(host)}/gateways/sandbox`, { as: owner })).status, 404);
    assert.equal((await askDashboard(on, `${accountsOf(host)}/gateways/paystac`, { as: owner })).status, 404);
  });

  test('the currency of the host’s country comes first, where the gateway takes it', async () => {
    const ghana = await makeHost(on, { country: 'GHANA' });
    const as = await signInAs(on, ghana, { hasFactor: true });
    const { currencies } = await readView(ghana, as);
    assert.deepEqual(
      currencies.map(({ currency }: { currency: string }) => currency),
      ['GHS'],
    );
    const guideOf = async (at: string) => {
      const { currency, currencies: codes } = await readGuide(at, ghana, as);
      return [currency, codes];
    };
    assert.deepEqual(await guideOf('paystack'), ['GHS', ['GHS']]);
    assert.deepEqual(await guideOf('paystack?currency=ZAR'), ['ZAR', ['GHS', 'ZAR']]);
    assert.deepEqual(await guideOf('stripe'), ['USD', ['USD', 'EUR', 'GBP']]);
    assert.deepEqual(await guideOf('stripe?currency=GHS'), ['USD', ['USD', 'EUR', 'GBP']]);
  });

  for (const name of SIMULATED) {
    test(`${name}: the key is checked, then the account takes payments; of its secrets the end of one is shown`, async () => {
      const { currency, country } = simulators[name].traits;
      const fresh = await newHost(country);
      const made = await connect(bodyOf(name), fresh.host, fresh.owner);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.deepEqual(Object.keys(made.body), ['accountId']);
      const account = await accountIn(currency, fresh.host, fresh.owner);
      const { secretKey } = simulators[name].account.credentials;
      assert.deepEqual(
        { ...account, createdAt: '', checkedAt: typeof account.checkedAt },
        {
          accountId: made.body.accountId,
          gateway: name,
          currency,
          createdAt: '',
          checkedAt: 'string',
          disabledAt: null,
          firstCallbackAt: null,
          missedCallbackAt: null,
          refusedCallbackAt: null,
          downSince: null,
          methods: methodsOnPageOf(name, currency),
          opened: {
            isTest: GATEWAYS[name].testKeys !== null,
            keyEnd: secretKey.replace(/-X$/, '').slice(-4),
          },
        },
      );
      const { authorization = '' } = simulators[name].requests.at(-1)?.headers ?? {};
      const [scheme, sent = ''] = authorization.split(' ');
      const shown = scheme === 'Basic' ? Buffer.from(sent, 'base64').toString().split(':')[1] : sent;
      assert.equal(shown, secretKey);
    });

    test(`${name}: a key that it does not know, or that may not do enough, is refused at its field`, async () => {
      const { currency, country } = simulators[name].traits;
      const fresh = await newHost(country);
      const { secretKey } = simulators[name].account.credentials;
      const wrong = await connect(bodyOf(name, { secretKey: `${secretKey}0` }), fresh.host, fresh.owner);
      assert.deepEqual([wrong.status, wrong.body.field], [400, 'secretKey']);
      assert.match(wrong.body.message, /^This key is not known to \w+: copy it again/);
      simulators[name].faultNext(name === 'flutterwave' ? 'look_up' : 'check', 'forbid');
      const less = await connect(bodyOf(name), fresh.host, fresh.owner);
      assert.deepEqual([less.status, less.body.field], [400, 'secretKey']);
      assert.match(less.body.message, /^This key is known to \w+, but lacks permissions\./);
      assert.equal(await accountIn(currency, fresh.host, fresh.owner), null);
      const { rows } = await on.app.database.query(
        `SELECT action, after FROM audit_log WHERE host_id = $1 AND action LIKE 'payment%' ORDER BY id`,
        [fresh.host.hostId],
      );
      const line = {
        action: 'payment_account.refuse',
        after: { gateway: name, currency, mode: GATEWAYS[name].testKeys === null ? 'live' : 'test' },
      };
      assert.deepEqual(rows, [line, line]);
    });

    for (const fault of ['reset', 'unavailable', 'nonsense'] as const) {
      test(`${name}: while it has no answer (${fault}), nothing is saved, and trying again is worth while`, async () => {
        const { currency, country } = simulators[name].traits;
        const fresh = await newHost(country);
        simulators[name].faultNext(name === 'flutterwave' ? 'look_up' : 'check', fault);
        const away = await connect(bodyOf(name), fresh.host, fresh.owner);
        assert.deepEqual([away.status, away.body.error_code], [502, 'gateway_away']);
        assert.match(away.body.message, /Nothing was saved: try again\.$/);
        assert.equal(await accountIn(currency, fresh.host, fresh.owner), null);
        assert.equal((await connect(bodyOf(name), fresh.host, fresh.owner)).status, 201);
      });
    }
  }

  test('while a slow gateway is asked, no transaction is open and no row is locked', async (t) => {
    const fresh = await newHost();
    const slow = await SIMULATORS.paystack();
    const second = await startTestApp({ on, environment: { PAYSTACK_URL: slow.url } });
    t.after(async () => {
      await second.close();
      await slow.close().catch(() => {});
    });
    slow.faultNext('check', 'hang');
    const { gateway, credentials } = slow.account;
    const asking = askDashboard(second, accountsOf(fresh.host), {
      as: fresh.owner,
      method: 'POST',
      body: { gateway, currency: 'NGN', replaces: '', ...credentials },
    });
    await until('the gateway to be asked', () => slow.unanswered() === 1);
    const { rows } = await on.app.database.query<{ open: number }>(
      `SELECT count(*) AS open FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
          AND backend_type = 'client backend' AND state LIKE 'idle in transaction%'`,
    );
    assert.equal(rows[0]?.open, 0);
    assert.equal((await connect(bodyOf('paystack'), fresh.host, fresh.owner)).status, 201);
    await slow.close();
    assert.deepEqual([(await asking).status, (await asking).body.error_code], [502, 'gateway_away']);
  });

  test('a value that can’t be right is refused at its field, and no gateway is asked', async () => {
    const asked = (): number =>
      Object.values(simulators).reduce((sum, { requests }) => sum + requests.length, 0);
    const askedBefore = asked();
    for (const { body, field, message } of [
      { body: bodyOf('stripe', { currency: 'GHS' }), field: 'currency', message: /a currency of Stripe/ },
      { body: bodyOf('paystack', { currency: 'JPY' }), field: 'currency', message: /a currency of Paystack/ },
      { body: bodyOf('paystack', { gateway: 'sandbox' }), field: 'gateway', message: /one from the list/ },
      { body: bodyOf('paystack', { gateway: '__proto__' }), field: 'gateway', message: /one from the list/ },
      {
        body: bodyOf('paystack', { secretKey: 'pk_test_abc' }),
        field: 'secretKey',
        message: /begins with sk_/,
      },
      {
        body: bodyOf('paystack', { secretKey: 'sk_a\r\nX: y' }),
        field: 'secretKey',
        message: /begins with sk_/,
      },
      {
        body: bodyOf('paystack', { secretHash: 'more' }),
        field: 'secretHash',
        message: /page is out of date/,
      },
      {
        body: bodyOf('flutterwave', { secretHash: undefined }),
        field: 'secretHash',
        message: /Fill this in/,
      },
      {
        body: bodyOf('stripe', { webhookSecret: 'abc' }),
        field: 'webhookSecret',
        message: /begins with whsec_/,
      },
      {
        body: bodyOf('paystack', { secretKey: `sk_${'x'.repeat(300)}` }),
        field: 'secretKey',
        message: /255/,
      },
      { body: bodyOf('paystack', { more: 1 }), field: 'more', message: /page is out of date/ },
      { body: bodyOf('paystack', { replaces: undefined }), field: 'replaces', message: /Fill this in/ },
    ]) {
      const { status, body: said } = await connect(body);
      assert.deepEqual([status, said.field], [400, field], JSON.stringify(said));
      assert.match(said.message, message);
    }
    assert.equal(asked(), askedBefore);
  });

  test('an account is replaced: the one before stays for its payments, and every owner is told of each change', async () => {
    const fresh = await newHost();
    const partner = await signInAs(on, fresh.host);
    const finance = await signInAs(on, fresh.host, { role: 'finance' });
    const first = (await connect(bodyOf('paystack'), fresh.host, fresh.owner)).body.accountId;
    const second = await connect(bodyOf('stripe', { replaces: first }), fresh.host, fresh.owner);
    assert.equal(second.status, 201);
    const { currencies, earlier } = await readView(fresh.host, finance);
    assert.equal(currencies[0].account.gateway, 'stripe');
    assert.deepEqual(
      earlier.map(({ accountId, gateway }: { accountId: string; gateway: string }) => [accountId, gateway]),
      [[first, 'paystack']],
    );
    const gateways = createGateways({
      database: on.app.database,
      secretKeys: on.secretKeys,
      urls: ofEach((name) => simulators[name].url),
      sandbox: null,
      nowMs: Date.now,
    });
    assert.equal(await (await gateways.open('paystack', first)).check(), 'good');

    const disable = () =>
      askDashboard(on, `${accountsOf(fresh.host)}/${second.body.accountId}/disable`, {
        as: fresh.owner,
        method: 'POST',
      });
    assert.equal((await disable()).status, 200);
    assert.equal((await disable()).status, 404);
    assert.equal(await accountIn('NGN', fresh.host, fresh.owner), null);
    for (const told of [fresh.owner, partner])
      await until('a mail for each change', async () => (await mailsTo(told)) === 3);
    assert.equal(await mailsTo(finance), 0);
    const { rows } = await on.app.database.query(
      `SELECT action, before, after FROM audit_log WHERE host_id = $1 AND action LIKE 'payment%' ORDER BY id`,
      [fresh.host.hostId],
    );
    assert.deepEqual(rows, [
      {
        action: 'payment_account.add',
        before: null,
        after: { gateway: 'paystack', currency: 'NGN', mode: 'test', checked: true },
      },
      {
        action: 'payment_account.replace',
        before: { gateway: 'paystack', account: first },
        after: { gateway: 'stripe', currency: 'NGN', mode: 'test', checked: true },
      },
      { action: 'payment_account.disable', before: { gateway: 'stripe', currency: 'NGN' }, after: null },
    ]);
  });

  test('several accounts take one currency: buyers are offered them in the host’s order, and each may be moved or disabled', async () => {
    const fresh = await newHost();
    const ids = { paystack: '', flutterwave: '', stripe: '' };
    for (const name of ['paystack', 'flutterwave', 'stripe'] as const) {
      const made = await connect(bodyOf(name, { isBeside: true }), fresh.host, fresh.owner);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      ids[name] = made.body.accountId;
    }
    const order = async () =>
      (await readView(fresh.host, fresh.owner)).currencies.map(
        ({ account }: { account: { gateway: string } }) => account.gateway,
      );
    const post = (name: keyof typeof ids, what: string, body?: object) =>
      askDashboard(on, `${accountsOf(fresh.host)}/${ids[name]}/${what}`, {
        as: fresh.owner,
        method: 'POST',
        ...(body && { body }),
      });
    assert.deepEqual(await order(), ['paystack', 'flutterwave', 'stripe']);
    assert.equal((await post('stripe', 'move', { direction: 'up' })).status, 200);
    assert.deepEqual(await order(), ['paystack', 'stripe', 'flutterwave']);
    // At the end it stays where it is.
    assert.equal((await post('flutterwave', 'move', { direction: 'down' })).status, 200);
    assert.deepEqual(await order(), ['paystack', 'stripe', 'flutterwave']);
    // One that is replaced leaves its place to the new one.
    const replaced = await connect(bodyOf('paystack', { replaces: ids.paystack }), fresh.host, fresh.owner);
    assert.equal(replaced.status, 201, JSON.stringify(replaced.body));
    assert.deepEqual(await order(), ['paystack', 'stripe', 'flutterwave']);
    assert.equal((await post('paystack', 'move', { direction: 'down' })).status, 404);
    assert.equal((await post('stripe', 'disable')).status, 200);
    assert.deepEqual(await order(), ['paystack', 'flutterwave']);
    assert.equal((await post('stripe', 'move', { direction: 'down' })).status, 404);
    const theirs = await newHost();
    const { status } = await askDashboard(on, `${accountsOf(theirs.host)}/${ids.flutterwave}/move`, {
      as: theirs.owner,
      method: 'POST',
      body: { direction: 'up' },
    });
    assert.equal(status, 404);
    assert.deepEqual(await order(), ['paystack', 'flutterwave']);
  });

  test('the same key takes a currency once, also of two who connect it at once', async () => {
    const fresh = await newHost();
    const answers = await Promise.all(
      [1, 2].map(() => connect(bodyOf('stripe', { isBeside: true }), fresh.host, fresh.owner)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 400]));
    assert.equal(answers.find(({ status }) => status === 400)?.body.field, 'secretKey');
  });

  test('of two owners who add an account at once, one is told', async () => {
    const fresh = await newHost();
    const answers = await Promise.all([
      connect(bodyOf('paystack'), fresh.host, fresh.owner),
      connect(bodyOf('flutterwave'), fresh.host, fresh.owner),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]));
    const told = answers.find(({ status }) => status === 409);
    assert.equal(told?.body.error_code, 'changed_meanwhile');
    assert.equal((await readView(fresh.host, fresh.owner)).earlier.length, 0);
  });

  test('finance sees and changes nothing, managers and doors see nothing, and all need a second step', async () => {
    const disable = `${accountsOf(host)}/${crypto.randomUUID()}/disable`;
    for (const { role, statuses } of [
      { role: 'finance', statuses: [200, 403, 403, 403] },
      { role: 'manager', statuses: [403, 403, 403, 403] },
      { role: 'door', statuses: [403, 403, 403, 403] },
    ] as const) {
      const as = await signInAs(on, host, { role, hasFactor: true });
      assert.deepEqual(
        [
          (await askDashboard(on, accountsOf(host), { as })).status,
          (await askDashboard(on, `${accountsOf(host)}/gateways/paystack`, { as })).status,
          (await connect(bodyOf('paystack'), host, as)).status,
          (await askDashboard(on, disable, { as, method: 'POST' })).status,
        ],
        statuses,
        role,
      );
    }
    const withoutStep = await signInAs(on, host);
    assert.equal((await connect(bodyOf('paystack'), host, withoutStep)).body.error_code, 'factor_required');
    const stranger = await newHost();
    assert.equal((await connect(bodyOf('paystack'), host, stranger.owner)).status, 404);
  });

  test('another host’s account is not there', async () => {
    const theirs = await newHost();
    const made = await connect(bodyOf('paystack'), theirs.host, theirs.owner);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { accountId } = made.body;
    const disabled = await askDashboard(on, `${accountsOf(host)}/${accountId}/disable`, {
      as: owner,
      method: 'POST',
    });
    assert.equal(disabled.status, 404);
    assert.ok(await accountIn('NGN', theirs.host, theirs.owner));
    const taken = await connect(bodyOf('paystack', { replaces: accountId }));
    assert.equal(taken.status, 409);
  });

  test('nobody tries out a list of keys through us', async () => {
    const fresh = await newHost();
    const wrong = bodyOf('paystack', { secretKey: 'sk_test_of_somebody_else' });
    for (let tries = 0; tries < 20; tries++)
      assert.equal((await connect(wrong, fresh.host, fresh.owner)).status, 400);
    const asked = simulators.paystack.requests.length;
    const { status, headers } = await connect(bodyOf('paystack'), fresh.host, fresh.owner);
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 3_000);
    assert.equal(simulators.paystack.requests.length, asked);
  });

  test('nor by sending all of it at the same moment', async () => {
    const fresh = await newHost();
    const asked = simulators.paystack.requests.length;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nr) =>
        connect(bodyOf('paystack', { secretKey: `sk_test_of_somebody_else_${nr}` }), fresh.host, fresh.owner),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 429).length, 20);
    assert.equal(simulators.paystack.requests.length - asked, 20);
  });

  test('no secret is in a log line, an answer, a page, an audit line, a job or any other row', async () => {
    const fresh = await newHost();
    const answers: string[] = [];
    for (const name of SIMULATED) {
      const { currencies } = await readView(fresh.host, fresh.owner);
      const inUse = currencies.find(
        ({ currency }: { currency: string }) => currency === simulators[name].traits.currency,
      );
      const replaces = inUse?.account?.accountId ?? '';
      const made = await connect(bodyOf(name, { replaces }), fresh.host, fresh.owner);
      assert.equal(made.status, 201);
      answers.push(JSON.stringify(made.body));
    }
    answers.push(JSON.stringify(await readView(fresh.host, fresh.owner)));
    const page = await askDashboard(on, accountsOf(fresh.host), {
      as: fresh.owner,
      headers: { accept: 'text/html' },
    });
    answers.push(String(page.body));
    const { rows: tables } = await on.app.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')`,
    );
    for (const { name } of tables) {
      const { rows } = await on.app.database.query<{ line: string }>(
        `SELECT t::text AS line FROM "${name}" AS t`,
      );
      answers.push(...rows.map(({ line }) => line));
    }
    const secrets = SIMULATED.flatMap((name) => Object.values(simulators[name].account.credentials));
    assert.equal(secrets.length, 10);
    for (const line of [...answers, ...on.logLines()])
      for (const secret of secrets)
        assert.ok(
          !line.includes(secret) && !line.includes(Buffer.from(secret).toString('hex')),
          line.slice(0, 200),
        );
  });
});
