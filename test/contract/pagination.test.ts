import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { assertRefusal } from './document.ts';

// More than any walk below can have: a list that goes round in circles fails instead of hanging.
const MAX_PAGES = 60;

let on: TestApp;
before(async () => {
  // The walks below ask faster than one client address may.
  on = await startTestApp({
    environment: { RATE_LIMIT_PER_ADDRESS: '1000000', RATE_LIMIT_PER_KEY: '1000000' },
  });
});
after(() => on.close());

type Page = { items: { id: string; slug: string; createdAt: string }[]; nextCursor?: string };

const list = (host: TestHost, query: Record<string, string>): Promise<Answer> =>
  ask(on, `/events?${new URLSearchParams(query).toString()}`, { key: host });

async function page(host: TestHost, query: Record<string, string>): Promise<Page> {
  const answer = await list(host, query);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data as Page;
}

async function walk(host: TestHost, query: Record<string, string>): Promise<Page[]> {
  const pages = [await page(host, query)];
  for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor) {
    assert.ok(pages.length < MAX_PAGES, 'the walk does not end');
    pages.push(await page(host, { ...query, cursor }));
  }
  return pages;
}

/** Events made at the given moments, so that some share one to the millisecond. */
async function makeEventsAt(host: TestHost, minutesAgo: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const minutes of minutesAgo) {
    const { eventId } = await makeEvent(on, host, { ticketTypes: [] });
    await on.app.database.query(
      `UPDATE events SET created_at = timestamptz '2026-01-01' - $2 * interval '1 minute' WHERE id = $1`,
      [eventId, minutes],
    );
    ids.push(eventId);
  }
  return ids;
}

const idsOf = (pages: Page[]): string[] => pages.flatMap(({ items }) => items.map(({ id }) => id));

/** Waits until this process has heard of all changes: the newest event is in the list, or gone from it. */
async function untilHeard(host: TestHost, id: string, isListed: boolean): Promise<void> {
  await until('the change to be heard of', async () => {
    const { items } = await page(host, { limit: '100' });
    return items.some((item) => item.id === id) === isListed;
  });
}

test('pages of any size show every event once, newest first, and the last has no cursor', async () => {
  const host = await makeHost(on);
  const ids = await makeEventsAt(host, [5, 3, 3, 3, 1, 8, 0, 3]);
  await untilHeard(host, ids.at(-1) ?? '', true);
  const [whole] = await walk(host, { limit: '100' });
  assert.ok(whole);
  const inOrder = whole.items.toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || (b.id < a.id ? -1 : 1),
  );
  assert.deepEqual(whole.items, inOrder);
  assert.deepEqual(new Set(idsOf([whole])), new Set(ids));
  for (let limit = 1; limit <= 9; limit++) {
    const pages = await walk(host, { limit: String(limit) });
    assert.deepEqual(idsOf(pages), idsOf([whole]), `by ${limit}`);
    assert.equal(pages.length, Math.max(1, Math.ceil(ids.length / limit)));
    for (const [index, { items, ...rest }] of pages.entries()) {
      const isLast = index === pages.length - 1;
      assert.equal('nextCursor' in rest, !isLast);
      if (!isLast) assert.equal(items.length, limit);
    }
  }
});

test('a host without events has one page, empty and without a cursor', async () => {
  assert.deepEqual(await page(await makeHost(on), {}), { items: [] });
});

const step = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom('add', 'cancel', 'delete', 'unlist'),
      which: fc.nat(),
      minutesAgo: fc.nat({ max: 12 }),
    }),
    { maxLength: 3 },
  ),
});

test('events that are there throughout are seen exactly once, whatever is added and taken away between pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 10 }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (minutesAgo, steps) => {
        const host = await makeHost(on);
        const throughout = new Set(await makeEventsAt(host, minutesAgo));
        const present = [...throughout];
        await untilHeard(host, present.at(-1) ?? '', true);
        const seen: Page['items'] = [];
        let cursor: string | undefined;
        for (let turn = 0; ; turn++) {
          assert.ok(turn < MAX_PAGES, 'the walk does not end');
          const { limit, changes } = steps[turn % steps.length] ?? { limit: 5, changes: [] };
          const { items, nextCursor } = await page(host, { limit: String(limit), ...(cursor && { cursor }) });
          seen.push(...items);
          if (nextCursor === undefined) break;
          assert.ok(items.length === limit, 'only the last page may be short');
          cursor = nextCursor;
          // Changes stop after a while, so that the walk ends.
          if (turn < 6)
            for (const change of changes) await applyChange(host, change, { present, throughout });
        }
        const ids = seen.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length, 'nothing is shown twice');
        for (const id of throughout) assert.ok(ids.includes(id), 'nothing that stayed is left out');
        const moments = seen.map(({ createdAt }) => createdAt);
        assert.deepEqual(moments, moments.toSorted().toReversed());
      },
    ),
    { numRuns: 25, interruptAfterTimeLimit: 6_000 },
  );
});

