import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClientAddress } from '../http/client-address.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createHttpServer } from '../http/server.ts';
import { createLogger } from '../log/logger.ts';
import { ROUTES } from '../routes.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { makeProxyCheckToken, PROXY_CHECK_HEADER } from './proxy-check-token.ts';
import { registerProxyCheck } from './register-proxy-check.ts';

const secretKeys = createSecretKeys(Buffer.alloc(32, 1));

function serve(trustedProxies: string[]) {
  const logger = createLogger('silent');
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
  const clientAddress = createClientAddress(trustedProxies, () => {});
  registerProxyCheck(http, { clientAddress, trustedProxies, secretKeys });
  return (headers: Record<string, string>) =>
    http.inject({ url: ROUTES.operator.proxyCheck.path, headers, remoteAddress: '10.0.0.5' });
}

test('without a fresh proof of the secret key the address is one that does not exist', async () => {
  const ask = serve([]);
  const nowMs = Date.now();
  const strangers = createSecretKeys(Buffer.alloc(32, 2));
  for (const token of [
    undefined,
    '',
    'x',
    `${nowMs}-${'0'.repeat(64)}`,
    makeProxyCheckToken(strangers, nowMs),
    makeProxyCheckToken(secretKeys, nowMs - 3_600_000),
    makeProxyCheckToken(secretKeys, nowMs + 3_600_000),
  ]) {
    const answer = await ask(token === undefined ? {} : { [PROXY_CHECK_HEADER]: token });
    assert.equal(answer.statusCode, 404, token);
    assert.deepEqual(Object.keys(answer.json<object>()), ['message', 'status', 'error_code']);
  }
});

test('with it, the operator reads how the request has arrived', async () => {
  const headers = {
    [PROXY_CHECK_HEADER]: makeProxyCheckToken(secretKeys, Date.now()),
    'x-forwarded-for': '203.0.113.7, 198.51.100.2',
    host: 'tickets.example',
  };
  const { peer, isPeerTrusted, trustsStrangers, clientAddress, host } = (
    await serve(['10.0.0.5'])(headers)
  ).json();
  assert.deepEqual(
    { peer, isPeerTrusted, trustsStrangers, clientAddress, host },
    {
      peer: '10.0.0.5',
      isPeerTrusted: true,
      trustsStrangers: false,
      clientAddress: '198.51.100.2',
      host: 'tickets.example',
    },
  );
  const unknown = (await serve([])(headers)).json<{ isPeerTrusted: boolean; clientAddress: string }>();
  assert.deepEqual([unknown.isPeerTrusted, unknown.clientAddress], [false, '10.0.0.5']);
  const all = (await serve(['10.0.0.0/8', '203.0.0.0/8'])(headers)).json<{ trustsStrangers: boolean }>();
  assert.equal(all.trustsStrangers, true);
});
