import { sql, type RawBuilder, type Selectable } from 'kysely';
import { snakeCase } from '../camel-case.js';
import type { Database } from '../create-database.js';
import { NOW } from '../seconds.js';
import type { Tables } from '../tables.js';
import type { Resource } from './transition-record.js';

/** The columns of a table's rows that transitions change, and that are restored when they are rolled back. */
export interface ChainColumns<Row> {
  /** These columns of a row as one jsonb object; its numbers are exact in Postgres. */
  state(id: string): RawBuilder<unknown>;
  /** The same of a row that a statement reads. @param alias of the table in it */
  stateOf(alias: string): RawBuilder<unknown>;
  /**
   * Puts back the columns from before a transition.
   * @returns the row, or undefined when there is no such transition
   */
  restore(db: Database, resource: Resource, sequence: number): Promise<Row | undefined>;
}

/**
 * Makes what stores and restores the chain columns of a table's rows.
 *
 * @param names the columns that transitions change
 */
export const chainColumns = <Name extends 'streams' | 'vaults'>(
  name: Name,
  names: readonly (keyof Tables[Name] & string)[],
): ChainColumns<Selectable<Tables[Name]>> => {
  const table = sql.table(name);
  const columns = sql.join(names.map((column) => sql.ref(column)));
  return {
    state: (id) => sql`(SELECT to_jsonb(kept) FROM (SELECT ${columns} FROM ${table} WHERE id = ${id}) AS kept)`,
    stateOf: (alias) =>
      sql`jsonb_build_object(${sql.join(names.flatMap((column) => [sql.lit(snakeCase(column)), sql.ref(`${alias}.${column}`)]))})`,
    async restore(db, resource, sequence) {
      const { rows } = await sql<Selectable<Tables[Name]>>`
        UPDATE ${table} AS restored SET
          (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, undone.state_before)),
          updated_at = ${NOW}
        FROM transitions AS undone
        WHERE restored.id = ${resource.id} AND undone.resource_type = ${resource.type}
          AND undone.resource_id = restored.id AND undone.sequence = ${sequence}
        RETURNING restored.*`.execute(db);
      return rows[0];
    },
  };
};
