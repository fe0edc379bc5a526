import {
  buildKeylessVestingPush,
  buildVestingCancel,
  buildVestingClaim,
  buildVestingFunding,
  buildVestingRefund,
  encodeVestingState,
  findVestingDeployment,
  INITIAL_VESTING_STATE,
  readVestingTransition,
  splitVesting,
  VESTING_FEE_BOUND,
  VESTING_RESERVED_TRANSITIONS,
  vestingFundingAmount,
  type VestingContract,
  type VestingPayment,
} from '@weir/covenants';
import type { StreamState } from '@weir/infra';
import { clockAt } from './clock-output.js';
import { toStoredState, toVestingCoin } from './stored-state.js';
import type { StreamCovenant, StreamPayment } from './stream-covenant.js';

/** Index of the clock among a cancel's outputs. */
const CLOCK_OUTPUT = 1;
/** Bytes of a funding with one wallet input; each further coin the wallet needs adds 148. */
const FUNDING_SIZE = 465n;

/** A stream of BCH: the state output holds the money. */
export const bchVestingCovenant = (contract: VestingContract): StreamCovenant => {
  const toPayment = ({ state, payout, clock }: StreamPayment): VestingPayment => ({
    contract,
    coin: toVestingCoin(state),
    clock,
    payout,
  });
  const splitAt = (state: StreamState, time: bigint) => splitVesting(contract, toVestingCoin(state).state, time);
  return {
    network: contract.network,
    address: contract.address,
    lockingBytecode: contract.lockingBytecode,
    sender: contract.parameters.sender,
    recipient: contract.parameters.recipient,
    initialCommitment: encodeVestingState(INITIAL_VESTING_STATE),
    funding: {
      satoshis: vestingFundingAmount(contract.parameters.schedule.total),
      reserve: VESTING_RESERVED_TRANSITIONS * VESTING_FEE_BOUND,
      tokens: null,
      size: FUNDING_SIZE,
    },

    findDeployment({ txid, transaction }) {
      const found = findVestingDeployment(contract, txid, transaction);
      return found.ok ? { ok: true, state: toStoredState(found.coin) } : found;
    },
    readTransition(from, { txid, transaction }) {
      const read = readVestingTransition(contract, toVestingCoin(from), txid, transaction);
      if (read === undefined) return undefined;
      const { spent, next, clock, ...step } = read;
      const held = (next?.satoshis ?? 0n) + (clock?.satoshis ?? 0n);
      return {
        ...step,
        spent: spent.outpoint,
        released: spent.state.released,
        next: next === undefined ? null : toStoredState(next),
        refundable: read.kind === 'cancel' ? held : held - spent.satoshis,
        recurring: null,
      };
    },
    clockOf: (cancel) => clockAt(cancel, CLOCK_OUTPUT),
    split(state, time) {
      const split = splitAt(state, time);
      return split && { vested: split.vested, paid: split.paid, periods: null, isImmediate: false };
    },

    buildFunding: (sender, tip) => buildVestingFunding(contract, sender, tip),
    buildClaim: (payment, recipient) => buildVestingClaim(toPayment(payment), recipient),
    buildPush: (payment) => buildKeylessVestingPush(toPayment(payment)),
    buildCancel({ state, time }, sender) {
      const split = splitAt(state, time);
      if (split === undefined) throw new RangeError('The stream cannot be cancelled at this time');
      const transaction = buildVestingCancel(contract, toVestingCoin(state), split, sender);
      const [left, clock] = transaction.outputs;
      return { transaction, amount: (left?.amount ?? 0n) + (clock?.amount ?? 0n) };
    },
    buildRefund(state, clock) {
      const transaction = buildVestingRefund(contract, toVestingCoin(state), clock);
      return { transaction, amount: transaction.outputs[0]?.amount ?? 0n };
    },
  };
};
