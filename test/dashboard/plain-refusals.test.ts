import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { toRefusal } from '../../src/http/errors.ts';
import { compileValidator } from '../../src/http/validate.ts';
import { tellHost } from '../../src/pages/dashboard/access/tell-host.ts';
import { sayRuleIn } from '../../src/pages/dashboard/texts/say-rule.ts';
import { ALL_ROUTES, type Route } from '../../src/routes.ts';
import { checkBody } from '../../src/values/check-body.ts';
import { askDashboard } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import {
  addressOf,
  bodyOf,
  ENVIRONMENT,
  furnishHost,
  written,
  type Furnished,
} from './good-requests.fixture.ts';

type Schema = TSchema & {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minProperties?: number;
};

/** Words of a program that no host reads: names in camelCase, types, units that only we count in, numbers that nobody can read. */
const OF_PROGRAMS: readonly RegExp[] = [
  /\b[a-z]+[A-Z]\w*/,
  /\b[a-z]+_[a-z_]+\b/,
  /pattern|basis point|minor unit|propert|regex|\b(string|integer|boolean|array|null|uuid|json|ascii|nul)\b/i,
  /\ban object\b(?! of a plan)|\b[A-Z]{5,}\b/,
  /\d{5,}/,
  /[[\]{}^$\\|]/,
];

function assertPlain(sentence: string, about: string): void {
  assert.notEqual(sentence, 'Check this value.', `${about}: a format without a sentence`);
  const text = sentence.replaceAll(/\b(sk_test_|sk_live_|sk_|rk_|whsec_|FLWSECK)/g, '');
  for (const word of OF_PROGRAMS) assert.doesNotMatch(text, word, `${about}: ${sentence}`);
  assert.match(sentence, /^[A-Z“].*([.?!]|1)$/s, `${about}: ${sentence}`);
}

type At = readonly (string | number)[];

/** A body with another value at this place. */
function withValue(body: unknown, [step, ...rest]: At, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(body) || typeof step === 'number')
    return ((body as unknown[] | null) ?? [null]).map((item, index) =>
      index === step ? withValue(item, rest, value) : item,
    );
  const { [step]: now, ...others } = (body ?? {}) as Record<string, unknown>;
  const next = withValue(now, rest, value);
  return next === undefined ? others : { ...others, [step]: next };
}

/** Every value that breaks one rule of the schema, in the fields of a good body. */
function* violationsOf(schema: Schema, good: unknown, at: At = []): Generator<{ at: At; value: unknown }> {
  const types = new Set([schema.type].flat());
  if (at.length > 0) {
    yield { at, value: undefined };
    yield { at, value: types.has('string') ? 7 : 'seven' };
    if (!types.has('null')) yield { at, value: null };
  }
  if (schema.enum) yield { at, value: 'nothing of that name' };
  else if (types.has('string')) yield* wrongTexts(schema, at);
  if (types.has('integer') || types.has('number')) {
    for (const value of [1.5, (schema.minimum ?? -1e15) - 1, (schema.maximum ?? 1e15) + 1])
      yield { at, value };
  }
  if (types.has('array')) {
    const [item] = (good as unknown[] | null) ?? [];
    yield { at, value: [] };
    if (schema.maxItems !== undefined && schema.maxItems <= 2_000)
      yield { at, value: Array.from({ length: schema.maxItems + 1 }, () => item ?? 'x') };
    if (schema.uniqueItems && item !== undefined) yield { at, value: [item, item] };
    if (schema.items && item !== undefined) yield* violationsOf(schema.items, item, [...at, 0]);
  }
  if (types.has('object')) {
    yield { at: [...at, 'promo_code'], value: 1 };
    if (schema.minProperties) yield { at, value: {} };
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      yield* violationsOf(field, (good as Record<string, unknown> | null)?.[name], [...at, name]);
  }
}

// Together they are a text that some format refuses.
const TEXTS = [
  '',
  ' ',
  'a b',
  'a\nb',
  'a\0b',
  'é',
  'ÅB|^',
  '<script>',
  'http://',
  '0002-01-01',
  'a'.repeat(40),
];
function* wrongTexts({ minLength = 0, maxLength }: Schema, at: At): Generator<{ at: At; value: unknown }> {
  for (const value of TEXTS) yield { at, value };
  if (minLength > 1) yield { at, value: 'a'.repeat(minLength - 1) };
  if (maxLength !== undefined && maxLength <= 20_000) yield { at, value: 'a'.repeat(maxLength + 1) };
}

