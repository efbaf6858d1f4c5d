import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const categories = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['categories', ...words]);

test('a new database has categories, and the operator adds, renames and removes some', async () => {
  const listed = saidBy(await categories('list'));
  for (const name of ['Music', 'Faith & worship', 'Conferences & fairs', 'Family & children', 'Other'])
    assert.match(listed, new RegExp(`^ {2}\\S+ +${name} {2}0 events$`, 'm'));

  assert.match(
    saidBy(await categories('add', 'board-games', ' Board games ')),
    /^ {2}board-games +Board games {2}0 events$/m,
  );
  const host = await makeHost(on);
  const { slug } = await makeEvent(on, host, { categorySlug: 'board-games' });
  const nameOf = async () => (await ask(on, `/events/${slug}`, { key: host })).body.data.category.name;
  assert.equal(await nameOf(), 'Board games');
  assert.match(
    saidBy(await categories('rename', 'board-games', 'Games')),
    /^ {2}board-games +Games {2}1 event$/m,
  );
  await until('the new name in the running program', async () => (await nameOf()) === 'Games');
  assert.equal(
    refusalOf(await categories('remove', 'board-games')),
    'The category board-games has one event: you can rename it, but not remove it.',
  );
  assert.doesNotMatch(saidBy(await categories('remove', 'tours')), /tours/);

  const { rows } = await on.app.database.query(
    `SELECT action, subject_id AS slug, before, after FROM audit_log WHERE actor_kind = 'operator' AND action LIKE 'category.%' ORDER BY id`,
  );
  assert.deepEqual(rows, [
    { action: 'category.add', slug: 'board-games', before: null, after: { name: 'Board games' } },
    {
      action: 'category.rename',
      slug: 'board-games',
      before: { name: 'Board games' },
      after: { name: 'Games' },
    },
    { action: 'category.remove', slug: 'tours', before: { name: 'Tours & travel' }, after: null },
  ]);
});

test('words that can’t be meant are refused in a line', async () => {
  assert.match(refusalOf(await categories('add', 'Board_Games', 'x')), /^slug must be small letters/);
  assert.match(refusalOf(await categories('add', 'music', 'x')), /^slug music is already a category/);
  assert.match(refusalOf(await categories('add', 'x', ' ')), /^name must be one line/);
  assert.match(refusalOf(await categories('add', 'x', 'Two', 'words')), /takes a slug and a name/);
  assert.match(refusalOf(await categories('rename', 'nothing', 'x')), /^There is no category "nothing"/);
  assert.match(refusalOf(await categories('remove')), /takes a slug/);
  assert.match(saidBy(await categories('help')), /^tessera categories/);
});
