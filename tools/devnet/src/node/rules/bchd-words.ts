import type { Transaction } from '../primitives/transaction.js';
import type { Refusal } from './refusal.js';

/** What bchd looks up to word a refusal. */
interface Lookups {
  /** Whether an output (`txid:vout`) exists and is not spent in the chain. */
  isUnspentInChain(outpoint: string): boolean;
  /** Returns the transaction of the mempool that spends an output. */
  spenderInMempool(outpoint: string): string | undefined;
}

/** Words the refusal of a transaction that the mempool or the chain has already, as bchd 0.22 does. */
export const bchdKnown = (txid: string, isMined: boolean): string =>
  isMined ? 'TX rejected: transaction already exists' : `TX rejected: already have transaction ${txid}`;

/** Words any other refusal as bchd 0.22 does. Its texts for rule violations differ from BCHN's; only the prefix is kept here. */
export const bchdRefusal = ({ txid, spends }: Transaction, { reason }: Refusal, lookups: Lookups): string => {
  for (const outpoint of spends) {
    const spender = lookups.spenderInMempool(outpoint);
    if (spender !== undefined)
      return `TX rejected: output ${outpoint} already spent by transaction ${spender} in the memory pool`;
  }
  const missing = spends.find((outpoint) => !lookups.isUnspentInChain(outpoint));
  return missing === undefined
    ? `TX rejected: ${reason}`
    : `TX rejected: orphan transaction ${txid} references outputs of unknown or fully-spent transaction ${missing.split(':')[0] ?? ''}`;
};
