import { parseArgs } from 'node:util';
import { type CommandSurroundings, describeFailure, requireDatabaseUrl } from '../database/command.js';
import { commandWithArguments } from '../installation.js';
import { createIndexerDatabase, emptyIndex, indexedRows, indexerDatabase } from './open-indexer-database.js';

const isWanted = async (held: string, ask: CommandSurroundings['ask']): Promise<boolean> => {
  if (ask === undefined)
    throw new Error(
      `The index holds ${held}: nothing was changed. To delete them and read the chain again, which takes as long as the first time: ${commandWithArguments('reindex')} --yes`,
    );
  return /^y(?:es)?$/i.test((await ask(`The index holds ${held}. Delete them? (yes/no) `)).trim());
};

const run = async (args: readonly string[], surroundings: CommandSurroundings): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options: { yes: { type: 'boolean', default: false } } });
  const url = requireDatabaseUrl(surroundings, indexerDatabase);
  const { print, ask } = surroundings;
  const db = createIndexerDatabase({ url, maxConnections: 1, statementTimeoutMs: 0, applicationName: 'weir-reindex' });
  try {
    const held = await indexedRows(db);
    if (held !== undefined && !values.yes && !(await isWanted(held, ask))) {
      print('Nothing was changed.');
      return 1;
    }
    await emptyIndex(db);
    print('The tables are empty. Running indexers read the chain again; /ready says when they are done.');
    return 0;
  } finally {
    await db.destroy();
  }
};

/**
 * Empties the indexer's database, so that the chain is read again. Where there are rows it asks first; without a
 * terminal it needs `--yes`. @returns the exit code
 */
export const reindexCommand = async (args: readonly string[], surroundings: CommandSurroundings): Promise<number> => {
  try {
    return await run(args, surroundings);
  } catch (error) {
    surroundings.complain(describeFailure(error));
    return 1;
  }
};
