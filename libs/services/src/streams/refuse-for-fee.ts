import type { Utxo } from 'cashscript';
import { CovenantError, encodeWcTransaction, type NoticeEnd } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { feeRateTooHigh } from '../shared/fee-rate.js';
import type { ServiceError } from '../shared/service-error.js';
import type { StreamContext } from './stream-context.js';

/** Makes the refusal of a push that only nodes' fee rate holds back. */
export const pushHeldBack = async ({ chain }: StreamContext): Promise<ServiceError> =>
  feeRateTooHigh(
    'push',
    await chain.feeRate(),
    'the recipient claims, and their coins pay the rest, or it waits for a lower rate',
  );

const tryPaid = (end: NoticeEnd, coins: readonly Utxo[]): ReturnType<NoticeEnd['buildPaid']> | undefined => {
  try {
    return end.buildPaid(coins);
  } catch (error) {
    if (error instanceof CovenantError && error.is('INSUFFICIENT_FUNDS')) return undefined;
    throw error;
  }
};

/**
 * Refuses the end of a notice whose fee the contract may not pay. The refusal holds the same step for the sender to sign, where
 * their wallet has coins for the rest.
 *
 * @throws ServiceError FEE_RATE_TOO_HIGH
 */
export const refuseForFee = async (context: StreamContext, stream: StreamRecord, end: NoticeEnd): Promise<never> => {
  const [feeRate, coins] = await Promise.all([
    context.chain.feeRate(),
    onChain(() => context.chain.unspent(context.contracts.of(stream).sender)),
  ]);
  const name = end.kind === 'refund' ? 'refund' : 'settling';
  const signed = tryPaid(end, coins);
  throw feeRateTooHigh(
    name,
    feeRate,
    signed === undefined
      ? 'it waits for a lower rate, or for plain coins in the sender’s wallet, which then signs for it'
      : 'the sender signs and broadcasts wcTransaction instead, whose fee their coins pay, or it waits for a lower rate',
    { wcTransaction: signed === undefined ? null : encodeWcTransaction(signed.transaction.wcTransaction, 'tagged') },
  );
};
