import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import { resumeSale, stopSale } from '../events/stop-sale.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { readReason } from './read-reason.ts';
import { readWords } from './read-words.ts';
import { print, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera events <command> <event's slug>

  stop <slug> [--reason <text>]  stop the event's sale at once; its host can't start it again, nor copy the event. Carts
                                 can't be ordered. Sold tickets stay valid, and payments under way settle. Owners are
                                 mailed, with the reason
  resume <slug>                  end the stop: the sale goes on as it was, and owners are mailed`;

/** One event's sale, by hand. Works beside a running program, which hears of it at once. */
export async function events(words: string[]): Promise<void> {
  const { values, positionals } = readWords('events', words, { reason: { type: 'string' } });
  const [command = 'help', slug, ...more] = positionals;
  if (command === 'help') return print(HELP);
  if (command !== 'stop' && command !== 'resume')
    throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (slug === undefined || more.length > 0)
    throw new ConfigError(`events ${command} takes one event's slug: see tessera events help.`);
  if (command === 'resume' && values.reason !== undefined)
    throw new ConfigError('events resume takes no --reason: see tessera events help.');
  const reason = readReason(values.reason);
  await withDatabase(async ({ database }) => {
    if (command === 'stop') {
      const { name, isNew } = await changeAsOperator(database, (tx) =>
        stopSale(tx, { slug, actor: OPERATOR, reason }),
      );
      return print(
        `  The sale of ${visible(name)} ${isNew ? 'is stopped, in every process' : 'was already stopped'}.`,
      );
    }
    const { name, isNew, isPaused } = await changeAsOperator(database, (tx) =>
      resumeSale(tx, { slug, actor: OPERATOR }),
    );
    const goesOn = isPaused ? 'is no longer stopped; its host had paused it before' : 'goes on';
    print(`  The sale of ${visible(name)} ${isNew ? goesOn : 'was not stopped'}.`);
  });
}
