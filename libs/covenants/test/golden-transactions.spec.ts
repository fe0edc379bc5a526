import { readFile } from 'node:fs/promises';
import { goldenTransactions } from './support/golden-cases.js';

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
