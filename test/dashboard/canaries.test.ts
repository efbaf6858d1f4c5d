import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Secret } from 'otpauth';
import { openEntrance, SESSION, type Entrance } from '../../src/pages/dashboard/sign-in/entrance.fixture.ts';
import type { Answer } from '../harness/client.ts';
import { SIMULATORS } from '../harness/gateways/all-simulators.ts';
import { codeOf, forgetUsedCodes } from '../harness/factors.ts';
import { askDashboard } from '../harness/sign-in.ts';

/** Texts that must be nowhere but with their owner, by name. */
type Kept = Map<string, string>;

/** Somebody's whole way through the dashboard, with every secret that they are given, or give. */
async function walk(entrance: Entrance, kept: Kept, credentials: { secretKey: string }): Promise<void> {
  const { on } = entrance;
  const visitor = entrance.visitor();
  const keep = (name: string, secret: unknown): string => {
    assert.ok(typeof secret === 'string' && secret.length >= 12, `${name}: ${String(secret)}`);
    kept.set(name, secret);
    return secret;
  };
  const keepSession = (when: string): string => keep(`session ${when}`, visitor.cookies.get(SESSION));
  const ask = async (method: string, path: string, body?: object): Promise<Answer['body']> => {
    const answer = await askDashboard(on, path, {
      method,
      ...(body && { body }),
      headers: { cookie: `${SESSION}=${visitor.cookies.get(SESSION)}` },
    });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const [, token] = new RegExp(`${SESSION}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '') ?? [];
    if (token !== undefined) visitor.cookies.set(SESSION, token);
    return answer.body;
  };
  const linkTo = async (email: string, page: string): Promise<string> => {
    const link = await entrance.linkTo(email, page);
    keep(`link to ${page} for ${email}`, link.split('/').at(-1));
    return link;
  };

  const email = 'canary@mail.example';
  const password = keep('password', 'violet canary ferry quartz');
  await visitor.send('/sign-up', { hostName: 'Moonlight', country: 'NIGERIA', name: 'Ama', email, password });
  await visitor.send(await linkTo(email, 'confirm-email'), {});
  keepSession('after sign-up');
  const { rows } = await on.app.database.query<{ personId: string; hostId: string }>(
    `SELECT m.person_id AS "personId", m.host_id AS "hostId" FROM members AS m JOIN people AS p ON p.id = m.person_id
      WHERE p.email = $1`,
    [email],
  );
  const { personId, hostId } = rows[0] ?? assert.fail('nobody signed up');
  const host = `/hosts/${hostId}`;

  const begun = await ask('POST', '/me/authenticator-app/begin');
  const secret = keep('authenticator secret', begun.secret);
  keep('authenticator secret in bytes', Secret.fromBase32(secret).hex.toLowerCase());
  keep('authenticator set-up', begun.setUp);
  const added = await ask('POST', '/me/authenticator-app', { setUp: begun.setUp, code: codeOf(secret) });
  const codes: string[] = added.recoveryCodes;
  codes.forEach((code, nr) => keep(`recovery code ${nr}`, code));
  keepSession('after the factor');

  keep('private key', (await ask('POST', `${host}/keys/private/reveal`)).privateKey);
  const { data } = await ask('GET', `${host}/keys`);
  const { fingerprint } = data.privateKey;
  keep('rotated key', (await ask('POST', `${host}/keys/private/rotate`, { fingerprint })).privateKey);
  keep('gateway key', credentials.secretKey);
  const account = { gateway: 'paystack', currency: 'NGN', replaces: '', ...credentials };
  await ask('POST', `${host}/payment-accounts`, account);
  const wrong = keep('mistyped gateway key', 'sk_test_canary_that_nobody_knows');
  const refused = await askDashboard(on, `${host}/payment-accounts`, {
    method: 'POST',
    body: { ...account, secretKey: wrong },
    headers: { cookie: `${SESSION}=${visitor.cookies.get(SESSION)}` },
  });
  assert.equal(refused.status, 400);
  await ask('POST', `${host}/team/invitations`, {
    email: 'guest@mail.example',
    role: 'manager',
    eventIds: null,
  });
  const guest = entrance.visitor();
  const guestPassword = keep('password of who was invited', 'another canary likes granite');
  const joined = await guest.send(await linkTo('guest@mail.example', 'invitation'), {
    name: 'Kofi',
    password: guestPassword,
  });
  assert.equal(joined.status, 303);
  keep('session of who was invited', guest.cookies.get(SESSION));

  await ask('POST', '/me/email', { email: 'moved@mail.example' });
  await visitor.send(await linkTo('moved@mail.example', 'change-email'), {});
  const next = keep('changed password', 'granite whispers over lakes');
  await ask('POST', '/me/password', { current: password, password: next });
  keepSession('after the password');
  await visitor.send('/sign-out', {});
  await visitor.send('/sign-in', { email: 'moved@mail.example', password: wrong });
  await visitor.send('/sign-in', { email: next, password: next });
  await visitor.send('/sign-in', { email: 'moved@mail.example', password: next });
  keepSession('before the second step');
  await forgetUsedCodes(on, personId);
  await visitor.send('/second-step', { code: keep('wrong recovery code', 'abcd-efgh-jkmn-pqrs') });
  await visitor.send('/second-step', { code: codes[0] ?? '' });
  keepSession('after the second step');
  await ask('POST', '/second-step/passkey/options');
  const renewed = await ask('POST', '/me/recovery-codes');
  renewed.recoveryCodes.forEach((code: string, nr: number) => keep(`renewed recovery code ${nr}`, code));
  await visitor.send('/reset-password', { email: 'moved@mail.example' });
  const reset = await linkTo('moved@mail.example', 'reset-password');
  await visitor.send(reset, { password: keep('password after the reset', 'lanterns under seven bridges') });
  keepSession('after the reset');
}

async function dumpOf({ on }: Entrance): Promise<string> {
  const { rows } = await on.app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const lines: string[] = [];
  for (const { name } of rows) {
    const found = await on.app.database.query<{ line: string }>(`SELECT x::text AS line FROM ${name} AS x`);
    lines.push(...found.rows.map(({ line }) => line));
  }
  return lines.join('\n');
}

const formsOf = (secret: string): string[] => [
  secret,
  secret.replaceAll('-', ''),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=*$/, ''),
];

test('through the whole dashboard, no secret is left in the log or in any table', async (t) => {
  const paystack = await SIMULATORS.paystack();
  t.after(() => paystack.close());
  const entrance = await openEntrance(t, { LOG_LEVEL: 'debug', PAYSTACK_URL: paystack.url });
  const kept: Kept = new Map();
  await walk(entrance, kept, paystack.account.credentials);
  const [logged, dump] = [entrance.on.logLines().join(''), await dumpOf(entrance)];
  assert.ok(kept.size > 35, `${kept.size} secrets`);
  assert.ok(logged.includes('/keys/private/rotate'), 'the control: the log has the requests');
  const hash = createHash('sha256').update(kept.get('session after the reset') ?? '');
  assert.ok(dump.includes(hash.digest('hex')), 'the control: the dump has what is stored');
  for (const [name, secret] of kept) {
    for (const form of formsOf(secret)) {
      assert.ok(!logged.includes(form), `${name} in the log`);
      assert.ok(!dump.includes(form), `${name} in a table`);
    }
  }
});
