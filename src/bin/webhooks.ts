import { ConfigError } from '../config/config-error.ts';
import { noSuchEvent } from '../events/slug.ts';
import { findHost } from './find-host.ts';
import { readWords } from './read-words.ts';
import { keepStdoutForJson, print, printJson } from './terminal.ts';
import { redeliverEverywhere, WEBHOOK_COMMANDS, type Said } from './webhook-commands.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera webhooks <command> <event's slug>, with --json for programs

  add <slug> <url>                     register a receiver for the purchases of an event
  list <slug>                          the event's receivers
  enable | disable <slug> <url or id>  switch one on or off (at most 3 are on)
  remove <slug> <url or id>            remove one; its URL is free again
  test <slug> <url or id>              send WEBHOOK_TEST once, and show the result
  deliveries <slug> [--status <pending | delivered | failed>] [--limit <n>]
                                       the deliveries, latest first, with every attempt
  redeliver <slug> <delivery's id>     send a purchase again
  redeliver <slug> --failed [--from <time>] [--to <time>]
                                       send all failed deliveries of a period again (by default: 30 days)
  redeliver --failed (--host <host> | --all) [--from <time>] [--to <time>]
                                       the same for every event of a host, or of all hosts; a host is named by its id,
                                       or by the e-mail of its owner`;

const TAKE_NO_RECEIVER = new Set(['list', 'deliveries']);

/** Receivers of webhooks, by hand. Works beside a running program. */
export async function webhooks(words: string[]): Promise<void> {
  const { values, positionals } = readWords('webhooks', words, {
    json: { type: 'boolean', default: false },
    failed: { type: 'boolean', default: false },
    host: { type: 'string' },
    all: { type: 'boolean', default: false },
    status: { type: 'string' },
    limit: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  });
  const [name = 'help', slug, ...rest] = positionals;
  const run = Object.hasOwn(WEBHOOK_COMMANDS, name) ? WEBHOOK_COMMANDS[name] : undefined;
  if (values.host !== undefined || values.all) {
    if (
      name !== 'redeliver' ||
      slug !== undefined ||
      !values.failed ||
      (values.all && values.host !== undefined)
    )
      throw new ConfigError(
        '--host and --all are for webhooks redeliver --failed, one of them and no slug: see tessera webhooks help.',
      );
    if (values.json) keepStdoutForJson();
    return withDatabase(async ({ database }) => {
      const hostId = values.host === undefined ? null : await findHost(database, values.host);
      say(await redeliverEverywhere({ database, hostId, values }), values.json);
    });
  }
  if (!run || slug === undefined) {
    if (name === 'help') return print(HELP);
    throw new ConfigError(
      run ? `webhooks ${name} needs an event's slug.` : `There is no such command.\n\n${HELP}`,
    );
  }
  const most = values.failed || TAKE_NO_RECEIVER.has(name) ? 0 : 1;
  if (rest.length > most)
    throw new ConfigError(`webhooks ${name} takes fewer words: see tessera webhooks help.`);
  if (values.json) keepStdoutForJson();
  await withDatabase(async ({ database, config }) => {
    const { rows } = await database.query<{ host_id: string }>('SELECT host_id FROM events WHERE slug = $1', [
      slug,
    ]);
    const hostId = rows[0]?.host_id;
    if (!hostId) throw noSuchEvent(slug);
    say(await run({ database, config, hostId, slug, words: rest, values }), values.json);
  });
}

function say({ data, lines }: Said, asJson: boolean): void {
  if (asJson) return printJson(data);
  for (const line of lines) print(`  ${line}`);
}
