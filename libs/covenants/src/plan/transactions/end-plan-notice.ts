import { assembleKeyless, feeOf, sizeOf, type TransactionPlan } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import { satoshisOf, streamOutputs, type PlanClockCoin, type PlanCoin } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';
import { MAX_STREAM_RESERVE, PLAN_TOKEN_PAYOUT_SATOSHIS } from '../plan-limits.js';
import { isBchPlan } from '../plan-product.js';
import { clockInput, streamInputs } from './plan-inputs.js';

type Shape = Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'>;

/** Satoshis that a refund or a settling may take: without a payout, those of its output are not to be had either. */
const endBound = ({ terms }: PlanContract): bigint =>
  isBchPlan(terms.product) ? terms.feeBound : terms.feeBound - PLAN_TOKEN_PAYOUT_SATOSHIS;

const shapeOf = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  call: PlanCall,
): Omit<Shape, 'outputs'> => ({
  network: contract.network,
  contractInputs: [
    ...streamInputs(contract, coin, call),
    clockInput(contract, coin, clock, contract.group.noticeBlocks),
  ],
  locktime: 0n,
});

/** Completes what the contract itself pays for; undefined where nodes ask for more than it may give. */
const complete = (
  contract: PlanContract,
  shape: (fee: bigint) => Shape,
  feeRate: bigint | undefined,
): KeylessTransaction | undefined => {
  const fee = feeOf(sizeOf(shape(0n)), feeRate);
  if (fee > endBound(contract)) return undefined;
  const plan = shape(fee);
  return completeKeyless(assembleKeyless(plan), plan);
};

/**
 * Builds the refund: what a cancel left returns to the sender, once the clock is as old as the notice. Nobody signs.
 * Undefined where nodes ask for more than the fee bound covers: it waits for a lower rate, since a refund in tokens has a
 * single output, and no room for a payer's change.
 *
 * @throws RangeError where no cancel's notice runs
 */
export const buildPlanRefund = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { state, companion, principal } = coin;
  if (coin.units > 0n || (state.kind === 'RECURRING' && state.status !== 'CANCELLED'))
    throw new RangeError('Only a cancelled stream is refunded');
  const token = companion === undefined ? {} : { token: { category: companion.category, amount: principal } };
  const shape = shapeOf(contract, coin, clock, 'refund');
  const held = satoshisOf(coin) + clock.satoshis;
  return complete(
    contract,
    (fee) => ({
      ...shape,
      outputs: [{ to: contract.terms.sender, amount: held - fee, ...token }],
      burnsClock: true,
    }),
    feeRate,
  );
};

/**
 * Builds the settling of a pause, once the clock is as old as the notice: the units return, and of the periods left only the
 * one that runs still falls due. Nobody signs; the clock's satoshis pay. Pay first what is due: what fell due in the notice
 * and was not paid waits for the resume. Undefined where nodes ask for more than the clock holds.
 *
 * @throws RangeError where no pause's notice runs
 */
export const buildPlanSettle = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { state } = coin;
  if (state.kind !== 'RECURRING' || state.status !== 'PAUSING') throw new RangeError('Only a pause is settled');
  const shape = shapeOf(contract, coin, clock, 'settle');
  const reserveWith = (surplus: bigint): bigint => {
    const grown = coin.reserve + surplus;
    return coin.companion === undefined && grown > MAX_STREAM_RESERVE ? coin.reserve : grown;
  };
  return complete(
    contract,
    (fee) => ({
      ...shape,
      outputs: streamOutputs(contract, {
        ...coin,
        units: clock.units,
        state: { ...state, status: 'PAUSED', open: 'ONE' },
        reserve: reserveWith(clock.satoshis - fee),
      }),
    }),
    feeRate,
  );
};
