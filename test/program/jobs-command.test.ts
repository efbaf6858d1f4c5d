import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { countAttention } from '../../src/invariants/count-attention.ts';
import { enqueueJob } from '../../src/jobs/enqueue-job.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const jobs = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['jobs', ...words]);

type JobRow = { attempts: number; is_set_aside: boolean };

async function jobRow(id: string): Promise<JobRow | undefined> {
  const { rows } = await on.app.database.query<JobRow>(
    'SELECT attempts, set_aside_at IS NOT NULL AS is_set_aside FROM jobs WHERE id = $1',
    [id],
  );
  return rows[0];
}

/** A mail about an order that was never made: whoever runs it throws. */
async function poison(uniqueKey?: string): Promise<{ id: string; orderId: string }> {
  const orderId = randomUUID();
  const payload = { mail: 'tickets', orderId, canary: 'ada@example.com' };
  const id = await enqueueJob(on.app.database, {
    kind: 'send_mail',
    payload,
    ...(uniqueKey !== undefined && { uniqueKey }),
  });
  assert.ok(id);
  return { id, orderId };
}

/** Time passes, and with it the pauses between the tries. */
async function untilSetAside(id: string): Promise<number[]> {
  const seen = new Set<number>();
  await until('the job to be set aside', async () => {
    await on.app.database.query(
      `WITH due AS (UPDATE jobs SET run_at = now() WHERE id = $1 AND leased_by IS NULL AND run_at > now() RETURNING kind)
       SELECT pg_notify('jobs_due', kind) FROM due`,
      [id],
    );
    const row = await jobRow(id);
    if (row) seen.add(row.attempts);
    return row?.is_set_aside;
  });
  return [...seen];
}

test('a poison job is set aside with its reason, listed, shown, tried again from the start, and dropped', async () => {
  assert.equal(saidBy(await jobs('list')), '  No jobs are set aside.\n');
  assert.equal((await countAttention(on.app.database)).jobsSetAside, 0);
  const { id, orderId } = await poison();
  await untilSetAside(id);
  assert.equal((await countAttention(on.app.database)).jobsSetAside, 1);

  const listed = await jobs('list');
  const lines = saidBy(listed).trimEnd().split('\n');
  assert.equal(lines[0], '  send_mail  a mail about an order that is not there');
  assert.match(lines[1] ?? '', new RegExp(`^ {6}${id}, written .*, tried 8 times, set aside \\d{4}-`));
  const shown = await jobs('show', id.toUpperCase());
  assert.match(saidBy(shown), new RegExp(`^ {6}orderId ${orderId}$`, 'm'));
  const asJson = await jobs('list', '--json');
  assert.partialDeepStrictEqual(JSON.parse(asJson.stdout), [
    {
      id,
      kind: 'send_mail',
      attempts: 8,
      lastError: 'a mail about an order that is not there',
      ids: { orderId },
    },
  ]);
  for (const { stdout, stderr } of [listed, shown, asJson])
    assert.ok(!(stdout + stderr).includes('ada@example.com'), 'a payload may hold what buyers have told us');

  assert.match(saidBy(await jobs('retry', id)), /^ {2}Trying again:\n {2}send_mail /);
  assert.equal(saidBy(await jobs('list')), '  No jobs are set aside.\n');
  const attempts = await untilSetAside(id);
  assert.ok(Math.min(...attempts) < 8, `it began anew: ${attempts.join(', ')}`);
  assert.match(saidBy(await jobs('list')), /tried 8 times/);

  assert.match(saidBy(await jobs('drop', id)), /^ {2}Dropped:\n {2}send_mail /);
  assert.equal(saidBy(await jobs('list')), '  No jobs are set aside.\n');
  assert.equal(await jobRow(id), undefined);
});

