import { hexToBin } from '@bitauth/libauth';
import {
  createRecurringContract,
  createVestingContract,
  type Network,
  type RecurringParameters,
  type VestingParameters,
} from '@weir/covenants';
import type { NewStream } from '@weir/infra';
import type { PaymentPlan } from '@weir/payments';
import { paymentPlanOf } from '../recurring-plan.js';
import { assetOf, scheduleOf, type PlannedTerms } from '../stream-plan.js';
import { bchVestingCovenant } from './bch-vesting.js';
import type { RecurringCovenant } from './recurring-covenant.js';
import { recurringCovenant } from './recurring.js';
import type { StreamCovenant } from './stream-covenant.js';
import { tokenVestingCovenant } from './token-vesting.js';

export type ContractTerms = PlannedTerms &
  Pick<NewStream, 'senderHash' | 'recipientHash' | 'cancelable' | 'cancelNoticeBlocks' | 'nonce'>;

/** The constructor parameters of a stored stream. */
export const parametersOf = (stream: ContractTerms): VestingParameters => ({
  sender: hexToBin(stream.senderHash),
  recipient: hexToBin(stream.recipientHash),
  schedule: scheduleOf(stream),
  noticeBlocks: stream.cancelable ? stream.cancelNoticeBlocks : 0,
  nonce: hexToBin(stream.nonce),
});

const recurringParametersOf = (stream: ContractTerms, plan: PaymentPlan): RecurringParameters => {
  const pausable = stream.recurring?.pausable ?? false;
  return {
    sender: hexToBin(stream.senderHash),
    recipient: hexToBin(stream.recipientHash),
    plan,
    noticeBlocks: stream.cancelable || pausable ? stream.cancelNoticeBlocks : 0,
    cancelable: stream.cancelable,
    pausable,
    nonce: hexToBin(stream.nonce),
  };
};

/**
 * The contract of a stored recurring stream or payment.
 *
 * @throws Error for any other
 */
export const recurringCovenantOf = (stream: ContractTerms, network: Network): RecurringCovenant => {
  const plan = paymentPlanOf(stream);
  if (plan === undefined) throw new Error('Only what recurs has a recurring contract');
  return recurringCovenant(createRecurringContract(recurringParametersOf(stream, plan), network, assetOf(stream)));
};

/** The contract of a stored stream or payment. */
export const covenantOf = (stream: ContractTerms, network: Network): StreamCovenant => {
  if (stream.recurring !== null) return recurringCovenantOf(stream, network);
  const parameters = parametersOf(stream);
  const asset = assetOf(stream);
  return asset.type === 'BCH'
    ? bchVestingCovenant(createVestingContract(parameters, network))
    : tokenVestingCovenant(createVestingContract(parameters, network, asset));
};
