import { outpointKey, type Transaction } from '../primitives/transaction.js';
import {
  checkInputs,
  checkRegularTransaction,
  type Coin,
  isFinal,
  outputValue,
  satisfiesSequenceLocks,
  type Tip,
  valueOf,
} from './check-transaction.js';
import { duplicate, invalid, nonstandard, type Refusal } from './refusal.js';
import { checkConsensusScripts, checkStandardScripts } from './scripts.js';
import { checkStandard, checkStandardCoins } from './standardness.js';
import { checkTokens } from './tokens.js';

/** What a transaction is judged against: the tip the next block builds on, and the existing coins. */
export interface ValidationContext {
  /** The relay fee of the mempool, satoshis for 1,000 bytes; blocks ask for none. */
  readonly relayFee?: bigint;
  /** By what the mempool computes its dust limit, satoshis for 1,000 bytes. */
  readonly dustRate?: bigint | undefined;
  readonly tip: Tip;
  /** Returns the coin at an outpoint (`txid:vout`), unless it is spent in the chain. */
  coin(outpoint: string): Coin | undefined;
  /** Returns why the mempool cannot take the transaction: it holds it already, or one that spends the same output. */
  conflict?(transaction: Transaction): Refusal | undefined;
  /**
   * Whether the scripts are known to pass. They go on passing, since they depend only on the transaction and what it
   * spends.
   */
  hasGoodScripts?(txid: string): boolean;
  /** Whether the transaction returns from a disconnected block, in which case no fee is asked for. */
  readonly isReturning?: boolean;
}

export type ValidationResult =
  | { readonly accepted: true; readonly fee: bigint }
  | { readonly accepted: false; readonly refusal: Refusal };

const minimumSize = 65;
/** The default relay fee, satoshis for 1,000 bytes. */
export const defaultRelayFee = 1_000n;
/** The fee above which the node suspects a mistake: 0.1 BCH. */
const absurdFee = 10_000_000n;

const refused = (refusal: Refusal): ValidationResult => ({ accepted: false, refusal });

/** Checks form and lock time for the next block. The mempool words each failure as merely nonstandard. */
const checkForNextBlock = (transaction: Transaction, tip: Tip): Refusal | undefined => {
  const { version } = transaction.content;
  if (!isFinal(transaction, tip)) return invalid('bad-txns-nonfinal', 'non-final transaction');
  if (transaction.raw.length < minimumSize) return invalid('bad-txns-undersize');
  return version === 1 || version === 2 ? undefined : invalid('bad-txns-version');
};

const findCoins = ({ spends }: Transaction, context: ValidationContext): Coin[] | undefined => {
  const coins: Coin[] = [];
  for (const outpoint of spends) {
    const coin = context.coin(outpoint);
    if (coin === undefined) return undefined;
    coins.push(coin);
  }
  return coins;
};

/** Words the absence of coins. An unspent output of the transaction itself shows that it is in the chain already. */
const missingInputs = ({ content, txid }: Transaction, context: ValidationContext): Refusal =>
  content.outputs.some((_, vout) => context.coin(outpointKey(txid, vout)) !== undefined)
    ? duplicate('txn-already-known')
    : { reason: 'missing-inputs' };

/** Rounds as `CFeeRate::GetFee` does: the node asks nothing for a fraction of a satoshi. */
const relayFeeOf = (size: number, relayFee: bigint): bigint => (BigInt(size) * relayFee) / 1_000n;

const checkFee = (fee: bigint, least: bigint, isReturning: boolean): Refusal | undefined => {
  if (fee < least && !isReturning) return { code: 66, reason: 'min relay fee not met' };
  return fee > absurdFee && !isReturning
    ? { code: 256, reason: 'absurdly-high-fee', detail: `${fee} > ${absurdFee}` }
    : undefined;
};

/** Checks the consensus rules on value and tokens. */
const checkConservation = (
  transaction: Transaction,
  coins: readonly Coin[],
  { tip }: ValidationContext,
): Refusal | undefined => checkInputs(transaction, coins, tip.height + 1) ?? checkTokens(transaction, coins);

/** Validates a transaction for the mempool by consensus and relay policy, in the order of BCHN's checks. */
export const validateTransaction = (transaction: Transaction, context: ValidationContext): ValidationResult => {
  const { isReturning = false, relayFee = defaultRelayFee, dustRate, tip } = context;
  const unfit = checkRegularTransaction(transaction) ?? checkStandard(transaction, dustRate);
  if (unfit !== undefined) return refused(unfit);
  const premature = checkForNextBlock(transaction, tip);
  if (premature !== undefined) return refused({ ...premature, code: 64 });
  const conflict = context.conflict?.(transaction);
  if (conflict !== undefined) return refused(conflict);
  const coins = findCoins(transaction, context);
  if (coins === undefined) return refused(missingInputs(transaction, context));
  if (!satisfiesSequenceLocks(transaction, coins, tip)) return refused(nonstandard('non-BIP68-final'));
  const unbacked = checkStandardCoins(coins) ?? checkConservation(transaction, coins, context);
  if (unbacked !== undefined) return refused(unbacked);
  const fee = valueOf(coins) - outputValue(transaction);
  const refusal =
    checkFee(fee, relayFeeOf(transaction.raw.length, relayFee), isReturning) ??
    (context.hasGoodScripts?.(transaction.txid) ? undefined : checkStandardScripts(transaction, coins));
  return refusal === undefined ? { accepted: true, fee } : refused(refusal);
};

/** Validates a transaction for the next block, by consensus alone. Reasons are those of BCHN's block checks. */
export const validateInBlock = (transaction: Transaction, context: ValidationContext): ValidationResult => {
  const { tip } = context;
  const unfit = checkRegularTransaction(transaction) ?? checkForNextBlock(transaction, tip);
  if (unfit !== undefined) return refused(unfit);
  const coins = findCoins(transaction, context);
  if (coins === undefined) return refused(invalid('bad-txns-inputs-missingorspent'));
  const unbacked = checkConservation(transaction, coins, context);
  if (unbacked !== undefined) return refused(unbacked);
  if (!satisfiesSequenceLocks(transaction, coins, tip)) return refused(invalid('bad-txns-nonfinal'));
  const refusal = context.hasGoodScripts?.(transaction.txid) ? undefined : checkConsensusScripts(transaction, coins);
  return refusal === undefined ? { accepted: true, fee: valueOf(coins) - outputValue(transaction) } : refused(refusal);
};
