import pg from 'pg';

/** A statement as the server ran it, with what it read. */
export type RanStatement = { text: string; plan: PlanNode };

type PlanNode = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};

/** Every statement of a database, those inside functions too, is told with its plan to whoever ran it. */
export const TELL_PLANS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};
/** For a connection of the test's own, of which nothing is told. */
export const TELL_NOTHING = '-c auto_explain.log_min_duration=-1';

/** Hears what the server tells the connections of this process, the product's own among them. */
export function watchPlans(): { take(): RanStatement[] } {
  let heard: RanStatement[] = [];
  const { connect } = pg.Client.prototype;
  pg.Client.prototype.connect = function listening(this: pg.Client, ...words: Parameters<typeof connect>) {
    this.on('notice', ({ message = '' }) => {
      const json = /^duration: \S+ ms +plan:\n(\{.*\})$/s.exec(message)?.[1];
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      heard.push({ text, plan });
    });
    return connect.apply(this, words);
  } as typeof connect;
  return {
    take() {
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}

// A page of events, a row of seats, a set of jobs: no buyer's step needs more rows of one table than this.
const MAX_ROWS = 500;
// A join whose other side is empty has looked at one row when it ends.
const MAX_ROWS_OF_A_START = 10;
// A look-up by key walks three or four pages down an index and reads one of the table; versions that a change left behind are
// passed by. To go through an index from end to end takes hundreds.
const BLOCKS_PER_LOOK_UP = 25;
const BLOCKS_PER_ROW = 5;
const SPARE_BLOCKS = 50;
// A host's chart, and its count of orders, add up all times of one event: some days by the minute, before that by the quarter of an
// hour. This is what three ticket types have in the second week.
const MAX_ROWS_OF: Readonly<Record<string, number>> = { sales_times: 20_000 };

/** The scans of a statement that read far more than they found, each in a line. `large` are the tables that grow. */
export function findWrongWays({ text, plan }: RanStatement, large: ReadonlySet<string>): string[] {
  const before = blocksBefore(plan);
  return scansOf(plan).flatMap((scan) => {
    const loops = scan['Actual Loops'];
    const perLoop =
      scan['Actual Rows'] +
      (scan['Rows Removed by Filter'] ?? 0) +
      (scan['Rows Removed by Index Recheck'] ?? 0);
    const rows = Math.round(perLoop * loops);
    const blocks = (scan['Shared Hit Blocks'] ?? 0) + (scan['Shared Read Blocks'] ?? 0);
    const table = scan['Relation Name'];
    const isThrough =
      scan['Node Type'] === 'Seq Scan' &&
      table !== undefined &&
      large.has(table) &&
      rows > MAX_ROWS_OF_A_START;
    const isTooFar = blocks - before > loops * BLOCKS_PER_LOOK_UP + rows * BLOCKS_PER_ROW + SPARE_BLOCKS;
    const mostRows = MAX_ROWS_OF[tableOf(scan)] ?? MAX_ROWS;
    if (!isThrough && rows <= mostRows && !isTooFar) return [];
    const where = [scan['Node Type'], table, scan['Index Name']].filter(Boolean).join(' ');
    return [`${where}: ${rows} rows and ${blocks} blocks in ${loops} look-ups, by: ${inOneLine(text)}`];
  });
}

/** An index's name begins with its table's, where a scan tells no table. */
const tableOf = (scan: PlanNode): string =>
  scan['Relation Name'] ?? scan['Index Name']?.replace(/_pkey$/, '') ?? '';

/**
 * A statement's subquery before its scans (the ids of the jobs that are due, of each kind) is read inside the first scan that needs it, and
 * counted there once more. Its own scans are judged by themselves.
 */
function blocksBefore(node: PlanNode): number {
  const own =
    node['Parent Relationship'] === 'InitPlan'
      ? (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
      : 0;
  return Math.max(own, ...(node.Plans ?? []).map(blocksBefore));
}

function scansOf(node: PlanNode): PlanNode[] {
  const own =
    node['Node Type'].endsWith(' Scan') && (node['Relation Name'] ?? node['Index Name']) ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
