import {
  buildKeylessTokenVestingPush,
  buildTokenVestingCancel,
  buildTokenVestingClaim,
  buildTokenVestingFunding,
  buildTokenVestingRefund,
  encodeVestingState,
  findTokenVestingDeployment,
  INITIAL_VESTING_STATE,
  readTokenVestingTransition,
  splitVesting,
  TOKEN_VESTING_STATE_FLOOR,
  tokenVestingFunding,
  type TokenVestingContract,
  type TokenVestingPayment,
} from '@weir/covenants';
import type { StreamState } from '@weir/infra';
import { clockAt } from './clock-output.js';
import { toStoredState, toTokenVestingCoin } from './stored-state.js';
import type { StreamCovenant, StreamPayment } from './stream-covenant.js';

/** Index of the clock among a cancel's outputs. */
const CLOCK_OUTPUT = 2;
/** Bytes of a funding with one plain coin and one of tokens. */
const FUNDING_SIZE = 797n;

/** A stream of a token: the output behind the state holds the tokens, the state's satoshis are the reserve. */
export const tokenVestingCovenant = (contract: TokenVestingContract): StreamCovenant => {
  const toPayment = ({ state, payout, clock }: StreamPayment): TokenVestingPayment => ({
    contract,
    coin: toTokenVestingCoin(state),
    clock,
    payout,
  });
  const satoshis = tokenVestingFunding().state;
  const splitAt = (state: StreamState, time: bigint) => splitVesting(contract, toTokenVestingCoin(state).state, time);
  return {
    network: contract.network,
    address: contract.address,
    lockingBytecode: contract.lockingBytecode,
    sender: contract.parameters.sender,
    recipient: contract.parameters.recipient,
    initialCommitment: encodeVestingState(INITIAL_VESTING_STATE),
    funding: {
      satoshis,
      reserve: satoshis - TOKEN_VESTING_STATE_FLOOR,
      tokens: contract.parameters.schedule.total,
      size: FUNDING_SIZE,
    },

    findDeployment({ txid, transaction }) {
      const found = findTokenVestingDeployment(contract, txid, transaction);
      return found.ok ? { ok: true, state: toStoredState(found.coin) } : found;
    },
    readTransition(from, { txid, transaction }) {
      const read = readTokenVestingTransition(contract, toTokenVestingCoin(from), txid, transaction);
      if (read === undefined) return undefined;
      const { kind, spent, next, paidToRecipient, paidToSender, locktime } = read;
      const held = next?.companion.amount ?? 0n;
      return {
        ...{ kind, txid, paidToRecipient, paidToSender, locktime },
        spent: spent.outpoint,
        released: spent.state.released,
        next: next === undefined ? null : toStoredState(next),
        refundable: kind === 'cancel' ? held : held - spent.companion.amount,
        recurring: null,
      };
    },
    clockOf: (cancel) => clockAt(cancel, CLOCK_OUTPUT),
    split(state, time) {
      const split = splitAt(state, time);
      return split && { vested: split.vested, paid: split.paid, periods: null, isImmediate: false };
    },

    buildFunding: (sender, tip) => buildTokenVestingFunding(contract, sender, tip),
    buildClaim: (payment, recipient) => buildTokenVestingClaim(toPayment(payment), recipient),
    buildPush: (payment) => buildKeylessTokenVestingPush(toPayment(payment)),
    buildCancel({ state, time }, sender) {
      const split = splitAt(state, time);
      if (split === undefined) throw new RangeError('The stream cannot be cancelled at this time');
      const transaction = buildTokenVestingCancel(contract, toTokenVestingCoin(state), split, sender);
      return { transaction, amount: transaction.outputs[1]?.token?.amount ?? 0n };
    },
    buildRefund(state, clock) {
      const transaction = buildTokenVestingRefund(contract, toTokenVestingCoin(state), clock);
      return { transaction, amount: transaction.outputs[0]?.token?.amount ?? 0n };
    },
  };
};
