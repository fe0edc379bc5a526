import { readFile, writeFile } from 'node:fs/promises';
import { goldenTransactions } from './support/golden-cases.js';
import { recordedTransactions } from './support/recorded-cases.js';

const FILE = new URL('fixtures/recorded-transactions.txt', import.meta.url);

/**
 * A changed line is a change for users, and its commit says why. `WEIR_RECORD=1` writes the file anew.
 */
describe('the transactions of plans, vaults and airdrops', () => {
  it('are, byte for byte, those that were recorded', async () => {
    const lines = await recordedTransactions();
    if (process.env['WEIR_RECORD'] !== undefined) await writeFile(FILE, `${lines.join('\n')}\n`);
    expect(lines).toEqual((await readFile(FILE, 'utf8')).trimEnd().split('\n'));
  });
});

/**
 * Every path of streams and payments, in BCH and in tokens, through the one model: byte for byte what was recorded. Each line is a path's size and the beginning of its SHA-256. A new
 * path gets a line of its own; a changed one is a change for users, and its commit says which.
 */
describe('transactions of streams and payments', () => {
  it('are what they were', async () => {
    const recorded: unknown = JSON.parse(
      await readFile(new URL('fixtures/golden-transactions.json', import.meta.url), 'utf8'),
    );
    expect(goldenTransactions()).toEqual(recorded);
  });
});
