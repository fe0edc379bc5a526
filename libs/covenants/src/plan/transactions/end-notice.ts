import type { Party } from '../../chain/party.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { BoundedStep } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import type { PlanClockCoin, PlanCompanion } from '../plan-coin.js';
import { MAX_STREAM_RESERVE } from '../plan-limits.js';
import { assertSender } from './sender-move.js';

/** What a stream holds, of a plan or by the calendar. */
interface HeldCoin {
  readonly companion: PlanCompanion | undefined;
  readonly principal: bigint;
  readonly reserve: bigint;
}

/** Returns the output of a refund, which holds all that the stream leaves. @param amount satoshis */
export const refundOutput = (
  sender: Party,
  { companion, principal }: Pick<HeldCoin, 'companion' | 'principal'>,
  amount: bigint,
) => ({
  to: sender,
  amount,
  ...(companion !== undefined && { token: { category: companion.category, amount: principal } }),
});

/** Returns the reserve of a stream once satoshis of the clock come to it. Of BCH it stays as it is where a state cannot hold the sum. */
export const grownReserve = (
  { companion, reserve }: Pick<HeldCoin, 'companion' | 'reserve'>,
  surplus: bigint,
): bigint => {
  const grown = reserve + surplus;
  return companion === undefined && grown > MAX_STREAM_RESERVE ? reserve : grown;
};

/**
 * Builds a refund with the sender's own coins behind the contract's, at any fee rate. Everything that is not fee goes to the one output,
 * which is the sender's anyway.
 *
 * @throws RangeError where the wallet is not the sender's
 * @throws InsufficientFundsError
 */
export const buildPaidRefund = (
  step: BoundedStep,
  party: Party,
  sender: WalletCoins,
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  assertSender(party, sender);
  return lighten(
    assemble({
      ...step.shape(0n),
      wallet: sender,
      change: 'merged',
      feeRate,
      userPrompt: 'Take back the rest of the cancelled stream',
    }),
  );
};

/**
 * Builds a settling with anybody's coins behind the contract's, for what nodes ask beyond the clock's satoshis.
 *
 * @throws InsufficientFundsError
 */
export const buildPaidSettle = (
  step: BoundedStep,
  clock: PlanClockCoin,
  payer: WalletCoins,
  { feeRate }: BuildOptions,
): UnsignedTransaction =>
  lighten(
    assemble({
      ...step.shape(clock.satoshis),
      wallet: payer,
      change: 'last',
      feeRate,
      userPrompt: 'End the notice of the pause',
    }),
  );
