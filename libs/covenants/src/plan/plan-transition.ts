import type { TransactionCommon } from '@bitauth/libauth';
import { type PlanCoin, readStream } from './plan-coin.js';
import type { PlanContract } from './plan-contract.js';
import { stepFeeOf } from './plan-limits.js';
import {
  readStreamTransition,
  type StreamTransition,
  type StreamTransitionKind,
  type StreamTransitionProblem,
  type StreamTransitionResult,
} from './stream-transition.js';

/** What a transaction did to a stream of a plan. */
export type PlanTransitionKind = StreamTransitionKind;
/** One step of a plan's stream, read from the transaction that spent its state. */
export type PlanTransition = StreamTransition<PlanCoin>;
/** Why a transaction is not a step of a plan's stream. */
export type PlanTransitionProblem = StreamTransitionProblem;
/** The step that a transaction is, or why it is none. */
export type PlanTransitionResult = StreamTransitionResult<PlanCoin>;

/**
 * Reads the step by which a transaction spent a state of a plan's stream, as {@link readStreamTransition} does.
 *
 * @param spent the stream before the transaction
 * @param txid display-order hex
 */
export const readPlanTransition = (
  contract: PlanContract,
  spent: PlanCoin,
  txid: string,
  transaction: TransactionCommon,
): PlanTransitionResult =>
  readStreamTransition(
    {
      sender: contract.terms.sender,
      clock: contract.clock.lockingBytecode,
      stepFee: stepFeeOf(contract.terms),
      readCall: contract.readCall,
      readCoin(outputs, outpoint) {
        const holding = readStream(contract, outputs, outpoint.vout);
        return holding && { ...holding, outpoint };
      },
    },
    spent,
    txid,
    transaction,
  );
