import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import { distrustKey } from '../secrets/distrust-key.ts';
import { listSecretKeys, resealMistake, type KnownKey } from '../secrets/known-keys.ts';
import { reseal } from '../secrets/reseal.ts';
import { keepAllVerifyKeys } from '../tickets/verify-keys.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { readWords } from './read-words.ts';
import { dim, keepStdoutForJson, print, printJson } from './terminal.ts';
import { withDatabase, type Deps } from './with-database.ts';

const HELP = `tessera secrets <command>, with --json for programs

  list            the secret keys by id, since when, and what each one seals
  rotate          seal everything again under SECRET_KEY; run it again if it was stopped
  distrust <id>   after a leak: tickets printed with this key no longer admit anyone

The steps of a change are in docs/configuration.md.`;

type Said = { data: unknown; lines: string[] };

const COMMANDS: Record<string, (deps: Deps, words: string[]) => Promise<Said>> = { list, rotate, distrust };

/** Lists the secret keys in use, and changes from one to the next. Works beside a running program. */
export async function secrets(words: string[]): Promise<void> {
  const { values, positionals } = readWords('secrets', words, { json: { type: 'boolean', default: false } });
  const [name = 'help', ...rest] = positionals;
  if (name === 'help') return print(HELP);
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!run) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (rest.length !== (name === 'distrust' ? 1 : 0)) {
    throw new ConfigError(`secrets ${name} takes ${name === 'distrust' ? "one key's id" : 'nothing more'}.`);
  }
  if (values.json) keepStdoutForJson();
  await withDatabase(async (deps) => {
    const said = await run(deps, rest);
    if (values.json) printJson(said.data);
    else for (const line of said.lines) print(`  ${line}`);
  });
}

async function list({ database, secretKeys }: Deps): Promise<Said> {
  const known = await listSecretKeys(database, secretKeys);
  const lines = known.keys.map(describe);
  if (known.unnamedCount > 0) {
    lines.push(
      `${known.unnamedCount} sealed by an earlier version that did not record its key: rotate records it`,
    );
  }
  return { data: known, lines };
}

function describe({ id, use, firstSeenAt, distrustedAt, sealedCount, eventCount }: KnownKey): string {
  const facts = [
    firstSeenAt ? `since ${firstSeenAt.toISOString().slice(0, 10)}` : 'no process has started with it yet',
    sealedCount > 0 ? `seals ${sealedCount}` : 'seals nothing',
    `tickets of ${eventCount} events`,
    ...(distrustedAt ? [`distrusted on ${distrustedAt.toISOString().slice(0, 10)}`] : []),
  ];
  return `${id}  ${use.padEnd(14)}  ${dim(facts.join(', '))}`;
}

async function rotate({ database, secretKeys }: Deps): Promise<Said> {
  const mistake = await resealMistake(database, secretKeys);
  if (mistake) throw new ConfigError(mistake);
  const { count, unopened } = await reseal(database, secretKeys, OPERATOR);
  let eventCount = 0;
  for (const key of secretKeys.accepted) eventCount += await keepAllVerifyKeys(database, key);
  if (unopened.length > 0) process.exitCode = 1;
  const lines = [
    `${count} sealed again under key ${secretKeys.current.id}`,
    ...unopened.map(({ table, id, reason }) => `left as it is: ${table} ${id} (${reason})`),
  ];
  return { data: { keyId: secretKeys.current.id, count, unopened, eventCount }, lines };
}

async function distrust({ database, secretKeys }: Deps, [id = '']: string[]): Promise<Said> {
  const eventCount = await changeAsOperator(database, (tx) =>
    distrustKey(tx, secretKeys, { id, actor: OPERATOR }),
  );
  const lines = [
    `key ${id} is distrusted: the tickets that it signed, of ${eventCount} events, no longer admit anyone`,
    dim('Ticket holders find new codes on their receipts, and in e-mails that you send again.'),
  ];
  return { data: { keyId: id, eventCount }, lines };
}
