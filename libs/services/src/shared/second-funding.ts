import { binToHex } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  type ChainReader,
  type ChainTransaction,
  HistoryHiddenError,
  TransactionNotFoundError,
  TRANSACTIONS_AT_ONCE,
  type UnspentOutput,
} from '@weir/infra';
import { ServiceError } from './service-error.js';

/**
 * Returns the history of a script as it is shown; none where there was one before: a reorganisation may have taken all of it.
 *
 * @throws ChainUnavailableError
 */
export const shownHistory = async (lockingBytecode: Uint8Array, chain: Pick<ChainReader, 'history'>) => {
  try {
    return await chain.history(lockingBytecode);
  } catch (error) {
    if (error instanceof HistoryHiddenError) return [];
    throw error;
  }
};

/** Where a funding would lie, and how to distinguish one from a look-alike. */
export interface FundingPlace {
  /** The contract's. */
  readonly lockingBytecode: Uint8Array;
  /** Whether a coin may be part of a funding, judged by the coin alone: cheap, and true for every real one. */
  readonly mayFund: (coin: UnspentOutput) => boolean;
  /** Whether a transaction is a funding: the verdict of confirm-funding. */
  readonly funds: (transaction: ChainTransaction) => boolean;
  /** What else than the place decides the verdict, as text: of locks, whose address does not say whose they are. */
  readonly of?: string;
  /** Fundings of other records at the same place. */
  readonly taken?: { readonly has: (txid: string) => boolean };
}

/** How many verdicts are cached per chain. */
const MAX_CACHED = 20_000;
/** How many transactions of which nothing is left at the address are read at a time, the oldest first. */
const MAX_MOVED = 1_000;

/**
 * Transactions found not to fund the contract they pay to: a transaction never changes, so each forgery is read once, however
 * often a client asks.
 */
const forgeries = new WeakMap<object, LRUCache<string, true>>();

const forgeriesOf = (chain: object): LRUCache<string, true> => {
  const known = forgeries.get(chain) ?? new LRUCache<string, true>({ max: MAX_CACHED });
  forgeries.set(chain, known);
  return known;
};

/** Reads those of some transactions that still exist: one in the mempool may have gone since it was listed. */
export const readPresent = async (
  chain: Pick<ChainReader, 'transactions'>,
  txids: readonly string[],
): Promise<readonly ChainTransaction[]> => {
  try {
    return await chain.transactions(txids);
  } catch (error) {
    if (!(error instanceof TransactionNotFoundError)) throw error;
    return readPresent(
      chain,
      txids.filter((txid) => txid !== error.txid),
    );
  }
};

type Chain = Pick<ChainReader, 'history' | 'transactions' | 'unspent'>;

/**
 * Finds the transaction that already funds a contract, among all that paid to it. Anybody can pay anything to a published
 * address, so only what confirm-funding would accept counts. A funding counts as well after all that it made there has moved on:
 * recipients find it on the chain, and are paid by it, whether or not it was confirmed here.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const findFunding = async (place: FundingPlace, chain: Chain) => {
  const { lockingBytecode, mayFund, funds, of = '', taken } = place;
  const [coins, history] = await Promise.all([chain.unspent(lockingBytecode), shownHistory(lockingBytecode, chain)]);
  const known = forgeriesOf(chain);
  const keyOf = (txid: string): string => `${binToHex(lockingBytecode)}/${of}/${txid}`;
  const isUnknown = (txid: string): boolean => !known.has(keyOf(txid)) && taken?.has(txid) !== true;
  const there = new Set(coins.map(({ txid }) => txid));
  const moved = history.map(({ txid }) => txid).filter((txid) => !there.has(txid) && isUnknown(txid));
  const standing = coins.filter(mayFund).map(({ txid }) => txid);
  const txids = [...new Set([...standing.filter(isUnknown), ...moved.slice(0, MAX_MOVED)])];
  for (let i = 0; i < txids.length; i += TRANSACTIONS_AT_ONCE) {
    for (const transaction of await readPresent(chain, txids.slice(i, i + TRANSACTIONS_AT_ONCE))) {
      if (funds(transaction)) return transaction.txid;
      known.set(keyOf(transaction.txid), true);
    }
  }
  return undefined;
};

/**
 * Refuses to hand out a second funding where one was broadcast but never confirmed here: it would be paid twice.
 *
 * @throws ServiceError WRONG_STATE with the funding's hash, CHAIN_UNAVAILABLE
 */
export const refuseSecondFunding = async (place: FundingPlace, chain: Chain): Promise<void> => {
  const fundingTxHash = await findFunding(place, chain);
  if (fundingTxHash === undefined) return;
  throw new ServiceError('WRONG_STATE', 'The contract is already funded: confirm that funding with its hash', {
    status: 'PENDING',
    fundingTxHash,
  });
};