suite('each refusal that a form of the dashboard can cause is a sentence for a host', () => {
  let on: TestApp;
  let mine: Furnished;
  const schemas = new Map<string, Schema>();
  const collect = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema }: RouteOptions) => {
      if (schema?.body) schemas.set(`${String(method)} ${url}`, schema.body);
    });
  };
  before(async () => {
    subscribe('fastify.initialization', collect);
    on = await startTestApp({ environment: ENVIRONMENT });
    unsubscribe('fastify.initialization', collect);
    mine = await furnishHost(on);
  });
  after(() => on.close());

  const taking = (): { route: Route; schema: Schema }[] =>
    ALL_ROUTES.filter(
      ({ path: at, calledWith }) => at.startsWith('/dashboard') && calledWith === 'session',
    ).flatMap((route) => {
      const schema = schemas.get(written(route));
      return schema ? [{ route, schema }] : [];
    });

  /** Each body that breaks a rule, with the field that was changed. */
  function* wrongBodies(): Generator<{ route: Route; schema: Schema; about: string; body: unknown }> {
    for (const { route, schema } of taking()) {
      const good = JSON.parse(JSON.stringify(bodyOf(route, mine.ids))) as unknown;
      for (const { at, value } of violationsOf(schema, good)) {
        const about = `${written(route)} ${at.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`;
        yield { route, schema, about, body: withValue(good, at, value) };
      }
    }
  }

  test('every field of every body that breaks a rule is told so, by the server and by the form', () => {
    assert.ok(taking().length > 60, `${taking().length} bodies`);
    let refused = 0;
    for (const { route, schema, about, body } of wrongBodies()) {
      const validate = compileValidator({ schema, method: route.method, url: route.path, httpPart: 'body' });
      const { error } = validate(body) as { error?: Error };
      const problems = checkBody(schema, body);
      assert.equal(problems.length > 0, error !== undefined, about);
      for (const { field, rule } of problems) assertPlain(sayRuleIn('en')(rule, field), about);
      if (!error) continue;
      assertPlain(tellHost(toRefusal(error, {} as FastifyRequest), error, 'en'), about);
      refused += 1;
    }
    assert.ok(refused > 2_000, `${refused} bodies were refused`);
  });

  test('as every route of the dashboard answers', async () => {
    const asked = new Set<Route>();
    for (const { route, schema, about, body } of wrongBodies()) {
      if (asked.has(route) || checkBody(schema, body).length === 0) continue;
      asked.add(route);
      const at = addressOf(route, mine.ids);
      const answer = await askDashboard(on, at, { as: mine.owner, method: route.method, body });
      assert.equal(answer.status, 400, `${about}: ${JSON.stringify(answer.body)}`);
      assertPlain((answer.body as { message: string }).message, about);
    }
    assert.equal(asked.size, taking().length);
  });
});

test('rules that only an action can check are written without names of programs, too', () => {
  const root = path.join(import.meta.dirname, '../..');
  // Fields of the API alone, which its callers know by these names.
  const ofApi =
    /^src\/(api|bin|reservations\/hold-cart|orders\/check-buyer|orders\/create-order|hosts\/set-fees)/;
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !ofApi.test(file) && !/\.(test|fixture)\.ts$/.test(file),
  );
  let found = 0;
  for (const file of files) {
    const code = readFileSync(path.join(root, file), 'utf8');
    for (const [, quote, rule = ''] of code.matchAll(
      /invalidField\(\s*[^,]+,\s*(['`"])((?:(?!\1)[^\\]|\\.)*)\1/g,
    )) {
      const sentence = rule.replaceAll(/\$\{[^}]*\}/g, '1').replaceAll(/\\(.)/g, '$1');
      assertPlain(`It ${sentence}`, `${file} ${quote ?? ''}`);
      found += 1;
    }
  }
  assert.ok(found > 60, `${found} rules`);
});
