import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { readStreamState, switchStream } from '../stream/switch-stream.ts';
import { readWords } from './read-words.ts';
import { keepStdoutForJson, print, printJson } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera stream <command>

  status [--json]   whether events are recorded for RabbitMQ, how many wait, and since when
  off               stop recording, and drop the events that wait: first restart every process without RABBITMQ_URL`;

// Events of months may wait, where RABBITMQ_URL was taken away and nothing else was done.
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** The event stream's outbox. It is switched on by a process that starts with RABBITMQ_URL. */
export async function stream(words: string[]): Promise<void> {
  const { values, positionals } = readWords('stream', words, { json: { type: 'boolean' } });
  const [name = 'help', ...more] = positionals;
  if (name === 'help') return print(HELP);
  if (more.length > 0 || (name !== 'status' && name !== 'off') || (name === 'off' && values.json))
    throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (values.json) keepStdoutForJson();
  await withDatabase(({ database }) => (name === 'off' ? switchOff(database) : tellState(database, values)), {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}

async function switchOff(database: Database): Promise<void> {
  const hasChanged = await switchStream(database, { isOn: false });
  const { rowCount } = await database.query('DELETE FROM stream_events');
  print(`  ${hasChanged ? 'It is off' : 'It was off'}; ${rowCount} events that waited are dropped.`);
}

async function tellState(database: Database, { json = false }: { json?: boolean }): Promise<void> {
  const state = await readStreamState(database);
  if (json) return printJson(state);
  print(
    `  The event stream is ${state.isOn ? 'on' : state.isFull ? 'full, so no event is recorded' : 'off'}.`,
  );
  print(
    state.oldestWaitsSeconds === null
      ? '  No events are waiting for RabbitMQ.'
      : `  ${state.waiting} events are waiting for RabbitMQ, the oldest for ${Math.round(state.oldestWaitsSeconds)} s.`,
  );
  for (const { from, to } of state.gaps)
    print(`  Not recorded, because too many waited: ${from.toISOString()} to ${to?.toISOString() ?? 'now'}.`);
}
