import type pg from 'pg';
import type { Database, Queryable } from '../src/db/database.ts';

type PlanNode = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** How many rows of some tables a plan has looked at. */
function rowsOf(node: PlanNode, tables: readonly string[]): number {
  const own = tables.includes(node['Relation Name'] ?? '')
    ? (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, tables), own);
}

/** Runs statements, and counts the rows of some tables that each has looked at. It runs them twice: they must only read. */
export function countRowsRead(
  database: Database,
  tables: readonly string[],
): { tx: Queryable; take: () => number } {
  let rowsRead = 0;
  return {
    tx: {
      async query<Answer extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
        const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
        rowsRead += plan ? rowsOf(plan.Plan, tables) : 0;
        return database.query<Answer>(text, values);
      },
    },
    take() {
      const taken = Math.round(rowsRead);
      rowsRead = 0;
      return taken;
    },
  };
}
