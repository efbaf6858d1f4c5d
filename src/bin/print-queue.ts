import { ConfigError } from '../config/config-error.ts';
import { listQueue, listQueueOfKind, type QueuedJob, type QueuedKind } from '../jobs/list-queue.ts';
import { timeOf } from './print-order.ts';
import { readLimit } from './read-limit.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

/** The queue as it is now: a line for each kind of job, or the jobs of one kind. */
export async function printQueue(
  kind: string | undefined,
  values: { limit?: string; json?: boolean },
): Promise<void> {
  if (kind === undefined && values.limit !== undefined)
    throw new ConfigError('--limit is for the jobs of one kind: see tessera jobs help.');
  const limit = readLimit(values.limit);
  if (values.json) keepStdoutForJson();
  await withDatabase(async ({ database }) => {
    if (kind === undefined) {
      const kinds = await listQueue(database);
      if (values.json) return printJson(kinds);
      if (kinds.length === 0) print('  No jobs wait or run.');
      else for (const line of tableOf(kinds)) print(`  ${line}`);
      return;
    }
    const found = await listQueueOfKind(database, { kind, limit });
    if (values.json) return printJson(found);
    if (found.length === 0) print('  No jobs of this kind wait or run: see tessera jobs queue.');
    for (const line of found.flatMap(describe)) print(`  ${line}`);
  });
}

const HEADS = ['kind', 'due', 'running', 'later', 'set aside', 'oldest due for'];

function tableOf(kinds: QueuedKind[]): string[] {
  const rows = kinds.map(({ kind, due, running, later, setAside, oldestDueSeconds }) => [
    visible(kind),
    ...[due, running, later, setAside].map(String),
    oldestDueSeconds === null ? '-' : durationOf(oldestDueSeconds),
  ]);
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const align = (row: string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [dim(align(HEADS)), ...rows.map(align)];
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}

function describe({ id, state, runAt, attempts, leasedBy, lastError }: QueuedJob): string[] {
  const tried = attempts === 0 ? '' : `, attempt ${attempts}`;
  const by = state === 'running' ? `, by ${visible(leasedBy?.split('/')[0] ?? '')}` : '';
  return [
    `${bold(state.padEnd(7))} ${timeOf(runAt)}${tried}${by}  ${dim(id)}`,
    ...(lastError === null ? [] : [`    ${visible(lastError)}`]),
  ];
}
