import { globSync } from 'node:fs';

// The test files that `node test/run.ts <name>…` runs. Every file is in exactly one of short, races, long and alone; quick and debian run
// some of them once more.

type Selection = {
  files: readonly string[];
  without?: readonly string[];
  /** How many processes run at once. */
  concurrency: number;
  /** These have a process each. They begin last, in this order, so that a short one ends the run. */
  apart?: readonly string[];
  /** On the PostgreSQL of Debian's packages, where it is installed. */
  server?: 'debian';
  /** Another selection has run these: they are told in short, and left out where there is no other server. */
  isAgain?: true;
};

const ALL = '{src,migrations,packages,bench,test}/**/*.test.ts';

// These start a browser or the whole program, or break what it stands on. Those of `src`
// named here without a browser take ten seconds of a processor or more, their database's included, as do `hoarding` and `mail-cannon`.
const PROGRAMS = [
  'src/**/*.browser.test.ts',
  'src/halls/take-over.test.ts',
  'src/invariants/check-command.test.ts',
  'src/messages/kill-sender.test.ts',
  'src/orders/resendings/kill-resender.test.ts',
  'src/pages/checkout/server/limit-order-pages.test.ts',
  'src/pages/checkout/waiting-room/confirm-email.test.ts',
  'src/pages/dashboard/sign-in/guessing.test.ts',
  'src/tickets/render-ticket-pdf.test.ts',
  'src/tickets/mails/{host-lines,mail-languages}.test.ts',
  'src/values/check-body.test.ts',
  'test/contract/hoarding.test.ts',
  'test/dashboard/mail-cannon.test.ts',
  'test/docs/data-folder.test.ts',
  'test/webhooks/{command,examples}.test.ts',
  'test/{crash,e2e,faults,program}/**/*.test.ts',
];

// Each of these takes fifteen seconds of a processor or more, its database's included, or starts servers of others. Longest first.
const SLOWEST = [
  'test/dashboard/hostile-bodies.long.ts',
  'test/long/{export,waiting-room}.long.ts',
  'test/cluster/*.{test,long}.ts',
  'test/e2e/{dashboard-accessible,demo-shop,embed-email,scanner}.test.ts',
  'test/faults/{bounded-work,database-restart,hostile-input,log-of-a-purchase}.test.ts',
  'test/program/{external-database,processes,refused-starts,secret-rotation,start-and-stop,waiting-room-restart}.test.ts',
  'test/docs/quickstart.test.ts',
  'test/**/*.long.ts',
  'src/attempts/attempt-limits.test.ts',
  'src/tickets/ticket-printer.test.ts',
  'test/dashboard/{other-sites,powers-matrix}.test.ts',
  'test/races/shifted-payments.test.ts',
];

// Many want the same thing at once, and what is left of it is counted. Locks and plans can differ by the server's version.
const RACES = [
  'test/races/!(shifted-payments).test.ts',
  'src/invariants/{broken-promises,healthy-sales}.test.ts',
  'src/db/take-over.test.ts',
];

// These make as much load as the machine bears.
const ALONE = ['test/faults/holds-stampede.long.ts', 'test/long/stampede.long.ts'];

const SELECTIONS = {
  // `npm test`: functions, database, app and contract, and one look in a real browser at what sells.
  short: { files: [ALL], without: [...PROGRAMS, ...SLOWEST, ...RACES], concurrency: 3 },

  // `npm run test:long`: these three, and debian. Many of the second wait for a browser or a program most of the time.
  races: { files: RACES, server: 'debian', concurrency: 4 },
  long: { files: [...PROGRAMS, ...SLOWEST], without: [...RACES, ...ALONE], apart: SLOWEST, concurrency: 4 },
  alone: { files: ALONE, apart: ALONE, concurrency: 1 },

  // For after each change.
  quick: {
    files: [ALL],
    without: [
      'test/!(docs|structure)/**',
      ...PROGRAMS,
      ...SLOWEST,
      ...RACES,
      // Each of these costs five seconds of a processor or more.
      'src/tickets/fit-text.test.ts',
      'src/tickets/mails/send-mail-job.test.ts',
    ],
    concurrency: 2,
  },

  // Migrations, functions and catalogue queries can differ by the server's version too.
  debian: {
    files: ['src/db/**/*.test.ts', 'src/inventory/hold-{batches,pools}.test.ts', 'migrations/**/*.test.ts'],
    without: [
      ...RACES,
      // These don't depend on the server, but on programs and servers that they start.
      'src/db/embedded/*.test.ts',
    ],
    server: 'debian',
    isAgain: true,
    concurrency: 4,
  },
} satisfies Record<string, Selection>;

export type SelectionName = keyof typeof SELECTIONS;

export const SELECTION_NAMES = Object.keys(SELECTIONS) as SelectionName[];

export const findSelection = (name: SelectionName): Selection => SELECTIONS[name];

/** By their paths from the root of the repository. */
export function filesOf(name: SelectionName): string[] {
  const { shared, apart } = processesOf(name);
  return [...shared, ...apart];
}

/** The files that share processes, in the order of their names, and those that have one each. */
export function processesOf(name: SelectionName): { shared: string[]; apart: string[] } {
  const { files, without = [], apart = [] } = findSelection(name);
  const find = (patterns: readonly string[]): string[] =>
    globSync([...patterns], { exclude: [...without] }).toSorted();
  const alone = new Set(apart.flatMap((pattern) => find([pattern])));
  return { shared: find(files).filter((file) => !alone.has(file)), apart: [...alone] };
}
