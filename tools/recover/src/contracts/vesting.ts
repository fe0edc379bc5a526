import {
  buildKeylessTokenVestingPush,
  buildKeylessVestingPush,
  buildPaidTokenVestingPush,
  buildPaidVestingPush,
  buildTokenVestingCancel,
  buildTokenVestingClaim,
  buildTokenVestingRefund,
  buildVestingCancel,
  buildVestingClaim,
  buildVestingRefund,
  buildVestingSweep,
  isVestingStray,
  nextPayoutTime,
  splitVesting,
  vestingPayout,
  type ClockCoin,
  type TokenVestingContract,
  type TokenVestingPayment,
  type VestingAsset,
  type VestingContract,
  type VestingPayment,
  type VestingPayout,
  type VestingSplit,
} from '@weir/covenants';
import { onlyLane, toTokenVestingCoin, toVestingCoin, type StoredState } from '@weir/indexing/products';
import { NO_NOTICE, NOT_CANCELABLE, NOTHING_DUE, required, type Position, type TwoParty } from './two-party.js';

const clockOf = (state: StoredState): ClockCoin => required(onlyLane(state).clock, NO_NOTICE);

/** What streams of both assets have in common. */
const vesting = (contract: VestingContract<VestingAsset>) => {
  const { parameters, asset, network } = contract;
  const { schedule, sender, recipient, noticeBlocks } = parameters;
  const findPayout = ({ state, time }: Position): VestingPayout | undefined =>
    vestingPayout(schedule, toVestingCoin(state).state, time, asset);
  const findSplit = ({ state, time }: Position): VestingSplit | undefined =>
    splitVesting(contract, toVestingCoin(state).state, time);
  const common = {
    network,
    sender,
    recipient,
    scripts: [contract.lockingBytecode, contract.clock.lockingBytecode, contract.companion.lockingBytecode],
    noticeBlocks,
    due: (position) => findPayout(position)?.due ?? 0n,
    nextDue: (state) => nextPayoutTime(schedule, toVestingCoin(state).state, asset),
    split(position) {
      const split = findSplit(position);
      return split && { paid: split.paid, isImmediate: false };
    },
    noticeEnd: (state) => (onlyLane(state).clock === undefined ? undefined : 'refund'),
    isStray: isVestingStray,
    buildSweep: (strays, wallet) => buildVestingSweep(contract, strays, wallet),
  } satisfies Partial<TwoParty>;
  return {
    common,
    payout: (position: Position) => required(findPayout(position), NOTHING_DUE),
    split: (position: Position) => required(findSplit(position), NOT_CANCELABLE),
  };
};

/** A vesting stream of BCH. */
export const bchVesting = (contract: VestingContract): TwoParty => {
  const { common, payout, split } = vesting(contract);
  const toPayment = (position: Position): VestingPayment => ({
    contract,
    coin: toVestingCoin(position.state),
    clock: onlyLane(position.state).clock,
    payout: payout(position),
  });
  return {
    ...common,
    buildClaim: (position, recipient) => buildVestingClaim(toPayment(position), recipient),
    buildPush: (position) => buildKeylessVestingPush(toPayment(position)),
    buildPaidPush: (position, payer) => buildPaidVestingPush(toPayment(position), payer),
    buildCancel: (position, sender) =>
      buildVestingCancel(contract, toVestingCoin(position.state), split(position), sender),
    buildNoticeEnd: (state) => buildVestingRefund(contract, toVestingCoin(state), clockOf(state)),
  };
};

/** A vesting stream of a token. */
export const tokenVesting = (contract: TokenVestingContract): TwoParty => {
  const { common, payout, split } = vesting(contract);
  const toPayment = (position: Position): TokenVestingPayment => ({
    contract,
    coin: toTokenVestingCoin(position.state),
    clock: onlyLane(position.state).clock,
    payout: payout(position),
  });
  return {
    ...common,
    buildClaim: (position, recipient) => buildTokenVestingClaim(toPayment(position), recipient),
    buildPush: (position) => buildKeylessTokenVestingPush(toPayment(position)),
    buildPaidPush: (position, payer) => buildPaidTokenVestingPush(toPayment(position), payer),
    buildCancel: (position, sender) =>
      buildTokenVestingCancel(contract, toTokenVestingCoin(position.state), split(position), sender),
    buildNoticeEnd: (state) => buildTokenVestingRefund(contract, toTokenVestingCoin(state), clockOf(state)),
  };
};
