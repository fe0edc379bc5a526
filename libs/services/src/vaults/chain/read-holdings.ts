import { binsAreEqual, hexToBin } from '@bitauth/libauth';
import { outpointKey, vaultUtxo } from '@weir/covenants';
import { toUnspent, type ChainReader, type ChainTransaction, type UnspentOutput, type VaultRecord } from '@weir/infra';
import { toVaultCoin } from '../../shared/vaults/stored-vault.js';
import { spentBy } from './spent-by.js';

const outputsAt = ({ txid, transaction }: ChainTransaction, lockingBytecode: Uint8Array): UnspentOutput[] =>
  transaction.outputs.flatMap((output, vout) =>
    binsAreEqual(output.lockingBytecode, lockingBytecode) ? [toUnspent(txid, vout, output)] : [],
  );

/** Outputs of transactions that the servers' index does not show yet: it lags behind the mempool by up to two seconds. */
const unindexed = async (
  chain: ChainReader,
  lockingBytecode: Uint8Array,
  listed: readonly UnspentOutput[],
  known: readonly ChainTransaction[],
): Promise<UnspentOutput[]> => {
  const shown = new Set(listed.map(({ txid }) => txid));
  const hidden = known.filter(
    (transaction) => !shown.has(transaction.txid) && outputsAt(transaction, lockingBytecode).length > 0,
  );
  if (hidden.length === 0) return [];
  const history = new Set((await chain.history(lockingBytecode)).map(({ txid }) => txid));
  return hidden
    .filter(({ txid }) => !history.has(txid))
    .flatMap((transaction) => outputsAt(transaction, lockingBytecode));
};

/**
 * Reads the coins at a vault's address: those the servers list, corrected by transactions that are known to exist. The state is
 * the record's, which was found by its lineage.
 *
 * @param known transactions on the chain, or in the mempool, that may be newer than the index
 * @throws ChainUnavailableError
 */
export const readHoldings = async (
  { state, lockingBytecode }: VaultRecord,
  known: readonly ChainTransaction[],
  chain: ChainReader,
): Promise<UnspentOutput[]> => {
  const here = hexToBin(lockingBytecode);
  const listed = await chain.unspent(here);
  const own = state === null ? [] : [{ ...vaultUtxo(toVaultCoin(state)), height: 0 }];
  const coins = new Map(
    [...own, ...(await unindexed(chain, here, listed, known)), ...listed].map((coin) => [outpointKey(coin), coin]),
  );
  for (const { transaction } of known) for (const spent of spentBy(transaction)) coins.delete(outpointKey(spent));
  return [...coins.values()];
};

/** Returns the sum of coins, satoshis. */
export const balanceOf = (coins: readonly UnspentOutput[]): bigint =>
  coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
