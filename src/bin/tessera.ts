#!/usr/bin/env node
import { check } from './check.ts';
import { migrateOnly } from './migrate.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { seed } from './seed.ts';
import { start } from './start.ts';
import { print } from './terminal.ts';
import { webhooks } from './webhooks.ts';

const HELP = `tessera <command>

  start                   run the product (this is what npm start does)
  migrate                 bring the database schema up to date
  check                   hold the data against what must always be true of it (reads only)
  seed [--events <n>]     seed the demo into an empty database, and add n events for load tests
  orders <command>        look at an order, refund it, send its tickets again: see orders help
  payments <command>      which gateway takes a host's payments: see payments help
  webhooks <command>      receivers of webhooks and what was sent to them: see webhooks help

Settings come from the environment: see docs/configuration.md.`;

const [command = 'help', ...words] = process.argv.slice(2);

try {
  switch (command) {
    case 'start':
      await start();
      break;
    case 'migrate':
      await migrateOnly();
      break;
    case 'seed':
      await seed(words);
      break;
    case 'check':
      await check();
      break;
    case 'orders':
      await orders(words);
      break;
    case 'payments':
      await payments(words);
      break;
    case 'webhooks':
      await webhooks(words);
      break;
    case 'help':
    case '--help':
      print(HELP);
      break;
    default:
      throw new Error(`There is no command ${JSON.stringify(command)}.\n\n${HELP}`);
  }
} catch (error) {
  // One line for whoever started it; the stack is for LOG_LEVEL=debug.
  const { message, stack } = error as Error;
  process.stderr.write(`\ntessera: ${process.env['LOG_LEVEL'] === 'debug' ? stack : message}\n`);
  process.exit(1);
}
