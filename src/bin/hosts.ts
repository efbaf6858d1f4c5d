import { ConfigError } from '../config/config-error.ts';
import { HOST_COMMANDS } from './host-commands.ts';
import { readWords } from './read-words.ts';
import { keepStdoutForJson, print } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera hosts <command>. A host is named by its id, or by the e-mail of its owner

  create --name <name> --country <country> --email <owner's e-mail>
                                create a host, its owner and its keys, which are printed only now. A new owner gets a link,
                                good once and for 30 minutes, to choose a password. Countries as in the API: KENYA, UNITED_KINGDOM
  list [--json]                 every host: country, owners, events, and whether it is confirmed or suspended
  sizes [--json]                how much there is of each host: events, orders, tickets, database, pictures; largest first
  export <host> <folder>        write everything of it into a new folder: JSON lines for each table, and its pictures;
                                without secrets. It holds buyers' personal data: keep it safe
  delete <host> [--yes]         delete it and everything of it, for good. Asks for its name, unless --yes. Refused while it
                                is not suspended, sales are under way, or its books must be kept: see docs/retention.md
  suspend <host> [--reason <text>]
                                stop it at once: its keys, events and dashboard. Sold tickets stay valid: open payments
                                settle, webhooks and tickets are sent, receipts stay open
  resume <host>                 end the suspension
  fees <host>                   the platform's fees for each ticket, and who pays them
  fees <host> [--percent <n>] [--flat <amount>] [--cap <amount | none>] [--absorbed <on | off>]
                                change them for new quotes; amounts are in the host's currency: --percent 2.5 --flat 100 --cap 2000
  callbacks <host>              the sites that buyers can return to after paying
  callbacks <host> <site>...    allow only these sites, such as https://shop.example: an order with a callbackUrl
                                on another site is refused
  callbacks <host> --any        allow every site`;

// A large host's rows are read, or deleted, table by table.
const LONG_STATEMENT_MS = 60 * 60_000;

/** Hosts, by hand. Works beside a running program, which hears of it at once. */
export async function hosts(words: string[]): Promise<void> {
  const { values, positionals } = readWords('hosts', words, {
    name: { type: 'string' },
    country: { type: 'string' },
    email: { type: 'string' },
    json: { type: 'boolean' },
    reason: { type: 'string' },
    percent: { type: 'string' },
    flat: { type: 'string' },
    cap: { type: 'string' },
    absorbed: { type: 'string' },
    any: { type: 'boolean' },
    yes: { type: 'boolean' },
  });
  const [name = 'help', ...rest] = positionals;
  if (name === 'help') return print(HELP);
  const command = Object.hasOwn(HOST_COMMANDS, name) ? HOST_COMMANDS[name] : undefined;
  if (!command) throw new ConfigError(`There is no such command.\n\n${HELP}`);
  const stray = Object.keys(values).find((option) => !command.options.includes(option));
  if (stray) throw new ConfigError(`hosts ${name} takes no --${stray}: see tessera hosts help.`);
  if (command.needsHost && rest.length === 0)
    throw new ConfigError(`hosts ${name} needs a host: its id, or the e-mail of its owner.`);
  const most = (command.needsHost ? 1 : 0) + (command.takesMore ? Infinity : 0);
  if (rest.length > most) throw new ConfigError(`hosts ${name} takes fewer words: see tessera hosts help.`);
  if (values.json) keepStdoutForJson();
  await withDatabase(
    (deps) => command.run({ ...deps, words: rest, values }),
    command.isLong ? { statementTimeoutMs: LONG_STATEMENT_MS } : {},
  );
}
