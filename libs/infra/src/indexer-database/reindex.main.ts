/** `npm run reindex`, `node app/reindex.js`: empties the indexer's database, so that the chain is read again. */
import { createInterface } from 'node:readline/promises';
import { runAsProcess } from '../database/command.js';
import { reindexCommand } from './reindex-command.js';

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

await runAsProcess(reindexCommand, process.stdin.isTTY ? ask : undefined);
