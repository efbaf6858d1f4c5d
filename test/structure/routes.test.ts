const JSON_BODY = 'application/json';
const FORM_BODY = 'application/x-www-form-urlencoded';
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, suite, test } from 'node:test';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { registerKnownRoutesOnly } from '../../src/http/known-routes.ts';
import { createRequestIds } from '../../src/http/request-id.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { compileValidator } from '../../src/http/validate.ts';
import { createLogger } from '../../src/log/logger.ts';
import { sandboxApiKey } from '../../src/payments/sandbox/sandbox-api-key.ts';
import { ALL_ROUTES, ROUTES, type Route } from '../../src/routes.ts';
import type { TSchema } from 'typebox';
import { makeDoorDevice, makeDoorEvent, pairPhone } from '../harness/make-door.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { listRoutes } from '../harness/list-routes.ts';
import { signInAs } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

const written = ({
  method,
  path,
}: Pick<Route, 'method' | 'path'> | { method: string; path: string }): string => `${method} ${path}`;

const registered = (on: TestApp): string[] =>
  listRoutes(on.app)
    .filter(({ method }) => method !== 'HEAD')
    .map(written)
    .toSorted();

/** Any text will do for what the path leaves open: nothing is there. A host has to be one, and an event in the checkout. */
const addressOf = ({ path }: Route, { slug, hostId }: { slug?: string; hostId?: string } = {}): string =>
  path
    .replace(/^\/checkout\/:slug/, slug === undefined ? '$&' : `/checkout/${slug}`)
    .replace(':hostId', hostId ?? '$&')
    .replaceAll(/:\w+|\*/g, 'nothing-of-that-name');

suite('the table of routes', () => {
  let on: TestApp;
  let slug: string;
  let hostId: string;
  let host: TestHost;
  let keys: Partial<Record<Route['calledWith'], string>>;
  const withSchemas: RouteOptions[] = [];
  /** The framework tells of each server that is made, before it has a route. */
  const collect = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void (route.schema && withSchemas.push(route)));
  };
  before(async () => {
    subscribe('fastify.initialization', collect);
    on = await startTestApp({ environment: { DEMO: 'on' } });
    unsubscribe('fastify.initialization', collect);
    host = await makeHost(on);
    ({ hostId } = host);
    ({ slug } = await makeEvent(on, host));
    const device = await makeDoorDevice(on, await makeDoorEvent(on), { door: 'Main' });
    keys = {
      'public key': host.publicKey,
      'sandbox key': sandboxApiKey(on.secretKeys.current),
      'device token': await pairPhone(on, device),
    };
  });
  after(() => on.close());

  test('names every route that is registered, and no other', () => {
    assert.deepEqual(registered(on), ALL_ROUTES.map(written).toSorted());
  });

  test('has no schema that can’t be compiled: each waits for its first request, which would fail', () => {
    assert.ok(withSchemas.length > 100, `${withSchemas.length} routes with a schema`);
    for (const { method, url, schema = {} } of withSchemas) {
      for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
        const part = schema[httpPart];
        if (part === undefined) continue;
        const validate = compileValidator({ schema: part as TSchema, method: String(method), url, httpPart });
        assert.doesNotThrow(() => validate({}), `${String(method)} ${url}: ${httpPart}`);
      }
    }
  });

  test('says which of them are there in production', async () => {
    const production = await startTestApp({
      environment: {
        ENVIRONMENT: 'production',
        PUBLIC_URL: 'https://tickets.example',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    });
    try {
      const expected = ALL_ROUTES.filter((route) => !route.isDevelopmentOnly);
      assert.deepEqual(registered(production), expected.map(written).toSorted());
    } finally {
      await production.close();
    }
  });

  test('says how large a body each of them reads; one byte more is refused, and the limit is named', async () => {
    const taking = ALL_ROUTES.filter(({ maxBodyBytes }) => maxBodyBytes > 0);
    assert.ok(taking.length > 10);
    for (const route of taking) {
      // Some of them end the session.
      const { cookie } = await signInAs(on, host, { hasFactor: true });
      const send = async (bytes: number, type = JSON_BODY): Promise<{ status: number; text: string }> => {
        const answer = await fetch(on.publicUrl + addressOf(route, { slug, hostId }), {
          method: route.method,
          redirect: 'manual',
          headers: {
            'content-type': type,
            accept: 'application/json',
            authorization: `Bearer ${keys[route.calledWith] ?? ''}`,
            cookie,
            'sec-fetch-site': 'same-origin',
          },
          body: JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) }),
        });
        // Some take forms alone, as a browser sends them.
        if (answer.status === 415 && type === JSON_BODY) return send(bytes, FORM_BODY);
        return { status: answer.status, text: await answer.text() };
      };
      const large = await send(route.maxBodyBytes + 1);
      assert.equal(large.status, 413, written(route));
      // The sandbox is a gateway, with words of its own.
      const kib = route.maxBodyBytes / 1024;
      const limit = kib % 1024 === 0 ? `${kib / 1024} MiB` : `${kib} KiB`;
      const said = route.calledWith === 'sandbox key' ? 'too large' : `at most ${limit}.`;
      assert.ok(large.text.includes(said), `${written(route)}: ${large.text}`);
      assert.notEqual((await send(route.maxBodyBytes)).status, 413, written(route));
    }
  });

  test('says which of them other sites may call, and which want a key', async () => {
    for (const route of ALL_ROUTES) {
      const answer = await fetch(on.publicUrl + addressOf(route), {
        method: route.method,
        redirect: 'manual',
      });
      await answer.body?.cancel();
      const allowed = answer.headers.get('access-control-allow-origin');
      assert.equal(allowed, route.allowsOtherSites ? '*' : null, written(route));
      if (['public key', 'sandbox key', 'device token'].includes(route.calledWith))
        assert.equal(answer.status, 401, written(route));
      if (route.calledWith === 'session' && route.method === 'GET')
        assert.equal(answer.headers.get('location')?.startsWith('/dashboard/sign-in'), true, written(route));
      if (route.calledWith === 'nothing') assert.notEqual(answer.status, 401, written(route));
    }
  });
});

test('a route that is not in the table can’t be registered', async () => {
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger: createLogger('silent') });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  const handler = async (): Promise<string> => '';
  assert.throws(
    () => http.get('/not/in/the/table', handler),
    /GET \/not\/in\/the\/table is not in src\/routes\.ts/,
  );
  assert.throws(() => http.post(ROUTES.api.health.path, handler), /POST \/api\/v1\/health is not in/);
  await http.close();
});
