import type { KyselyPlugin } from 'kysely';
import type { Database } from '@weir/infra';

/** A database that counts the statements made through it, those that begin and end transactions left out. */
export interface CountedStatements {
  readonly db: Database;
  readonly count: number;
}

export const countStatements = (db: Database): CountedStatements => {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    db: db.withPlugin(plugin),
    get count() {
      return count;
    },
  };
};
