import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { addCategory, listCategories, removeCategory, renameCategory } from '../events/categories.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { readWords } from './read-words.ts';
import { dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera categories <command>

  list [--json]          all categories, and how many events each has
  add <slug> <name>      add one. Shops use its slug, which can't change: add board-games "Board games"
  rename <slug> <name>   change its name, at once
  remove <slug>          remove it, if no event has it`;

const WORDS: Record<string, number> = { list: 0, add: 2, rename: 2, remove: 1 };

/** The categories of events. Works beside a running program, which hears of it at once. */
export async function categories(words: string[]): Promise<void> {
  const { values, positionals } = readWords('categories', words, {
    json: { type: 'boolean', default: false },
  });
  const [command = 'help', slug = '', name = '', ...more] = positionals;
  if (command === 'help') return print(HELP);
  const taken = Object.hasOwn(WORDS, command) ? WORDS[command] : undefined;
  if (taken === undefined) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (positionals.length - 1 !== taken || more.length > 0)
    throw new ConfigError(`categories ${command} takes ${TAKES[taken]}: see tessera categories help.`);
  if (values.json && command !== 'list') throw new ConfigError('--json is for categories list.');
  if (values.json) keepStdoutForJson();
  await withDatabase(async ({ database }) => {
    if (command === 'list' && values.json) return printJson(await listCategories(database));
    if (command !== 'list') {
      await changeAsOperator(database, (tx) => {
        if (command === 'add') return addCategory(tx, { slug, name, actor: OPERATOR });
        if (command === 'rename') return renameCategory(tx, { slug, name, actor: OPERATOR });
        return removeCategory(tx, { slug, actor: OPERATOR });
      });
    }
    await printAll(database);
  });
}

const TAKES = ['nothing more', 'a slug', 'a slug and a name (in quotes, where it has several words)'];

async function printAll(database: Database): Promise<void> {
  const all = await listCategories(database);
  const width = Math.max(...all.map(({ slug }) => slug.length), 0);
  for (const { slug, name, eventCount } of all) {
    const events = eventCount === 1 ? '1 event' : `${eventCount} events`;
    print(`  ${slug.padEnd(width)}  ${visible(name)}  ${dim(events)}`);
  }
}
