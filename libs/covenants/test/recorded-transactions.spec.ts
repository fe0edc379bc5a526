import { readFile, writeFile } from 'node:fs/promises';
import { recordedTransactions } from './support/recorded-cases.js';

const FILE = new URL('fixtures/recorded-transactions.txt', import.meta.url);

/**
 * A changed line is a change for users, and its commit says why. `WEIR_RECORD=1` writes the file again.
 */
describe('the transactions of plans, vaults and airdrops', () => {
  it('are, byte for byte, those that were recorded', async () => {
    const lines = await recordedTransactions();
    if (process.env['WEIR_RECORD'] !== undefined) await writeFile(FILE, `${lines.join('\n')}\n`);
    expect(lines).toEqual((await readFile(FILE, 'utf8')).trimEnd().split('\n'));
  });
});
