import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { dropSetAsideJob } from '../jobs/drop-set-aside-job.ts';
import { findSetAsideJob, listSetAsideJobs, type SetAsideJob } from '../jobs/list-set-aside-jobs.ts';
import { retrySetAsideJob } from '../jobs/retry-set-aside-job.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { printQueue } from './print-queue.ts';
import { timeOf } from './print-order.ts';
import { readLimit } from './read-limit.ts';
import { readWords } from './read-words.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera jobs <command>

  queue [--json]                the jobs that wait and run now, by kind: how many, and how long the oldest has waited
  queue <kind> [--limit <n>] [--json]
                                the jobs of one kind, as they will run
  list [--limit <n>] [--json]   the jobs that failed for good and were set aside, with their reasons
  show <id>                     one of them, with the ids of its order, event and so on
  retry <id>                    try it again, from the first attempt
  drop <id>                     delete it: its work stays undone`;

const COMMANDS = new Set(['queue', 'list', 'show', 'retry', 'drop']);

/** The queue, and jobs that were given up. Works beside a running program, which runs them. */
export async function jobs(words: string[]): Promise<void> {
  const { values, positionals } = readWords('jobs', words, {
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [name = 'help', id, ...more] = positionals;
  if (name === 'help') return print(HELP);
  if (!COMMANDS.has(name)) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (name === 'queue') {
    if (more.length > 0) throw new ConfigError('jobs queue takes one kind of job: see tessera jobs help.');
    return printQueue(id, values);
  }
  if (name === 'list') {
    if (id !== undefined) throw new ConfigError('jobs list takes no id: see tessera jobs help.');
    return list(values);
  }
  if (Object.keys(values).length > 0)
    throw new ConfigError(`jobs ${name} takes no options: see tessera jobs help.`);
  if (id === undefined || more.length > 0)
    throw new ConfigError(`jobs ${name} takes one job's id, as jobs list shows it.`);
  await withDatabase(async ({ database }) => {
    const job = await findSetAsideJob(database, id);
    if (!job) throw noSuchJob();
    if (name === 'retry') await retry(database, job);
    if (name === 'drop') await drop(database, job);
    for (const line of describe(job)) print(`  ${line}`);
    if (name === 'show')
      for (const [field, value] of Object.entries(job.ids)) print(`      ${visible(field)} ${value}`);
  });
}

const noSuchJob = (): ConfigError =>
  new ConfigError('No job with this id is set aside: see tessera jobs list.');

async function list(values: { limit?: string; json?: boolean }): Promise<void> {
  const limit = readLimit(values.limit);
  if (values.json) keepStdoutForJson();
  await withDatabase(async ({ database }) => {
    const found = await listSetAsideJobs(database, { limit });
    if (values.json) return printJson(found);
    if (found.length === 0) print('  No jobs are set aside.');
    for (const line of found.flatMap(describe)) print(`  ${line}`);
  });
}

async function drop(database: Database, { id }: SetAsideJob): Promise<void> {
  await changeAsOperator(database, async (tx) => {
    if (!(await dropSetAsideJob(tx, { id, actor: OPERATOR }))) throw noSuchJob();
  });
  print('  Dropped:');
}

async function retry(database: Database, { id }: SetAsideJob): Promise<void> {
  await changeAsOperator(database, async (tx) => {
    const outcome = await retrySetAsideJob(tx, { id, actor: OPERATOR });
    if (outcome === 'not_there') throw noSuchJob();
    if (outcome === 'key_taken')
      throw new ConfigError('Another job already does the same work: drop this one, or wait for the other.');
  });
  print('  Trying again:');
}

function describe({ id, kind, attempts, lastError, createdAt, setAsideAt }: SetAsideJob): string[] {
  const tried = attempts === 1 ? 'tried once' : `tried ${attempts} times`;
  return [
    `${bold(visible(kind))}  ${visible(lastError)}`,
    dim(`    ${id}, written ${timeOf(createdAt)}, ${tried}, set aside ${timeOf(setAsideAt)}`),
  ];
}
