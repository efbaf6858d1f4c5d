import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { openRoom } from '../../src/waiting-room/change-room.ts';
import { readDraw, readDrawnEntries } from '../../src/waiting-room/read-draw.ts';
import { verifyDraw } from '../../src/waiting-room/verify-draw.ts';
import type { EntryState, WaitingRoomState } from '../../src/rules/waiting-room.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';

const PEOPLE = 40;

test('a program that is killed in the middle loses no place: before the draw, and while people are let in', async (t) => {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const secret = randomBytes(32);
  const secretKeys = createSecretKeys(secret);
  const on = { app: { database }, secretKeys } as unknown as TestApp;
  const host = await makeHost(on);
  const { eventId, slug } = await makeEvent(on, host);
  await database.transaction((tx) =>
    openRoom(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      secretKeys,
      settings: {
        drawsAt: new Date(Date.now() + 86_400_000),
        perMinute: 60,
        mostInside: 10,
        admissionMinutes: 30,
        asksEmail: false,
      },
    }),
  );
  const { dataDir, remove } = await makeDataDir();
  const programs: Program[] = [];
  t.after(async () => {
    for (const { child, exited } of programs) {
      child.kill('SIGKILL');
      await exited;
    }
    await remove();
    await testDatabase.drop();
  });
  const start = async (): Promise<Program> => {
    const program = await launch({
      ENVIRONMENT: 'development',
      DATA_DIR: dataDir,
      DATABASE_URL: testDatabase.url,
      SECRET_KEY: secret.toString('hex'),
      DEMO: 'off',
    });
    programs.push(program);
    await untilHealthy(program);
    return program;
  };
  const killed = async ({ child, exited }: Program): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const asked = async <T>(program: Program, path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(`${program.publicUrl}/checkout/${slug}/room/${path}`, init);
    assert.ok(response.ok, `${path}: ${response.status}`);
    const { data } = (await response.json()) as { data: T };
    return data;
  };
  const join = (program: Program) =>
    asked<EntryState & { token: string }>(program, 'entries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ entry: randomUUID() }),
    });
  const placesOf = async (program: Program, tokens: string[]): Promise<(number | null)[]> => {
    const places: (number | null)[] = [];
    for (const token of tokens) places.push((await asked<EntryState>(program, `entries/${token}`)).place);
    return places;
  };
  const frontOf = async (): Promise<number> => {
    const { rows } = await database.query<{ front: number }>(
      'SELECT front_place AS front FROM waiting_rooms',
    );
    return rows[0]?.front ?? 0;
  };

  const first = await start();
  const tokens: string[] = [];
  for (let at = 0; at < PEOPLE; at++) tokens.push((await join(first)).token);
  assert.deepEqual(new Set(await placesOf(first, tokens)), new Set([null]));
  await killed(first);

  // It is due while nobody is there, and held by whoever comes next.
  await database.query('UPDATE waiting_rooms SET draws_at = now()');
  const second = await start();
  await until('the draw', async () => (await readDraw(database, eventId)) !== null);
  const places = await placesOf(second, tokens);
  assert.deepEqual(
    places.toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    places.map((_, at) => at + 1),
  );
  const late = await join(second);
  assert.equal(late.place ?? (await placesOf(second, [late.token]))[0], PEOPLE + 1);
  await until('some to be let in', async () => (await frontOf()) >= 3);
  await killed(second);

  const before = await frontOf();
  const third = await start();
  assert.deepEqual(await placesOf(third, [...tokens, late.token]), [...places, PEOPLE + 1]);
  await until('more to be let in', async () => (await frontOf()) > before);
  await until('as many to be inside as may be', async () => (await frontOf()) === 10);
  for (const [at, token] of tokens.entries()) {
    const { admission } = await asked<EntryState>(third, `entries/${token}`);
    assert.equal(admission !== null, (places[at] ?? 0) <= 10, `place ${places[at]}`);
  }
  const state = await fetch(`${third.publicUrl}/checkout/${slug}/room/state`);
  const told = (await state.json()) as WaitingRoomState | { data: WaitingRoomState };
  assert.equal(('data' in told ? told.data : told).frontPlace, 10);
  const draw = await readDraw(database, eventId);
  assert.ok(draw);
  const entries: string[] = [];
  for await (const page of readDrawnEntries(database, eventId)) entries.push(...page);
  assert.deepEqual(verifyDraw({ ...draw, entries }), { isRight: true, count: PEOPLE });
});
