#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { print } from './terminal.ts';

// Most of a start is reading and compiling our own files: the second start finds them compiled.
enableCompileCache();

const HELP = `tessera <command>

  start [--processes <n|auto>] [--role <all|web|worker>]
                          run the product (as npm start does): in one process or several; auto is one for
                          each core. A web start answers requests; a worker start does jobs, e-mails and deliveries
  migrate                 bring the database schema up to date
  migrate --preview       what migrate would do, and what it would lock; changes nothing [--json]
  doctor                  look at everything that a sale needs, and say what to do: see doctor help
  check                   check the data against what must always be true (reads only)
  seed [--events <n>]     seed the demo into an empty database, and add n events for load tests
  backup <file|folder>    write the database and the images into one file, while tickets are sold: see backup help
  restore <file|folder>   make a data folder from a backup: see restore help
  hosts <command>         create, list and suspend hosts, set their fees: see hosts help
  members <command>       a host's members and their roles: see members help
  support <command>       ask a host to let support see its dashboard: see support help
  events <command>        stop the sale of one event, and resume it: see events help
  categories <command>    the categories of events: see categories help
  orders <command>        find, show and refund orders, send their tickets again: see orders help
  keys <command>          a host's public keys, and their servers: see keys help
  payments <command>      the gateways of a host: see payments help
  refunds <command>       refunds that a gateway refused: try again, settle by hand: see refunds help
  jobs <command>          the queue; failed jobs: show them, try them again, drop them: see jobs help
  stream <command>        the event stream to RabbitMQ: its state, switch it off: see stream help
  incidents <command>     what people read at /status: see incidents help
  media <command>         copy pictures from the folder into a bucket: see media help
  secrets <command>       secret keys: what each one seals, the change to a new one: see secrets help
  waiting-room <command>  check that a waiting room's draw was fair: see waiting-room help
  webhooks <command>      webhook receivers and their deliveries: see webhooks help
  version                 the version of this program

Settings come from the environment: see docs/configuration.md.`;

const [command = 'help', ...words] = process.argv.slice(2);

try {
  switch (command) {
    case 'start':
      await (await import('./start.ts')).start(words);
      break;
    case 'migrate':
      await (await import('./migrate.ts')).migrateOnly(words);
      break;
    case 'seed':
      await (await import('./seed.ts')).seed(words);
      break;
    case 'doctor':
      await (await import('./doctor.ts')).doctor(words);
      break;
    case 'check':
      await (await import('./check.ts')).check(words);
      break;
    case 'backup':
      await (await import('./backup.ts')).backup(words);
      break;
    case 'restore':
      await (await import('./restore.ts')).restore(words);
      break;
    case 'hosts':
      await (await import('./hosts.ts')).hosts(words);
      break;
    case 'members':
      await (await import('./members.ts')).members(words);
      break;
    case 'support':
      await (await import('./support.ts')).support(words);
      break;
    case 'events':
      await (await import('./events.ts')).events(words);
      break;
    case 'categories':
      await (await import('./categories.ts')).categories(words);
      break;
    case 'orders':
      await (await import('./orders.ts')).orders(words);
      break;
    case 'keys':
      await (await import('./keys.ts')).keys(words);
      break;
    case 'payments':
      await (await import('./payments.ts')).payments(words);
      break;
    case 'refunds':
      await (await import('./refunds.ts')).refunds(words);
      break;
    case 'jobs':
      await (await import('./jobs.ts')).jobs(words);
      break;
    case 'stream':
      await (await import('./stream.ts')).stream(words);
      break;
    case 'incidents':
      await (await import('./incidents.ts')).incidents(words);
      break;
    case 'media':
      await (await import('./media.ts')).media(words);
      break;
    case 'secrets':
      await (await import('./secrets.ts')).secrets(words);
      break;
    case 'waiting-room':
      await (await import('./waiting-room.ts')).waitingRoom(words);
      break;
    case 'webhooks':
      await (await import('./webhooks.ts')).webhooks(words);
      break;
    case 'version':
    case '--version':
      (await import('./read-words.ts')).takesNothing('version', words);
      print((await import('../version.ts')).VERSION);
      break;
    case 'help':
    case '--help':
      print(HELP);
      break;
    default:
      throw new Error(`There is no command ${JSON.stringify(command)}.\n\n${HELP}`);
  }
} catch (error) {
  // One line for the person who started it; the stack is for LOG_LEVEL=debug.
  const { message, stack } = error as Error;
  process.stderr.write(`\ntessera: ${process.env['LOG_LEVEL'] === 'debug' ? stack : message}\n`);
  process.exit(1);
}
