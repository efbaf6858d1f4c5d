import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openEntrance, SESSION } from './entrance.fixture.ts';

test('no password, token or cookie of anybody who comes in is in a log line, or in a table in clear text', async (t) => {
  const entrance = await openEntrance(t, { LOG_LEVEL: 'debug' });
  const { on } = entrance;
  const secrets = new Map<string, string>();
  const keep = (name: string, secret: string): string => {
    assert.ok(secret.length >= 12, name);
    secrets.set(name, secret);
    return secret;
  };
  const email = 'canary@mail.example';
  const visitor = entrance.visitor();
  const password = keep('password', 'violet canary ferry quartz');
  const wrong = keep('wrong password', 'wrong canary of a password');
  const typed = { hostName: 'Moonlight', country: 'GHANA', name: 'Ama', email, password };
  await visitor.send('/sign-up', typed);
  await visitor.send('/sign-up', { ...typed, password: 'password1234' });
  const confirm = await entrance.linkTo(email, 'confirm-email');
  keep('confirmation link', confirm.split('/').at(-1) ?? '');
  await visitor.open(confirm);
  await visitor.send(confirm, {});
  keep('first session', visitor.cookies.get(SESSION) ?? '');
  keep('device', visitor.cookies.get('tessera-device') ?? '');
  keep('sign-up', visitor.cookies.get('tessera-sign-up') ?? '');
  await visitor.open('/me/security');
  await visitor.send('/sign-out', {});
  for (const address of [email, 'nobody@mail.example', wrong])
    await visitor.send('/sign-in', { email: address, password: wrong });
  await visitor.send('/sign-in', { email: wrong, password });
  await visitor.send('/reset-password', { email });
  const reset = await entrance.linkTo(email, 'reset-password');
  keep('reset link', reset.split('/').at(-1) ?? '');
  await visitor.open(reset);
  const chosen = keep('new password', 'a brand new canary stand');
  assert.equal((await visitor.send(reset, { password: chosen })).status, 303);
  keep('last session', visitor.cookies.get(SESSION) ?? '');
  await visitor.send(reset, { password: chosen });

  const { rows } = await on.app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  let dump = '';
  for (const { name } of rows) {
    const { rows: lines } = await on.app.database.query<{ line: string }>(
      `SELECT x::text AS line FROM ${name} AS x`,
    );
    dump += lines.map(({ line }) => line).join('\n');
  }
  const logged = on.logLines().join('');
  assert.ok(logged.includes('/dashboard/sign-in'), 'the log has the requests');
  const hash = createHash('sha256')
    .update(secrets.get('reset link') ?? '')
    .digest('hex');
  assert.ok(dump.includes(hash), 'the control: the dump has what is stored, which is the hash');
  for (const [name, secret] of secrets) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex')]) {
      assert.ok(!logged.includes(form), `${name} in the log`);
      assert.ok(!dump.includes(form), `${name} in a table`);
    }
  }
});