async function applyChange(
  host: TestHost,
  change: { kind: string; which: number; minutesAgo: number },
  events: { present: string[]; throughout: Set<string> },
): Promise<void> {
  const { present, throughout } = events;
  if (change.kind === 'add') {
    const [id = ''] = await makeEventsAt(host, [change.minutesAgo]);
    present.push(id);
    return untilHeard(host, id, true);
  }
  const [id] = present.splice(change.which % Math.max(1, present.length), 1);
  if (id === undefined) return;
  throughout.delete(id);
  const sql = {
    cancel: `UPDATE events SET status = 'CANCELLED' WHERE id = $1`,
    unlist: 'UPDATE events SET is_unlisted = true WHERE id = $1',
    delete: 'DELETE FROM events WHERE id = $1',
  }[change.kind];
  await on.app.database.query(sql ?? '', [id]);
  await untilHeard(host, id, false);
}

test('a cursor with any one character changed is refused', async () => {
  const host = await makeHost(on);
  await makeEventsAt(host, [1, 2]);
  const { nextCursor: cursor = '' } = await until('a next page', async () => {
    const first = await page(host, { limit: '1' });
    return first.nextCursor !== undefined && first;
  });
  assert.equal((await page(host, { limit: '1', cursor })).items.length, 1);
  for (let place = 0; place < cursor.length; place++) {
    const other = cursor[place] === 'A' ? 'B' : 'A';
    const changed = cursor.slice(0, place) + other + cursor.slice(place + 1);
    assertRefusal(await list(host, { limit: '1', cursor: changed }), {
      status: 400,
      codes: ['invalid_cursor'],
    });
  }
  for (const changed of [cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, ` ${cursor}`, cursor.toLowerCase()])
    assertRefusal(await list(host, { limit: '1', cursor: changed }), {
      status: 400,
      codes: ['invalid_cursor'],
    });
});

test('a cursor is good for its own list only, at any page size', async () => {
  const [host, other] = [await makeHost(on), await makeHost(on)];
  await makeEventsAt(host, [1, 2, 3]);
  await makeEventsAt(other, [1, 2, 3]);
  const cursorOf = (query: Record<string, string>) =>
    until('a next page', async () => (await page(host, { limit: '1', ...query })).nextCursor);
  const lists = [{}, { category: 'music' }, { q: 'event' }, { q: 'test' }, { category: 'music', q: 'event' }];
  for (const issued of lists) {
    const cursor = await cursorOf(issued);
    for (const asked of lists) {
      const answer = await list(host, { ...asked, cursor });
      if (issued === asked) assert.equal(answer.body.data.items.length, 2);
      else assertRefusal(answer, { status: 400, codes: ['invalid_cursor'] });
    }
    assertRefusal(await list(other, { ...issued, cursor }), { status: 400, codes: ['invalid_cursor'] });
  }
});

test('a page with a search or a category walks like any other', async () => {
  const host = await makeHost(on);
  for (let n = 0; n < 5; n++) {
    await makeEvent(on, host, {
      name: `Jazz ${n}`,
      categorySlug: n % 2 ? 'music' : 'theatre',
      ticketTypes: [],
    });
    await makeEvent(on, host, { name: `Rock ${n}`, ticketTypes: [] });
  }
  await until('all to be listed', async () => (await page(host, {})).items.length === 10);
  assert.equal(idsOf(await walk(host, { q: 'jazz', limit: '2' })).length, 5);
  assert.equal(idsOf(await walk(host, { category: 'theatre', limit: '2' })).length, 3);
  assert.equal(idsOf(await walk(host, { category: 'music', q: 'jaz', limit: '1' })).length, 2);
});

test('a cursor outlives the event it points behind', async () => {
  const host = await makeHost(on);
  const [first = '', second = ''] = await makeEventsAt(host, [1, 2]);
  await untilHeard(host, second, true);
  const { nextCursor: cursor = '' } = await page(host, { limit: '1' });
  await on.app.database.query('DELETE FROM events WHERE id = $1', [first]);
  await untilHeard(host, first, false);
  assert.deepEqual(
    (await page(host, { limit: '1', cursor })).items.map(({ id }) => id),
    [second],
  );
});
