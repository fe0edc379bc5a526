import { type ChainTransaction, findTransaction, spenderOf, type VaultRecord, type VaultScope } from '@weir/infra';
import { findDeposit } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import { recordDeposit } from './record-facts.js';

/** Whether a block holds a transaction. */
export const isMined = ({ blockHash }: Pick<ChainTransaction, 'blockHash'>): boolean => blockHash !== undefined;

/** Returns what spends output 0 of a transaction, which may become a category; undefined where nothing does. */
export const spenderOfSeed = async (
  { chain }: Pick<VaultContext, 'chain'>,
  category: string,
): Promise<ChainTransaction | undefined> => {
  const seed = await findTransaction(chain, category);
  const output = seed?.transaction.outputs[0];
  return output && spenderOf(chain, { txid: category, vout: 0 }, output.lockingBytecode);
};

/**
 * Finds the first deposit of a roster that was offered for signing: whether or not anybody reports it, it counts once a block holds
 * it. Before that nobody may know the address, since another transaction could spend the coin that names it.
 *
 * @throws ChainUnavailableError
 */
export const findAwaitedDeposit = async (context: VaultContext, vault: VaultRecord) => {
  const { status, roster } = vault;
  if (status !== 'pending' || roster === null || roster.category === null) return undefined;
  const transaction = await spenderOfSeed(context, roster.category);
  if (transaction === undefined || !isMined(transaction)) return undefined;
  const found = findDeposit(vault, transaction, context.network);
  if (!found.ok) return undefined;
  return (scope: VaultScope) => recordDeposit(context, scope, found, transaction, 'chain');
};
