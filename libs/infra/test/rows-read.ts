import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../src/database/create-database.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const readBy = (node: PlanNode): number => {
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((total, inner) => total + readBy(inner), own);
};

/** Rows that the scans of a query read, whether they were of use or not. */
export async function rowsRead(db: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
  }>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`.execute(db);
  const plans = rows.flatMap((row) => row['QUERY PLAN']);
  if (plans.length === 0) throw new Error('Postgres reported no plan');
  return plans.reduce((total, { Plan }) => total + readBy(Plan), 0);
}
