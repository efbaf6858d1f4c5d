import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { askForVisit } from '../hosts/support/ask-for-visit.ts';
import { endVisitOf } from '../hosts/support/end-visit.ts';
import { listVisits, type ListedVisit } from '../hosts/support/list-visits.ts';
import { findPersonByEmail } from '../people/find-person.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { findHost } from './find-host.ts';
import { timeOf } from './print-order.ts';
import { readLimit } from './read-limit.ts';
import { readReason } from './read-reason.ts';
import { readWords } from './read-words.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera support <command>. A host is named by its id, or by the e-mail of its owner

  ask <host> --as <e-mail> --reason <text>
                              ask the host's owners to let somebody see its dashboard. They get an e-mail, and one of them
                              allows it for 1, 4 or 24 hours, or refuses. The supporter reads, without buyers' data, and
                              changes nothing. They have an account of their own with a second factor
  end <host> --as <e-mail>    end the visit at once, or take back the ask
  list [--limit <n>] [--json] asks and visits of all hosts, the newest first`;

const OPTIONS = {
  as: { type: 'string' },
  reason: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const TAKES: Record<string, { words: number; options: string[] }> = {
  ask: { words: 1, options: ['as', 'reason'] },
  end: { words: 1, options: ['as'] },
  list: { words: 0, options: ['limit', 'json'] },
};

/** Support's visits, by hand. Works beside a running program, which keeps to it at once. */
export async function support(words: string[]): Promise<void> {
  const { values, positionals } = readWords('support', words, OPTIONS);
  const [name = 'help', ...rest] = positionals;
  if (name === 'help') return print(HELP);
  const takes = Object.hasOwn(TAKES, name) ? TAKES[name] : undefined;
  if (!takes) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  const stray = Object.keys(values).find((option) => !takes.options.includes(option));
  if (stray) throw new ConfigError(`support ${name} takes no --${stray}: see tessera support help.`);
  if (rest.length !== takes.words)
    throw new ConfigError(
      `support ${name} takes ${takes.words === 1 ? 'one host' : 'nothing more'}: see tessera support help.`,
    );
  if (name === 'list') return list(values);
  const { as: email } = values;
  if (!email) throw new ConfigError(`support ${name} needs --as <e-mail>: the account of the supporter.`);
  const reason = readReason(values.reason);
  if (name === 'ask' && reason === null)
    throw new ConfigError('support ask needs --reason <text>: the owners read it before they decide.');
  await withDatabase(async ({ database }) => {
    const hostId = await findHost(database, rest[0] ?? '');
    await (reason === null ? end(database, { hostId, email }) : ask(database, { hostId, email, reason }));
  });
}

async function ask(
  database: Database,
  asked: { hostId: string; email: string; reason: string },
): Promise<void> {
  const { hostName, lapsesAt } = await changeAsOperator(database, (tx) =>
    askForVisit(tx, { ...asked, actor: OPERATOR }),
  );
  print(`  The owners of ${visible(hostName)} are asked. They can answer until ${timeOf(lapsesAt)}.`);
}

async function end(database: Database, { hostId, email }: { hostId: string; email: string }): Promise<void> {
  const ended = await changeAsOperator(database, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    return person && endVisitOf(tx, { hostId, personId: person.personId, actor: OPERATOR });
  });
  if (!ended)
    throw new ConfigError(
      `${JSON.stringify(email.slice(0, 254))} has no ask or visit open in this host: see tessera support list.`,
    );
  print(ended.wasAllowed ? '  The visit has ended, in every process.' : '  The ask is withdrawn.');
}

async function list({ limit, json }: { limit?: string; json?: boolean }): Promise<void> {
  const most = readLimit(limit);
  if (json) keepStdoutForJson();
  await withDatabase(async ({ database }) => {
    const visits = await listVisits(database, { hostId: null, limit: most });
    if (json) return printJson(visits);
    if (visits.length === 0) print('  Support has asked nobody yet.');
    for (const line of visits.flatMap(describe)) print(`  ${line}`);
  });
}

function describe(visit: ListedVisit): string[] {
  const { state, hostName, email, reason, askedAt, endsAt } = visit;
  const states = {
    asked: `waits for an answer until ${timeOf(endsAt)}`,
    under_way: `UNDER WAY until ${timeOf(endsAt)}`,
    over: describeEnd(visit),
  };
  return [
    `${bold(visible(hostName))}  ${email}  ${states[state]}`,
    dim(visible(`    ${visit.hostId}  asked ${timeOf(askedAt)}: ${reason}`)),
  ];
}

function describeEnd({ allowedAt, endedAt, endedHow }: ListedVisit): string {
  const at = endedAt ? timeOf(endedAt) : '';
  if (endedHow === 'refused') return `refused ${at}`;
  if (allowedAt === null) return endedHow === 'time' ? `nobody answered by ${at}` : `withdrawn ${at}`;
  return `ended ${at}${endedHow === 'time' ? ', by itself' : `, by ${endedHow}`}`;
}
