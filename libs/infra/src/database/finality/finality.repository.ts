import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { Block } from '../transitions/transition-record.js';

/** That nodes replaced blocks which counted as final. */
export interface FinalReorganisation {
  /** The replaced block that was noticed; blocks below it may be replaced too. */
  readonly height: number;
  /** Unix seconds, when it was noticed. */
  readonly at: number;
}

/** What the database knows of final blocks. */
export interface Finality {
  /** The highest final block that was seen; undefined before the first. */
  readonly block: Block | undefined;
  /** Undefined where none happened, or all records were compared with the chain since. */
  readonly reorganisation: FinalReorganisation | undefined;
}

/** Creates access to the highest final block, of which there is one row. */
export const createFinalityRepository = (db: Database) => ({
  async read(): Promise<Finality> {
    const row = await db.selectFrom('finalBlock').selectAll().executeTakeFirst();
    if (row === undefined) return { block: undefined, reorganisation: undefined };
    const { height, hash, reorganisedHeight, reorganisedAt } = row;
    return {
      block: { height, hash },
      reorganisation:
        reorganisedHeight === null || reorganisedAt === null
          ? undefined
          : { height: reorganisedHeight, at: reorganisedAt },
    };
  },

  /** Stores the highest final block. A reorganisation that was noticed stays. */
  async advance({ height, hash }: Block): Promise<void> {
    await db
      .insertInto('finalBlock')
      .values({ height, hash })
      .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ height, hash }))
      .execute();
  },

  /** Stores that a final block was replaced by another; the first that was noticed stays. */
  async reorganise({ height, hash }: Block, at: number): Promise<void> {
    await db
      .updateTable('finalBlock')
      .set({
        hash,
        reorganisedHeight: sql<number>`coalesce(reorganised_height, ${height})`,
        reorganisedAt: sql<number>`coalesce(reorganised_at, ${at})`,
      })
      .where('height', '=', height)
      .execute();
  },

  /** Forgets a reorganisation: all records were compared with the chain since. */
  async settle(): Promise<void> {
    await db.updateTable('finalBlock').set({ reorganisedHeight: null, reorganisedAt: null }).execute();
  },
});

/** Access to the highest final block. */
export type FinalityRepository = ReturnType<typeof createFinalityRepository>;
