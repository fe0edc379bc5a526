import { hexToBin } from '@bitauth/libauth';
import type { ChainReader } from '@weir/infra';
import { refusalOf } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';

/** How many transactions of an address are looked at; a record with more of them is kept. */
const MAX_TRANSACTIONS = 1_000;

/** Refusals of a transaction that does not fund the record. */
const NO_FUNDING: ReadonlySet<string> = new Set(['TX_MISMATCH', 'HASH_ALREADY_USED']);

/**
 * What the chain shows of a record that nobody confirmed; `paid`: no funding, but there are coins at the address that
 * can be recovered.
 */
export type FundingVerdict = 'funded' | 'unfunded' | 'paid';

/**
 * Finds out whether a contract was funded without anybody reporting it: every transaction that ever touched its address is tried
 * as its funding, and the one that is gets confirmed. The history is read because spent fundings count.
 *
 * @param confirm the use case that confirms a funding; it throws TX_MISMATCH for one that is none
 * @throws ServiceError and the errors of reading the chain: nothing may be removed then
 */
export const findLateFunding = async (
  lockingBytecode: string,
  chain: Pick<ChainReader, 'history' | 'unspent'>,
  confirm: (txHash: string) => Promise<unknown>,
): Promise<FundingVerdict> => {
  const script = hexToBin(lockingBytecode);
  // Two calls that mostly show two views of the same index: both must be empty.
  const [history, coins] = [await chain.history(script), await chain.unspent(script)];
  const txids = [...new Set([...history, ...coins].map(({ txid }) => txid))];
  if (txids.length > MAX_TRANSACTIONS)
    throw new ServiceError('WRONG_STATE', 'Too many transactions of the contract to check', {
      transactions: txids.length,
    });
  for (const txid of txids) {
    try {
      await confirm(txid);
      return 'funded';
    } catch (error) {
      // Of an equal lock it may be another record's funding.
      if (!NO_FUNDING.has(refusalOf(error)?.code ?? '')) throw error;
    }
  }
  return 'unfunded';
};
