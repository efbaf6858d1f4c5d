import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { besideOf, refusalOf, runCommand, saidBy } from './run-command.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const incidents = (...words: string[]) =>
  runCommand({ ...besideOf(on), STATUS_PAGE: 'on' }, ['incidents', ...words]);

test('an operator opens an incident, tells more, closes it, and lists it', async () => {
  const opened = saidBy(
    await incidents('open', '--en', 'Cards fail', '--fr', 'Cartes refusées', '--at', '2026-01-02T03:04Z'),
  );
  const [, id = ''] = /Incident (\d+) is open/.exec(opened) ?? [];
  assert.match(saidBy(await incidents('note', id, '--en', 'We ask the gateway.')), /Added to incident/);
  assert.match(
    saidBy(await incidents('close', id, '--en', 'Mended.', '--at', '2026-01-02T04:00Z')),
    /is over\.$/m,
  );
  assert.match(saidBy(await incidents('close', id)), /was already over; its end stays as it was/);
  const [listed] = JSON.parse((await incidents('list', '--json')).stdout) as {
    title: object;
    notes: unknown[];
    endedAt: string;
  }[];
  assert.deepEqual(
    [listed?.title, listed?.notes.length, listed?.endedAt],
    [{ en: 'Cards fail', fr: 'Cartes refusées' }, 2, '2026-01-02T04:00:00.000Z'],
  );
  assert.match(saidBy(await incidents('delete', id)), /is deleted/);
});

test('mistakes are told in a line, and change nothing', async () => {
  assert.match(refusalOf(await incidents('open')), /^--en takes a text of 1 to 120 characters/);
  assert.match(refusalOf(await incidents('open', '--en', 'x'.repeat(121))), /^--en takes/);
  assert.match(
    refusalOf(await incidents('open', '--en', 'A', '--at', 'tomorrow')),
    /^--at takes a time with its zone/,
  );
  assert.match(refusalOf(await incidents('close', '99')), /^No incident has this number/);
  assert.match(refusalOf(await incidents('close', 'x')), /^The number of an incident/);
  assert.match(refusalOf(await incidents('delete')), /^incidents delete takes one incident's number/);
  assert.match(refusalOf(await incidents('list', '--en', 'x')), /^incidents list takes no --en/);
  assert.match(saidBy(await incidents('list')), /No incidents/);
});
