import { ConfigError } from '../config/config-error.ts';
import { MAX_NOTE_CHARACTERS, MAX_TITLE_CHARACTERS, type Incident, type Words } from '../status/incident.ts';
import { listIncidents } from '../status/list-incidents.ts';
import { addNote, closeIncident, deleteIncident, openIncident } from '../status/write-incidents.ts';
import { timeOf } from './print-order.ts';
import { readWords } from './read-words.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase, type Deps } from './with-database.ts';

const HELP = `tessera incidents <command>: what people read at /status, if STATUS_PAGE is on

  open --en <title> [--fr <title>] [--at <time>]   something does not work, from now or from that time on. A time
                                                   in the future is planned work
  note <number> --en <text> [--fr <text>] [--at <time>]
                                                   tell more about it, as of now or of that time
  close <number> [--en <text>] [--fr <text>] [--at <time>]
                                                   it is over, now or since that time; with a last note
  delete <number>                                  it was a mistake: nobody reads it again
  list [--json]                                    all of the last year, the newest first

A time is written as 2026-11-18T14:30Z. Without French words, French readers get the English ones.`;

const LISTED = { limit: 1_000, days: 366 };

const OPTIONS = {
  en: { type: 'string' },
  fr: { type: 'string' },
  at: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = { en?: string; fr?: string; at?: string; json?: boolean };
type Command = {
  takes: (keyof Values)[];
  needsNumber: boolean;
  run: (database: Deps['database'], asked: { id: number; values: Values }) => Promise<void>;
};

const COMMANDS: Record<string, Command> = {
  open: { takes: ['en', 'fr', 'at'], needsNumber: false, run: open },
  note: { takes: ['en', 'fr', 'at'], needsNumber: true, run: note },
  close: { takes: ['en', 'fr', 'at'], needsNumber: true, run: close },
  delete: { takes: [], needsNumber: true, run: remove },
  list: { takes: ['json'], needsNumber: false, run: list },
};

/** Incidents for the status page. Works beside a running program, which shows them within seconds. */
export async function incidents(words: string[]): Promise<void> {
  const { values, positionals } = readWords('incidents', words, OPTIONS);
  const [name = 'help', number, ...more] = positionals;
  if (name === 'help') return print(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  const stray = (Object.keys(values) as (keyof Values)[]).find((option) => !command.takes.includes(option));
  if (stray) throw new ConfigError(`incidents ${name} takes no --${stray}: see tessera incidents help.`);
  if (more.length > 0 || (number !== undefined) !== command.needsNumber)
    throw new ConfigError(
      `incidents ${name} takes ${command.needsNumber ? "one incident's number" : 'no number'}: see tessera incidents help.`,
    );
  if (command.needsNumber && !/^[1-9]\d{0,8}$/.test(number ?? ''))
    throw new ConfigError('The number of an incident is as incidents list shows it.');
  const id = Number(number ?? 0);
  // Mistyped words are told before the database is opened.
  checkValues(name, values);
  if (values.json) keepStdoutForJson();
  await withDatabase(async ({ database, config }) => {
    await command.run(database, { id, values });
    if (!config.hasStatusPage && name !== 'list') print(dim('  Nobody can read it yet: STATUS_PAGE is off.'));
  });
}

function checkValues(name: string, values: Values): void {
  if (name === 'open') readText(values, MAX_TITLE_CHARACTERS);
  if (name === 'note' || values.fr !== undefined) readText(values, MAX_NOTE_CHARACTERS);
  if (name === 'close' && values.en !== undefined) readText(values, MAX_NOTE_CHARACTERS);
  readTime(values.at);
}

function readText({ en = '', fr }: Values, max: number): Words {
  const isFit = (text: string): boolean =>
    text.trim() !== '' && Array.from(text.trim()).length <= max && !/\p{Cc}/u.test(text.replaceAll('\n', ''));
  if (!isFit(en)) throw new ConfigError(`--en takes a text of 1 to ${max} characters.`);
  if (fr !== undefined && !isFit(fr)) throw new ConfigError(`--fr takes a text of 1 to ${max} characters.`);
  return { en: en.trim(), ...(fr !== undefined && { fr: fr.trim() }) };
}

function readTime(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = new Date(text);
  if (!isWhole || Number.isNaN(moment.getTime()))
    throw new ConfigError(
      '--at takes a time with its zone, such as 2026-11-18T14:30Z or 2026-11-18T15:30+01:00.',
    );
  return moment;
}

const notThere = (): ConfigError =>
  new ConfigError('No incident has this number: see tessera incidents list.');

async function open(database: Deps['database'], { values }: { values: Values }): Promise<void> {
  const title = readText(values, MAX_TITLE_CHARACTERS);
  const id = await openIncident(database, { title, beganAt: readTime(values.at) });
  print(`  Incident ${bold(String(id))} is open. When it is over: tessera incidents close ${id}`);
}

async function note(
  database: Deps['database'],
  { id, values }: { id: number; values: Values },
): Promise<void> {
  const text = readText(values, MAX_NOTE_CHARACTERS);
  if (!(await addNote(database, { id, text, writtenAt: readTime(values.at) }))) throw notThere();
  print(`  Added to incident ${id}.`);
}

async function close(
  database: Deps['database'],
  { id, values }: { id: number; values: Values },
): Promise<void> {
  const wasOver = await database.transaction(async (tx) => {
    const outcome = await closeIncident(tx, { id, endedAt: readTime(values.at) });
    if (outcome === 'not_there') throw notThere();
    if (outcome === 'bad_end')
      throw new ConfigError(
        'An incident ends after it began, and not in the future. If it was planned and did not happen, delete it.',
      );
    if (values.en !== undefined)
      await addNote(tx, { id, text: readText(values, MAX_NOTE_CHARACTERS), writtenAt: readTime(values.at) });
    return outcome === 'was_over';
  });
  print(
    wasOver && values.at === undefined
      ? `  Incident ${id} was already over; its end stays as it was.`
      : `  Incident ${id} is over.`,
  );
}

async function remove(database: Deps['database'], { id }: { id: number }): Promise<void> {
  if (!(await deleteIncident(database, id))) throw notThere();
  print(`  Incident ${id} is deleted.`);
}

async function list(database: Deps['database'], { values }: { values: Values }): Promise<void> {
  const found = await listIncidents(database, LISTED);
  if (values.json) return printJson(found);
  if (found.length === 0) print('  No incidents.');
  for (const line of found.flatMap(describe)) print(`  ${line}`);
}

function describe({ id, title, beganAt, endedAt, notes }: Incident): string[] {
  const end = endedAt ? `over since ${timeOf(endedAt)}` : beganAt > new Date() ? 'planned' : 'goes on';
  return [
    `${bold(String(id))}  ${visible(title.en)}  ${dim(`${timeOf(beganAt)}, ${end}`)}`,
    ...notes.map(({ text, writtenAt }) => dim(`     ${timeOf(writtenAt)}  ${visible(text.en)}`)),
  ];
}
