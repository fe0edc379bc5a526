import { ServerMistrustedError } from '../electrum-errors.js';
import type { ChainTransaction } from './chain-transaction.js';

/**
 * Checks that no transaction with tokens is said to be in a block from before there were any, of which little work is asked: all
 * contracts begin with tokens.
 *
 * @param tokensFrom the first height whose block may hold tokens
 * @throws ServerMistrustedError
 */
export const demandTokensExist = (
  transactions: readonly Pick<ChainTransaction, 'txid' | 'transaction' | 'height'>[],
  tokensFrom: number,
): void => {
  for (const { txid, transaction, height = tokensFrom } of transactions)
    if (height < tokensFrom && transaction.outputs.some(({ token }) => token !== undefined))
      throw new ServerMistrustedError(`Block ${height} cannot hold ${txid}: tokens came later`);
};