test('the queue is told by kind and job by job: due, running, waiting for its time; without what is in it', async () => {
  const { database } = on.app;
  // Kinds that no runner knows stay as they are.
  const write = (runAt: string, more = ''): Promise<unknown> =>
    database.query(
      `INSERT INTO jobs (id, kind, payload, run_at, attempts, last_error, leased_until, leased_by)
       VALUES (new_id(), 'paint_the_hall', '{"canary": "ada@example.com"}', now() + $1::interval, 2, 'no paint', ${more || 'NULL, NULL'})`,
      [runAt],
    );
  await write('-3 hours');
  await write('-1 minute');
  await write('-2 minutes', `now() + interval '1 hour', 'web-1/x'`);
  await write('1 day');
  const table = saidBy(await jobs('queue'));
  const [head = '', ...kinds] = table.trimEnd().split('\n');
  assert.match(head, /^ {2}kind +due +running +later +set aside +oldest due for$/);
  assert.match(
    kinds.find((line) => line.includes('paint_the_hall')) ?? '',
    /^ {2}paint_the_hall +2 +1 +1 +0 +3 h$/,
  );
  const asJson = JSON.parse((await jobs('queue', '--json')).stdout).find(
    ({ kind }: { kind: string }) => kind === 'paint_the_hall',
  );
  assert.partialDeepStrictEqual(asJson, { due: 2, running: 1, later: 1, setAside: 0 });
  const one = saidBy(await jobs('queue', 'paint_the_hall'));
  const states = [...one.matchAll(/^ {2}(due|running|later) +\d{4}-.*, attempt 2(, by web-1)? /gm)];
  assert.deepEqual(
    states.map(([, state]) => state),
    ['due', 'running', 'due', 'later'],
  );
  assert.match(one, /^ {6}no paint$/m);
  assert.ok(!(table + one).includes('ada@example.com'));
  assert.match(saidBy(await jobs('queue', 'dance')), /^ {2}No jobs of this kind wait or run/);
  await database.query(`DELETE FROM jobs WHERE kind = 'paint_the_hall'`);
});

describe(
  'the jobs command says in one line what it can’t do, and nothing is changed',
  { concurrency: 4 },
  () => {
    let setAside: string;
    let waiting: string;
    before(async () => {
      ({ id: setAside } = await poison('twin'));
      await untilSetAside(setAside);
      ({ id: waiting } = await poison('twin'));
    });

    const own = (): string => setAside;
    const other = (): string => waiting;
    const REFUSED: { words: (string | (() => string))[]; line: RegExp }[] = [
      { words: ['list', own], line: /^jobs list takes no id: see tessera jobs help/ },
      { words: ['list', '--limit', '0'], line: /^--limit takes a whole number, 1 to 1000/ },
      { words: ['queue', '--limit', '5'], line: /^--limit is for the jobs of one kind: see tessera jobs/ },
      { words: ['queue', 'a', 'b'], line: /^jobs queue takes one kind of job: see tessera jobs help/ },
      { words: ['show'], line: /^jobs show takes one job's id/ },
      { words: ['drop', own, other], line: /^jobs drop takes one job's id/ },
      { words: ['retry', own, '--json'], line: /^jobs retry takes no options: see tessera jobs help/ },
      { words: ['retry', own], line: /^Another job already does the same work: drop this one, or wait/ },
      { words: ['drop', other], line: /^No job with this id is set aside: see tessera jobs list/ },
      { words: ['retry', UNKNOWN], line: /^No job with this id is set aside/ },
      { words: ['show', 'all'], line: /^No job with this id is set aside/ },
      { words: ['drop', '--all'], line: /^Unknown option '--all': see tessera jobs help/ },
    ];
    for (const { words, line } of REFUSED) {
      test(`jobs ${words.map((word) => (typeof word === 'string' ? word : '<id>')).join(' ')}`, async () => {
        const run = await jobs(...words.map((word) => (typeof word === 'string' ? word : word())));
        assert.match(refusalOf(run), line);
        assert.equal((await jobRow(setAside))?.is_set_aside, true);
        assert.equal((await jobRow(waiting))?.is_set_aside, false);
      });
    }
  },
);

test('jobs help names every command; one that is not there is answered with it', async () => {
  const [help, none, unknown] = await Promise.all([jobs('help'), jobs(), jobs('dance')]);
  for (const word of ['queue', 'list', 'show', 'retry', 'drop'])
    assert.match(help.stdout, new RegExp(`\\b${word}\\b`));
  assert.deepEqual([help.code, none.code, unknown.code], [0, 0, 1]);
  assert.equal(none.stdout, help.stdout);
  assert.equal(unknown.stderr, `\ntessera: There is no such command.\n\n${help.stdout}`);
});
